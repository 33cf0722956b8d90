//! The module `@ytt:assert`: the named rules as functions, and helpers for testing templates.

mod equals;
mod rules;
mod valid;
mod validate;

use std::{fmt::Write, sync::Arc};

use yardstick_diagnostics::{
    Audience, Sources, Violation,
    render::{broken_rules, reference::error_text},
};
use yardstick_starlark::{Args, Error, NativeModule, Result, Thread, Value};

use yardstick_template::engine_type;

use crate::Proposals;

/// Returns the module. Positions in messages are looked up in `sources`, and rules follow `proposals`.
pub fn module(sources: &Arc<Sources>, proposals: Proposals) -> Value {
    let mut members = vec![
        ("equals".into(), Value::native("assert.equals", equals::equals)),
        ("fail".into(), Value::native("assert.fail", fail)),
        ("try_to".into(), try_to(sources)),
    ];
    members.extend(rules::functions());
    members.extend(validate::functions(sources, proposals));
    members.push(("valid".into(), valid::function(sources, proposals)));
    Value::host(NativeModule::new("assert", members))
}

/// `assert.fail(message)`
fn fail(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    match exactly::<1>(&args)? {
        [Value::Str(message)] => {
            let error = Error::new(format!("fail: {message}"));
            Err(match args.keyword("at") {
                Some(Value::Str(path)) => error.at(path.to_lossy()),
                _ => error,
            })
        }
        [other] => Err(Error::new(format!("expected a string, but was {}", other.type_name()))),
    }
}

/// `assert.try_to(function)`: returns the result, or the reason for the failure.
fn try_to(sources: &Arc<Sources>) -> Value {
    let sources = Arc::clone(sources);
    Value::native("assert.try_to", move |thread, args| {
        let [function] = exactly::<1>(&args)?;
        if !function.is_callable() {
            let type_name = engine_type(function);
            return Err(Error::new(format!(
                "expected argument to be a function, but was {type_name}"
            )));
        }
        match thread.call(function, &[], &[]) {
            Ok(result) => Ok(Value::tuple(vec![result, Value::None])),
            Err(error) if error.is_catchable() => {
                let text = error_text(error.evaluation(), &sources);
                Ok(Value::tuple(vec![Value::None, Value::from(text)]))
            }
            Err(error) => Err(error),
        }
    })
}

/// Returns exactly `N` arguments. The error has the wording of this module.
fn exactly<'a, const N: usize>(args: &Args<'a>) -> Result<&'a [Value; N]> {
    args.positional.try_into().map_err(|_| Error::argument_count(args.positional.len(), N))
}

/// Formats violations as lines of an error. `with_places` adds the positions of values.
fn lines(violations: &[Violation], with_places: bool, sources: &Sources) -> String {
    let mut out = String::from("\n");
    for violation in violations {
        let _ = writeln!(out, "  {}", violation.path);
        if with_places {
            let _ = writeln!(out, "    from: {}", violation.from.compact(sources));
        }
        broken_rules(&mut out, &violation.rules, Audience::Scripts, sources);
    }
    out.truncate(out.trim_end().len());
    out
}
