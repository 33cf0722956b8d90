//! The named rules as functions: `assert.min(1)` is an object with a function `check`.

use yardstick_diagnostics::spelling;
use yardstick_starlark::{Args, Error, Result, Text, Thread, Value};
use yardstick_template::structs::Struct;

use super::exactly;
use crate::rules::{
    Argument, BadArgument, NamedRule, RuleKind,
    check_function::{Check, check, refuse_null},
    registry::RULES,
};

/// Returns the functions with their names.
pub(super) fn functions() -> impl Iterator<Item = (Text, Value)> {
    let of_kind = |kind: &'static RuleKind| kind.names().map(move |name| (name, kind));
    let functions = RULES.iter().flat_map(of_kind).map(|(name, kind)| {
        let function = move |_: &mut Thread, args: Args<'_>| call(name, kind, &args);
        (name.into(), Value::native(format!("assert.{name}"), function))
    });
    let not_null = Value::native("assert.not_null", not_null);
    functions.chain([("not_null".into(), not_null)])
}

/// Returns the object that a call of the function of `kind` creates.
fn call(name: &str, kind: &'static RuleKind, args: &Args<'_>) -> Result<Value> {
    let rule = |argument: &Value| rule(name, kind, argument);
    let given = args.positional;
    match (kind.argument, given) {
        (Argument::Any | Argument::One(_) | Argument::Expression, _) => {
            let [argument] = exactly::<1>(args)?;
            rule(argument).map(object)
        }
        (Argument::Values, []) => Err(Error::argument_count(0, "at least 1")),
        (Argument::Values, [list]) => rule(list).map(object),
        (Argument::Values, items) => rule(&Value::list(items.to_vec())).map(object),
        (Argument::Keys, []) => rule(&Value::Bool(true)).map(native_object),
        (Argument::Keys, [keys]) => rule(keys).map(native_object),
        (Argument::Keys, more) => Err(Error::argument_count(more.len(), 1)),
        (Argument::Switch, [] | [Value::Bool(true)]) => rule(&Value::Bool(true)).map(object),
        // Used directly as a rule: `("even", assert.even)`.
        (Argument::Switch, [value]) => check(&*rule(&Value::Bool(true))?, value),
        (Argument::Switch, more) => Err(too_many(more)),
    }
}

fn rule(name: &str, kind: &'static RuleKind, argument: &Value) -> Result<Box<dyn NamedRule>> {
    let rule = kind.rule(name, argument).map_err(|unfit| match unfit {
        BadArgument::Expected(what) => {
            Error::new(format!("expected {what}, but was {}", argument.type_name()))
        }
        BadArgument::Said { text, near } => {
            let near = near.map(|near| format!("; {}", spelling::did_you_mean(near)));
            Error::new(format!("{text}{}", near.unwrap_or_default()))
        }
        BadArgument::Typed { function, .. } | BadArgument::Worded { function, .. } => {
            Error::new(function)
        }
        BadArgument::Pattern(fault) => Error::new(fault.to_string()),
        BadArgument::Incomparable(error) => error,
    })?;
    // No function can turn a rule off.
    rule.ok_or_else(|| Error::new(format!("{name} is switched off")))
}

fn too_many(given: &[Value]) -> Error {
    Error::argument_count(given.len(), "at most 1")
}

/// Without an argument, returns an object; with one, runs the check.
fn not_null(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    match args.positional {
        [] => Ok(assertion(Check::NotNull)),
        [value] => refuse_null(value),
        more => Err(too_many(more)),
    }
}

fn object(rule: Box<dyn NamedRule>) -> Value {
    assertion(Check::Rule(rule))
}

/// Creates an object whose function is native in the reference too, so its errors start with its name.
fn native_object(rule: Box<dyn NamedRule>) -> Value {
    assertion(Check::Native(rule))
}

/// Creates an object with the function `check`.
fn assertion(check: Check) -> Value {
    let refusal = "@ytt:assert.assertion does not encode (did you mean to call check()?)";
    let members = vec![("check".into(), Value::host(check))];
    Value::host(Struct::opaque("@ytt:assert.assertion", members, refusal))
}
