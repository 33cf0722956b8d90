//! The function `check` of the objects that `@ytt:assert` creates: a named rule that template code can call or pass
//! to an annotation as a custom rule.

use yardstick_starlark::{Args, Error, HostValue, Result, Thread, Value};

use super::NamedRule;
use crate::model::NotNull;

/// Checks `value` for template code: returns `True` or an error.
pub(crate) fn check(rule: &dyn NamedRule, value: &Value) -> Result<Value> {
    rule.check(value).map(|()| Value::Bool(true))
}

/// Checks that `value` is not null.
pub(crate) fn refuse_null(value: &Value) -> Result<Value> {
    match value {
        Value::None => Err(Error::new(format!("fail: {}", NotNull::FOUND))),
        _ => Ok(Value::Bool(true)),
    }
}

/// If `function` is the `check` of such an object, describes a valid value.
pub(crate) fn described(function: &Value) -> Option<String> {
    function.downcast::<Check>().map(|check| match check {
        Check::Rule(rule) | Check::Native(rule) => rule.must_be(),
        Check::NotNull => "not null".to_owned(),
    })
}

/// The function `check` of a rule.
pub(crate) enum Check {
    /// Errors have no function name in front.
    Rule(Box<dyn NamedRule>),
    /// Errors have a function name in front, as those of native functions do.
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
                return Err(Error::argument_count(args.positional.len(), 1).prefixed("check"));
            }
            // In the reference, these checks are lambdas of the template language, so the error names `lambda`.
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
