//! Values as rules see them.

use yardstick_starlark::{Error, Result, Value};
use yardstick_template::{convert, tree::Kind};

use super::fail;

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

/// `values` as code would write them. The content of a fragment says more than that it is one.
pub(super) fn list_repr(written: &Value, values: &[Value]) -> String {
    match written {
        Value::Host(_) => Value::list(values.to_vec()).to_repr(),
        other => other.to_repr(),
    }
}

/// `integer has no prefix`: the value is of a kind the rule is not made for.
pub(super) fn unsuitable(value: &Value, property: &str) -> Error {
    fail(format_args!("{} has no {property}", kind_name(value)))
}

/// The kind of a value in the words of data; values that are not data are called what code calls them.
fn kind_name(value: &Value) -> &str {
    match kind_of(value) {
        Some(kind) => kind.name(),
        None => value.type_name(),
    }
}

/// The kind of a value; nothing if it is not data.
pub(super) fn kind_of(value: &Value) -> Option<Kind> {
    Some(match value {
        Value::None => Kind::Null,
        Value::Bool(_) => Kind::Bool,
        Value::Int(_) | Value::BigInt(_) => Kind::Int,
        Value::Float(_) => Kind::Float,
        Value::Str(_) => Kind::Text,
        Value::List(_) | Value::Tuple(_) | Value::Set(_) | Value::Range(_) => Kind::Array,
        Value::Dict(_) => Kind::Map,
        Value::Host(_) => match comparable(value) {
            Ok(Value::Dict(_)) => Kind::Map,
            Ok(Value::List(_)) => Kind::Array,
            _ => return None,
        },
        Value::Function(_) | Value::Builtin(_) => return None,
    })
}
