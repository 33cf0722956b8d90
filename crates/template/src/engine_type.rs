//! The type names that some messages use for values of code, and the error for a wrong type.
//!
//! These are the names in the interpreter that the reference is built on, because scripts parse them.

use yardstick_starlark::{NativeModule, Value};

use crate::{fragment::Fragment, structs::Struct};

/// Returns the name of the type of `value`.
pub fn engine_type(value: &Value) -> &str {
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
        Value::Host(host) if host.downcast::<Fragment>().is_some() => {
            "*yamltemplate.StarlarkFragment"
        }
        Value::Host(host) if host.downcast::<Struct>().is_some() => "*core.StarlarkStruct",
        Value::Host(host) if host.downcast::<NativeModule>().is_some() => "*starlarkstruct.Module",
        Value::Host(host) => match host.type_name() {
            // A host value that looks like a built-in function to code.
            "builtin_function_or_method" => "*starlark.Builtin",
            name => name,
        },
    }
}

/// Returns the boolean `value`, or an error for other types.
pub fn expect_bool(value: &Value) -> Result<bool, String> {
    match value {
        Value::Bool(value) => Ok(*value),
        other => Err(format!("expected starlark.Bool, but was {}", engine_type(other))),
    }
}
