//! `assert.validate` and `assert.validate_all`: check rules on values in template code.

use std::sync::Arc;

use yardstick_diagnostics::{Place, Sources, Violation};
use yardstick_starlark::{Args, Error, Result, Text, Thread, Value};
use yardstick_template::{
    convert,
    tree::{Position, Yaml},
};

use super::lines;
use crate::{
    Proposals,
    model::Validation,
    place,
    rules::Context,
    validate::{Judging, Subject, applies, misspelt},
};

/// Returns the functions with their names.
pub(super) fn functions(sources: &Arc<Sources>, proposals: Proposals) -> [(Text, Value); 2] {
    let of = |name: &str, run: fn(&mut Thread, &Args<'_>, &Asked<'_>) -> Result<Vec<Violation>>| {
        let sources = Arc::clone(sources);
        let function = Value::native(format!("assert.{name}"), move |thread, args| {
            let asked = Asked { proposals, sources: &sources };
            answer(&run(thread, &args, &asked)?, &sources)
        });
        (Text::from(name), function)
    };
    [of("validate", one), of("validate_all", all)]
}

/// How to check the rules of a call.
struct Asked<'a> {
    proposals: Proposals,
    sources: &'a Sources,
}

/// Returns `True`, or an error that lists the violations.
fn answer(violations: &[Violation], sources: &Sources) -> Result<Value> {
    if violations.is_empty() {
        return Ok(Value::Bool(true));
    }
    Err(Error::new(format!("fail:{}", lines(violations, false, sources))))
}

/// `assert.validate(key, value, rule..., named=..., when=...)`
fn one(thread: &mut Thread, args: &Args<'_>, asked: &Asked<'_>) -> Result<Vec<Violation>> {
    let [key, value, rules @ ..] = args.positional else {
        return Err(Error::argument_count(args.positional.len(), "at least 2"));
    };
    judge(thread, key, value, rules, args.keywords, asked)
}

/// `assert.validate_all((key, value, rule...), ...)`. A dict at the end of a tuple holds named rules.
fn all(thread: &mut Thread, args: &Args<'_>, asked: &Asked<'_>) -> Result<Vec<Violation>> {
    let given: Vec<Value> = match args.positional {
        [list @ Value::List(_)] => list.try_iterate()?.collect(),
        several => several.to_vec(),
    };
    let mut violations = Vec::new();
    for one in &given {
        let Value::Tuple(tuple) = one else {
            return Err(Error::new(format!(
                "expected tuples of a key, a value and rules, but found {}",
                one.type_name()
            )));
        };
        let [key, value, rules @ ..] = &**tuple else {
            return Err(Error::new(format!(
                "expected a tuple of a key, a value and rules, but found a tuple with length {}",
                tuple.len()
            )));
        };
        let (rules, named) = match rules {
            [rules @ .., Value::Dict(named)] => (rules, named.entries()),
            rules => (rules, Vec::new()),
        };
        let named: Vec<(Text, Value)> = named
            .into_iter()
            .map(|(name, value)| match name {
                Value::Str(name) => Ok((name, value)),
                other => Err(Error::new(format!("expected names of rules, but found {other:?}"))),
            })
            .collect::<Result<_>>()?;
        violations.append(&mut judge(thread, key, value, rules, &named, asked)?);
    }
    Ok(violations)
}

fn judge(
    thread: &mut Thread,
    key: &Value,
    value: &Value,
    rules: &[Value],
    keywords: &[(Text, Value)],
    asked: &Asked<'_>,
) -> Result<Vec<Violation>> {
    let Value::Str(key) = key else {
        return Err(Error::new(format!(
            "expected key to be a string, but was {}",
            key.type_name()
        )));
    };
    let position =
        thread.current_span().map_or(Position::UNKNOWN, |span| Position::at(span.file, span.start));
    let validation = Validation::of_call(rules, keywords, position)
        .map_err(|refused| Error::new(refused.message).note(misspelt(keywords)))?;
    if matches!(value, Value::None) && validation.not_null.is_none() {
        return Ok(Vec::new());
    }
    let root = convert::to_yaml(value).unwrap_or(Yaml::Null);
    let context = Context { parent: None, root: &root };
    let Asked { proposals, sources } = *asked;
    if let Some(condition) = &validation.when {
        match applies(thread, condition, value, context, sources) {
            Ok(true) => {}
            Ok(false) => return Ok(Vec::new()),
            Err(error) if proposals.when_errors_skip && error.is_catchable() => {
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        }
    }
    let judging = Judging { proposals, sources, context, type_: None };
    let named = Named(&key.to_lossy());
    let by = place::of(position);
    let broken = validation.broken_rules(thread, value, &by, &named, judging)?;
    let mut violations: Vec<Violation> = Vec::new();
    for one in broken {
        let path = match &one.at {
            Some(at) if at.starts_with('[') => format!("{key}{at}"),
            Some(at) => format!("{key}.{at}"),
            None => key.to_string(),
        };
        if let Some(known) = violations.iter_mut().find(|other| other.path == path) {
            known.rules.push(one.rule);
        } else {
            violations.push(Violation::new(path, Place::Unknown, vec![one.rule]));
        }
    }
    Ok(violations)
}

/// A value with the name that template code gives it.
struct Named<'a>(&'a str);

impl Subject for Named<'_> {
    fn path(&self) -> String {
        self.0.to_owned()
    }

    fn key(&self) -> String {
        self.0.to_owned()
    }
}
