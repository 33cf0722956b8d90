//! What the reference calls types of values where its own internals show in a message.

use yardstick_starlark::Value;
use yardstick_template::{fragment::Fragment, structs::Struct};

/// The name of the type of `value` in the reference's implementation.
pub(crate) fn internal_type(value: &Value) -> &'static str {
    match value {
        Value::None => "starlark.NoneType",
        Value::Bool(_) => "starlark.Bool",
        Value::Int(_) | Value::BigInt(_) => "starlark.Int",
        Value::Float(_) => "starlark.Float",
        Value::Str(_) => "starlark.String",
        Value::List(_) => "*starlark.List",
        Value::Dict(_) => "*starlark.Dict",
        Value::Tuple(_) => "starlark.Tuple",
        Value::Set(_) => "*starlark.Set",
        Value::Range(_) => "starlark.rangeValue",
        Value::Function(_) => "*starlark.Function",
        Value::Builtin(_) => "*starlark.Builtin",
        Value::Host(host) if host.downcast::<Struct>().is_some() => "*core.StarlarkStruct",
        Value::Host(host) if host.downcast::<Fragment>().is_some() => "*yamlfragment.YAMLFragment",
        Value::Host(_) => "*starlarkstruct.Module",
    }
}
