//! The names that messages use for types of values of code.

use yardstick_starlark::Value;
use yardstick_template::engine_type;

use crate::matching::Matcher;

/// The name of the type of `value`. To the reference, matchers are built-in functions.
pub fn type_name(value: &Value) -> &str {
    if value.downcast::<Matcher>().is_some() { "*starlark.Builtin" } else { engine_type(value) }
}

/// The truth value of `value`, which must be a bool.
pub(crate) fn expect_bool(value: &Value) -> Result<bool, String> {
    match value {
        Value::Bool(value) => Ok(*value),
        other => Err(format!("expected starlark.Bool, but was {}", type_name(other))),
    }
}
