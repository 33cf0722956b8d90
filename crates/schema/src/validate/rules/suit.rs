//! What a rule says about a value that it has nothing to say about.

use yardstick_starlark::{Error, Value};
use yardstick_template::tree::Kind;

use super::fail;
use crate::validate::comparable::comparable;

/// `integer has no prefix`: the value is of a kind the rule is not made for.
pub(super) fn unsuitable(value: &Value, property: &str) -> Error {
    fail(format_args!("{} has no {property}", kind_name(value)))
}

/// The kind of a value in the words of data; values that are not data are called what code calls them.
pub(super) fn kind_name(value: &Value) -> String {
    let kind = match value {
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
            _ => return value.type_name().to_owned(),
        },
        Value::Function(_) | Value::Builtin(_) => return value.type_name().to_owned(),
    };
    kind.name().to_owned()
}
