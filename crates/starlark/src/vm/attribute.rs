//! Attribute access: `x.name`.

use std::rc::Rc;

use crate::builtins;
use crate::compile::{Methods, Name};
use crate::dialect::Dialect;
use crate::error::{About, Error, Result};
use crate::hints;
use crate::spelling;
use crate::value::{Builtin, Method, Text, Value};

/// Returns the built-in method that a name refers to for `value`.
pub(super) fn method_of(value: &Value, methods: &Methods) -> Option<&'static Method> {
    match value {
        Value::Str(_) => methods.string,
        Value::List(_) => methods.list,
        Value::Dict(_) => methods.dict,
        Value::Set(_) => methods.set,
        _ => None,
    }
}

/// `value.name`.
pub(super) fn attr(value: &Value, name: &Name, dialect: &Dialect) -> Result<Value> {
    let found = match value {
        Value::Host(host) => host.attr_again(&name.text, &name.hint)?,
        _ => find(value, &name.text, &name.methods)?,
    };
    found.ok_or_else(|| missing(value, &name.text, dialect))
}

fn find(value: &Value, name: &Text, methods: &Methods) -> Result<Option<Value>> {
    if let Some(method) = method_of(value, methods) {
        return Ok(Some(Value::Builtin(Rc::new(Builtin::bound(method, value.clone())))));
    }
    match (value, name.as_str()) {
        (Value::Host(host), Some(name)) => host.attr(name),
        _ => Ok(None),
    }
}

/// `getattr(value, name)`; `None` if there is no such field or method.
pub(crate) fn get_attr(value: &Value, name: &Text, dialect: &Dialect) -> Result<Option<Value>> {
    find(value, name, &builtins::methods_named(name, dialect))
}

/// `dir(value)`, sorted.
pub(crate) fn attr_names(value: &Value, dialect: &Dialect) -> Vec<Text> {
    let mut names = match value {
        Value::Host(host) => host.attr_names(),
        _ => builtins::method_names(value, dialect),
    };
    names.sort();
    names
}

#[cold]
pub(crate) fn missing(value: &Value, name: &Text, dialect: &Dialect) -> Error {
    let names = attr_names(value, dialect);
    let names: Vec<_> = names.iter().map(Text::to_lossy).collect();
    let near = spelling::suggestion(&name.to_lossy(), ".", names.iter().map(|name| &**name));
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    let note = hints::missing_attribute(value, &name.to_lossy(), &names, !near.is_empty());
    let message = format!("{} has no .{name} field or method{near}", value.type_name());
    Error::new(message).about(About::Missing(name.to_string())).note(note)
}

/// `value.name = new`.
pub(super) fn set_attr(value: &Value, name: &Text, new: Value) -> Result<()> {
    if let Value::Host(host) = value {
        host.set_attr(&name.to_lossy(), new)
    } else {
        let error = Error::new(format!("can't assign to .{name} field of {}", value.type_name()));
        let note = matches!(value, Value::Dict(_)).then(|| format!("write x[\"{name}\"] = ..."));
        Err(error.note(note))
    }
}
