//! Conversions of values for rules.

use rustc_hash::FxHashSet;
use yardstick_starlark::{Error, Result, Value};
use yardstick_template::{
    convert,
    tree::{Kind, Yaml},
};

use super::{Ruled, fail};

/// Converts fragments, structs and tuples to dicts and lists. Scalars stay unchanged, including integers of any size.
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

/// Returns the elements of a list, tuple, set, range, dict (its keys) or array; `None` for other values.
pub(crate) fn sequence(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Str(_) => None,
        other => other.iterate().map(Iterator::collect),
    }
}

/// Formats `values` in the syntax of template code. For a fragment, shows its content rather than its type.
pub(super) fn list_repr(written: &Value, values: &[Value]) -> String {
    match written {
        Value::Host(_) => Value::list(values.to_vec()).to_repr(),
        other => other.to_repr(),
    }
}

/// Creates the error `integer has no prefix`, for a kind of value that the rule is not made for.
pub(super) fn unsuitable(value: &Value, property: &str) -> Error {
    fail(format_args!("{} has no {property}", kind_name(value)))
}

/// Returns the name of the kind of a value. Values that are not data have their name in template code.
fn kind_name(value: &Value) -> &str {
    match kind_of(value) {
        Some(kind) => kind.name(),
        None => value.type_name(),
    }
}

/// Returns the kind of a value; `None` if it is not data.
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

/// Whether JSON can represent this number.
pub(super) fn is_number(value: &Value) -> bool {
    match value {
        Value::Int(_) | Value::BigInt(_) => true,
        Value::Float(value) => value.is_finite(),
        _ => false,
    }
}

/// Whether a value of `kind` can equal `value`.
pub(super) fn is_of_kind(value: &Value, kind: Kind) -> bool {
    match value {
        Value::Bool(_) => kind == Kind::Bool,
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => {
            matches!(kind, Kind::Int | Kind::Float)
        }
        Value::Str(_) => kind == Kind::Text,
        Value::List(_) => kind == Kind::Array,
        Value::Dict(_) => kind == Kind::Map,
        _ => false,
    }
}

/// Returns those of `values` that a value of the node can equal, as data without duplicates. Returns `None` if given
/// values differ from the compared values, or if JSON cannot represent them.
pub(super) fn listed(values: &[Value], node: Ruled<'_>) -> Option<Vec<Yaml>> {
    let kind = node.kind()?;
    let mut kept: Vec<&Value> = Vec::new();
    let is_possible = |value: &&Value| is_of_kind(value, kind) && node.can_equal(value);
    // Nearly always these are texts, and there may be thousands.
    let mut texts = FxHashSet::default();
    for value in values.iter().filter(is_possible) {
        let is_new = match value {
            Value::Str(text) => texts.insert(text.as_bytes()),
            other => !kept.iter().any(|known| known.equals(other).unwrap_or(false)),
        };
        if is_new {
            kept.push(value);
        }
    }
    if !kept.is_empty() && !node.is_whole() {
        return None;
    }
    kept.into_iter().map(data).collect()
}

/// Returns a value as JSON data.
pub(super) fn data(value: &Value) -> Option<Yaml> {
    if let Value::Float(value) = value
        && !value.is_finite()
    {
        return None;
    }
    match value {
        Value::None
        | Value::Bool(_)
        | Value::Int(_)
        | Value::BigInt(_)
        | Value::Float(_)
        | Value::Str(_) => convert::scalar_to_yaml(value),
        other => convert::to_yaml(other).ok(),
    }
}
