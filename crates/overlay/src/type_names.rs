//! The names that messages use for types of values of code.
//!
//! They are those of the interpreter that the reference is built on, because scripts read them.

use yardstick_starlark::{NativeModule, Value};
use yardstick_template::{fragment::Fragment, structs::Struct};

use crate::matching::Matcher;

/// The name of the type of `value`.
pub fn type_name(value: &Value) -> String {
    let name = match value {
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
        Value::Host(host) => {
            if host.downcast::<Fragment>().is_some() {
                "*yamltemplate.StarlarkFragment"
            } else if host.downcast::<Struct>().is_some() {
                "*core.StarlarkStruct"
            } else if host.downcast::<NativeModule>().is_some() {
                "*starlarkstruct.Module"
            } else if host.downcast::<Matcher>().is_some() {
                "*starlark.Builtin"
            } else {
                return host.type_name().to_owned();
            }
        }
    };
    name.to_owned()
}

/// The truth value of `value`, which must be a bool.
pub(crate) fn expect_bool(value: &Value) -> Result<bool, String> {
    match value {
        Value::Bool(value) => Ok(*value),
        other => Err(format!("expected starlark.Bool, but was {}", type_name(other))),
    }
}
