//! Methods of dicts.

use super::{collections, method};
use crate::args::{Args, required};
use crate::error::{About, Error, Result};
use crate::value::{Dict, Method, Value};
use crate::vm::Thread;
use crate::{memory, meter};

pub(super) const METHODS: &[Method] = &[
    method("clear", clear),
    method("get", get),
    method("items", items),
    method("keys", keys),
    method("pop", pop),
    method("popitem", popitem),
    method("setdefault", setdefault),
    method("update", update),
    method("values", values),
];

fn receiver(value: &Value) -> Result<&Dict> {
    match value {
        Value::Dict(dict) => Ok(dict),
        _ => Err(Error::new("not a dict")),
    }
}

/// Reserves a list with an item for every entry.
fn copying(dict: &Dict) -> Result<()> {
    meter::work(dict.len())?;
    memory::reserve_items::<Value>(dict.len())
}

fn clear(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    receiver(this)?.clear()?;
    Ok(Value::None)
}

fn get(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let args = args.between(1, 2)?;
    let found = receiver(this)?.get(&args[0])?;
    Ok(found.or_else(|| args.get(1).cloned()).unwrap_or_default())
}

fn items(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let dict = receiver(this)?;
    copying(dict)?;
    let mut items = Vec::with_capacity(dict.len());
    dict.try_each(|key, value| {
        meter::work(1)?;
        items.push(Value::tuple(vec![key.clone(), value.clone()]));
        Ok::<_, Error>(())
    })?;
    Ok(Value::list(items))
}

fn keys(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let dict = receiver(this)?;
    copying(dict)?;
    Ok(Value::list(dict.keys()))
}

fn values(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let dict = receiver(this)?;
    copying(dict)?;
    Ok(Value::list(dict.values()))
}

fn pop(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let args = args.between(1, 2)?;
    match (receiver(this)?.remove(&args[0])?, args.get(1)) {
        (Some(value), _) => Ok(value),
        (None, Some(default)) => Ok(default.clone()),
        (None, None) => Err(Error::new("missing key").about(About::MissingItem)),
    }
}

fn popitem(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    match receiver(this)?.remove_first()? {
        Some((key, value)) => Ok(Value::tuple(vec![key, value])),
        None => Err(Error::new("empty dict")),
    }
}

fn setdefault(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [key, default] = args.by_place(1)?;
    let key: &Value = required(key, "1")?;
    let dict = receiver(this)?;
    if let Some(value) = dict.get(key)? {
        return Ok(value);
    }
    let value = default.cloned().unwrap_or_default();
    dict.insert(key.clone(), value.clone())?;
    Ok(value)
}

fn update(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    collections::update(receiver(this)?, args)?;
    Ok(Value::None)
}
