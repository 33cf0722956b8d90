//! Values in the form in which rules compare them: plain data of the language.

use yardstick_starlark::{Result, Value};
use yardstick_template::convert;

/// `value` with fragments, structs and tuples turned into dicts and lists. Scalars are what they are,
/// integers of any size included.
pub(crate) fn comparable(value: &Value) -> Result<Value> {
    match value {
        Value::None
        | Value::Bool(_)
        | Value::Int(_)
        | Value::BigInt(_)
        | Value::Float(_)
        | Value::Str(_)
        | Value::Function(_)
        | Value::Builtin(_) => Ok(value.clone()),
        Value::Range(_) => Ok(Value::list(value.try_iterate()?.collect())),
        _ => convert::to_dicts(&convert::to_yaml(value)?),
    }
}

/// The elements of a list, a tuple, a set, a range, a dict (its keys) or an array; nothing for other values.
pub(crate) fn sequence(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Str(_) => None,
        other => other.iterate().map(Iterator::collect),
    }
}
