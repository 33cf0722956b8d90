//! The rules that the reference does not have, as functions: `assert.starts_with("x")`.

use yardstick_diagnostics::spelling;
use yardstick_starlark::{Args, Error, Result, Text, Value};

use super::{
    exactly,
    rules::{Check, assertion},
};
use crate::validate::{
    OneOf, Rule,
    rules::{Unfit, named, switched},
};

const WITH_ARGUMENT: [&str; 11] = [
    "contains",
    "ends_with",
    "format",
    "len",
    "matches",
    "max_excl",
    "min_excl",
    "multiple_of",
    "prefix",
    "regexp",
    "starts_with",
];

const SWITCHED: [&str; 3] = ["even", "odd", "unique"];

/// The functions with their names.
pub(super) fn functions() -> Vec<(Text, Value)> {
    let full = |name: &str| format!("assert.{name}");
    let with_argument = WITH_ARGUMENT.into_iter().map(|name| {
        (name.into(), Value::native(full(name), move |_, args| of_argument(name, &args)))
    });
    let switched = SWITCHED.into_iter().map(|name| {
        let function = move |thread: &mut _, args: Args<'_>| match args.positional {
            [] | [Value::Bool(true)] => rule(name).map(object),
            // As a rule itself: `("even", assert.even)`.
            [value] => rule(name)?.check(thread, value).map(|()| Value::Bool(true)),
            more => Err(Error::new(format!("got {} arguments, want at most 1", more.len()))),
        };
        (name.into(), Value::native(full(name), function))
    });
    let choice = Value::native(full("enum"), |_, args| {
        let [list] = exactly::<1>(&args)?;
        let rule = OneOf::new(list).ok_or_else(|| {
            Error::new(format!("expected a sequence, but was a '{}'", list.type_name()))
        })??;
        Ok(object(Rule::OneOf(rule)))
    });
    with_argument.chain(switched).chain([("enum".into(), choice)]).collect()
}

fn of_argument(name: &str, args: &Args<'_>) -> Result<Value> {
    let [argument] = exactly::<1>(args)?;
    match named(name, argument) {
        Some(Ok(rule)) => Ok(object(rule)),
        Some(Err(Unfit::Expected(what))) => {
            Err(Error::new(format!("expected {what}, but was {}", argument.type_name())))
        }
        Some(Err(Unfit::Said { text, near })) => {
            let near =
                near.map_or_else(String::new, |near| format!("; {}", spelling::did_you_mean(near)));
            Err(Error::new(format!("{text}{near}")))
        }
        None => Err(unknown(name)),
    }
}

fn rule(name: &str) -> Result<Rule> {
    switched(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> Error {
    Error::new(format!("there is no rule {name}"))
}

fn object(rule: Rule) -> Value {
    assertion(Value::host(Check::Rule(rule)))
}
