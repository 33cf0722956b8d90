//! The named rules as functions: `assert.min(1)` is an object with a function `check`.

use yardstick_diagnostics::spelling;
use yardstick_starlark::{Args, Error, HostValue, Result, Text, Thread, Value};
use yardstick_template::structs::Struct;

use super::exactly;
use crate::{
    rules::{Argument, NamedRule, RuleKind, Unfit, registry::RULES},
    validate::NotNull,
};

/// The functions with their names.
pub(super) fn functions() -> impl Iterator<Item = (Text, Value)> {
    let of_kind = |kind: &'static RuleKind| kind.names().map(move |name| (name, kind));
    let functions = RULES.iter().flat_map(of_kind).map(|(name, kind)| {
        let function = move |_: &mut Thread, args: Args<'_>| call(name, kind, &args);
        (name.into(), Value::native(format!("assert.{name}"), function))
    });
    let not_null = Value::native("assert.not_null", not_null);
    functions.chain([("not_null".into(), not_null)])
}

/// The object that a call of the function of `kind` gives.
fn call(name: &str, kind: &'static RuleKind, args: &Args<'_>) -> Result<Value> {
    let rule = |argument: &Value| rule(name, kind, argument);
    let given = args.positional;
    match (kind.argument, given) {
        (Argument::Any | Argument::One(_) | Argument::Expression, _) => {
            let [argument] = exactly::<1>(args)?;
            rule(argument).map(object)
        }
        (Argument::Values, []) => Err(Error::new("got 0 arguments, want at least 1")),
        (Argument::Values, [list]) => rule(list).map(object),
        (Argument::Values, items) => rule(&Value::list(items.to_vec())).map(object),
        (Argument::Keys, []) => rule(&Value::Bool(true)).map(native_object),
        (Argument::Keys, [keys]) => rule(keys).map(native_object),
        (Argument::Keys, more) => Err(Error::new(format!("got {} arguments, want 1", more.len()))),
        (Argument::Switch, [] | [Value::Bool(true)]) => rule(&Value::Bool(true)).map(object),
        // As a rule itself: `("even", assert.even)`.
        (Argument::Switch, [value]) => check(&*rule(&Value::Bool(true))?, value),
        (Argument::Switch, more) => Err(too_many(more)),
    }
}

fn rule(name: &str, kind: &'static RuleKind, argument: &Value) -> Result<Box<dyn NamedRule>> {
    let rule = kind.rule(name, argument).map_err(|unfit| match unfit {
        Unfit::Expected(what) => {
            Error::new(format!("expected {what}, but was {}", argument.type_name()))
        }
        Unfit::Said { text, near } => {
            let near = near.map(|near| format!("; {}", spelling::did_you_mean(near)));
            Error::new(format!("{text}{}", near.unwrap_or_default()))
        }
        Unfit::Typed { function, .. } | Unfit::Worded { function, .. } => Error::new(function),
        Unfit::Incomparable(error) => error,
    })?;
    // No function switches a rule off.
    rule.ok_or_else(|| Error::new(format!("{name} is switched off")))
}

fn check(rule: &dyn NamedRule, value: &Value) -> Result<Value> {
    rule.check(value).map(|()| Value::Bool(true))
}

fn too_many(given: &[Value]) -> Error {
    Error::new(format!("got {} arguments, want at most 1", given.len()))
}

/// Without an argument an object; with one the check itself.
fn not_null(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    match args.positional {
        [] => Ok(assertion(Check::NotNull)),
        [value] => refuse_null(value),
        more => Err(too_many(more)),
    }
}

fn refuse_null(value: &Value) -> Result<Value> {
    match value {
        Value::None => Err(Error::new(format!("fail: {}", NotNull::FOUND))),
        _ => Ok(Value::Bool(true)),
    }
}

fn object(rule: Box<dyn NamedRule>) -> Value {
    assertion(Check::Rule(rule))
}

/// An object whose function is native in the reference too: errors have its name in front.
fn native_object(rule: Box<dyn NamedRule>) -> Value {
    assertion(Check::Native(rule))
}

/// An object whose `check` is `check`.
fn assertion(check: Check) -> Value {
    let refusal = "@ytt:assert.assertion does not encode (did you mean to call check()?)";
    let members = vec![("check".into(), Value::host(check))];
    Value::host(Struct::opaque("@ytt:assert.assertion", members, refusal))
}

/// What a valid value is, if `function` is the `check` of an object of this module.
pub(crate) fn described(function: &Value) -> Option<String> {
    function.downcast::<Check>().map(|check| match check {
        Check::Rule(rule) | Check::Native(rule) => rule.must_be(),
        Check::NotNull => "not null".to_owned(),
    })
}

/// The function `check` of a rule.
enum Check {
    /// Its errors are not prefixed with a name, as those of native functions are.
    Rule(Box<dyn NamedRule>),
    /// Its errors are.
    Native(Box<dyn NamedRule>),
    NotNull,
}

impl HostValue for Check {
    fn type_name(&self) -> &'static str {
        match self {
            Check::Native(_) => "builtin_function_or_method",
            Check::Rule(_) | Check::NotNull => "function",
        }
    }

    fn is_callable(&self) -> bool {
        true
    }

    fn call(&self, _: &mut Thread, args: Args<'_>) -> Result<Value> {
        let value = match (args.positional, self) {
            ([value], _) => value,
            (_, Check::Native(_)) => {
                return exactly::<1>(&args)
                    .map(|_| Value::None)
                    .map_err(|error| error.prefixed("check"));
            }
            // The reference writes these checks as functions of its own language.
            ([], _) => return Err(Error::new("function lambda missing 1 argument (val)")),
            (more, _) => {
                let given = more.len();
                return Err(Error::new(format!(
                    "function lambda accepts 1 positional argument ({given} given)"
                )));
            }
        };
        match self {
            Check::Rule(rule) => check(&**rule, value),
            Check::Native(rule) => {
                check(&**rule, value).map_err(|error| error.without_frames().prefixed("check"))
            }
            Check::NotNull => refuse_null(value),
        }
    }

    fn repr(&self) -> String {
        match self {
            Check::Native(_) => "<built-in function check>".to_owned(),
            Check::Rule(_) | Check::NotNull => "<function check>".to_owned(),
        }
    }
}
