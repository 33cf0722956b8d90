//! Reads `@schema/key` and `@schema/any-key`: optional keys, and patterns that match many keys.

use yardstick_diagnostics::{Failure, Sources, Statement, spelling};
use yardstick_starlark::{Thread, Value};
use yardstick_template::tree::{Annotation, Argument};

use super::{
    Declared,
    error::{Result, found_by, invalid, misread, misuse},
};
use crate::{
    model::{Allowed, Count},
    place::NodeKind,
    vocabulary::ARGUMENTS,
};

const KEY: &str = "schema/key";
const ANY_KEY: &str = "schema/any-key";

/// The kind of key that an item declares.
pub(super) enum Key {
    /// A key that is always present.
    Named,
    /// An optional key.
    Optional,
    /// A pattern for many keys.
    Pattern(Allowed, Count),
}

/// Returns the kind of key that a node declares.
pub(super) fn read(thread: &mut Thread, declared: &Declared<'_>, sources: &Sources) -> Result<Key> {
    let (key, any_key) = (declared.annotations.get(KEY), declared.annotations.get(ANY_KEY));
    let Some(annotation) = key.or(any_key) else { return Ok(Key::Named) };
    let kind = match declared.node.kind {
        NodeKind::MapItem(_) => None,
        NodeKind::ArrayItem => Some("array item"),
        NodeKind::Document => Some("document"),
    };
    if let Some(kind) = kind {
        let description = format!("@{} not supported on {kind}", annotation.name);
        let failure = misuse(declared, annotation, description, sources);
        return Err(invalid(failure.hint("only keys of maps can be annotated with it.")));
    }
    if let (Some(_), Some(any_key)) = (key, any_key) {
        let description = format!("@{KEY} and @{ANY_KEY} cannot be combined");
        let failure = misuse(declared, annotation, description, sources);
        let mut failure = failure
            .hint(format!("@{ANY_KEY} is short for @{KEY} allowed=\"any\", missing_ok=True"));
        failure.annotations.extend(any_key.position.span());
        return Err(invalid(failure));
    }
    if key.is_none() {
        return match arguments(annotation) {
            0 => Ok(Key::Pattern(Allowed::Any, Count::ANY)),
            _ => Err(invalid(
                misread(declared, annotation, sources)
                    .found(found_by(format!("argument in @{ANY_KEY}"), annotation))
                    .expected(Statement::new("no arguments")),
            )),
        };
    }
    Reader { thread, declared, annotation, sources }.read()
}

fn arguments(annotation: &Annotation) -> usize {
    annotation.positional.len() + annotation.keywords.len()
}

/// The arguments of `@schema/key`.
struct Reader<'a> {
    thread: &'a mut Thread,
    declared: &'a Declared<'a>,
    annotation: &'a Annotation,
    sources: &'a Sources,
}

impl Reader<'_> {
    fn read(self) -> Result<Key> {
        let (mut allowed, mut expects, mut missing_ok) = (None, None, None);
        if let [argument, ..] = &self.annotation.positional[..] {
            let found = format!("{} argument without keyword", argument.type_name());
            return Err(invalid(self.refuse(found, "allowed=, expects= or missing_ok=")));
        }
        for (name, value) in &self.annotation.keywords {
            match &*name.to_lossy() {
                "allowed" => allowed = Some(self.allowed(value)?),
                "expects" => expects = Some(self.expects(value)?),
                "missing_ok" => missing_ok = Some(self.missing_ok(value)?),
                other => {
                    let known = Argument::names(ARGUMENTS, KEY);
                    let failure = self.refuse(other, format!("one of {{ {} }}", known.join(", ")));
                    let near = spelling::nearest(other, known);
                    return Err(invalid(match near {
                        Some(near) => failure.hint(spelling::did_you_mean(near)),
                        None => failure,
                    }));
                }
            }
        }
        if self.annotation.keywords.is_empty() {
            let found = "missing keyword argument and value";
            return Err(invalid(self.refuse(found, "allowed=, expects= or missing_ok=")));
        }
        if expects.is_some() && missing_ok.is_some() {
            let found = "expects= and missing_ok=";
            return Err(invalid(self.refuse(found, "only one of expects= and missing_ok=")));
        }
        let expects = match missing_ok {
            Some(true) => Some(Count::ANY),
            _ => expects,
        };
        match allowed {
            Some(allowed) => Ok(Key::Pattern(allowed, expects.unwrap_or(Count::Exactly(1)))),
            None => self.named(expects),
        }
    }

    /// Reads `expects=` of a named key. It must allow one item; if it also allows none, the key is optional.
    fn named(self, expects: Option<Count>) -> Result<Key> {
        let Some(expects) = expects else { return Ok(Key::Named) };
        let Reader { thread, .. } = self;
        let once =
            expects.allows(thread, 1).and_then(|once| Ok((expects.allows(thread, 0)?, once)));
        let reader = Reader { thread, ..self };
        match once {
            Ok((true, true)) => Ok(Key::Optional),
            Ok((false, true)) => Ok(Key::Named),
            Ok((_, false)) => {
                let found = format!("expects= that refuses one item: {}", expects.describe());
                let failure = reader.refuse(found, "an expects= that allows 1");
                Err(invalid(
                    failure
                        .hint("a key can be in a map only once; allow other keys with allowed=."),
                ))
            }
            Err(error) => {
                let found = format!("expects= that fails: {}", error.message());
                Err(invalid(reader.refuse(found, "a function from a number to a bool")))
            }
        }
    }

    fn refuse(&self, found: impl Into<String>, expected: impl Into<String>) -> Failure {
        misread(self.declared, self.annotation, self.sources)
            .found(found_by(found, self.annotation))
            .expected(Statement::new(expected))
    }

    fn allowed(&self, value: &Value) -> Result<Allowed> {
        Allowed::read(value).map_err(|error| {
            let expected = "a regular expression, \"any\", or a function of key and declared key";
            invalid(self.refuse(error.message(), expected))
        })
    }

    fn expects(&self, value: &Value) -> Result<Count> {
        Count::read(value).ok_or_else(|| {
            let found = format!("{} as expects=", value.to_repr());
            let expected = "a number, a string like \"1+\", a function, or a list of these";
            invalid(self.refuse(found, expected))
        })
    }

    fn missing_ok(&self, value: &Value) -> Result<bool> {
        match value {
            Value::Bool(value) => Ok(*value),
            other => {
                let found = format!("{} as missing_ok=", other.type_name());
                Err(invalid(self.refuse(found, "True or False")))
            }
        }
    }
}
