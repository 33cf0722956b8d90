//! Methods of lists.

use super::method;
use crate::args::{Args, optional, required};
use crate::error::{About, Error, Result};
use crate::value::{Iter, List, Method, Value};
use crate::vm::Thread;
use crate::{memory, meter};

pub(super) const METHODS: &[Method] = &[
    method("append", append),
    method("clear", clear),
    method("extend", extend),
    method("index", index),
    method("insert", insert),
    method("pop", pop),
    method("remove", remove),
];

fn receiver(value: &Value) -> Result<&List> {
    match value {
        Value::List(list) => Ok(list),
        _ => Err(Error::new("not a list")),
    }
}

fn append(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [item] = args.exactly()?;
    receiver(this)?.push(item.clone())?;
    Ok(Value::None)
}

fn clear(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let removed = receiver(this)?.edit("clear", std::mem::take)?;
    drop(removed);
    Ok(Value::None)
}

fn extend(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [iterable] = args.exactly()?;
    let list = receiver(this)?;
    let iter: Iter = iterable.iterate().ok_or_else(|| {
        Error::new(format!("for parameter 1: got {}, want iterable", iterable.type_name()))
    })?;
    let items = iter.gather()?;
    memory::reserve_items::<Value>(list.len().saturating_add(items.len()))?;
    list.edit("extend", |list| list.extend(items))?;
    Ok(Value::None)
}

/// Returns a position from a start or end argument, clamped to the range.
fn position(value: Option<i64>, len: usize, default: usize) -> usize {
    match value {
        None => default,
        Some(at) if at < 0 => (at.saturating_add(len as i64)).max(0) as usize,
        Some(at) => (at as usize).min(len),
    }
}

fn index(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [value, start, end] = args.by_place(1)?;
    let value: &Value = required(value, "1")?;
    let items = receiver(this)?.borrow();
    let start = position(optional::<i64>(start, "2")?, items.len(), 0);
    let end = position(optional::<i64>(end, "3")?, items.len(), items.len());
    let found = position_of(items.get(start..end).unwrap_or_default(), value)?;
    found.map(|at| Value::from(start + at)).ok_or_else(|| Error::new("value not in list"))
}

/// Returns the position of the first item that equals `value`.
fn position_of(items: &[Value], value: &Value) -> Result<Option<usize>> {
    for (at, item) in items.iter().enumerate() {
        meter::work(1)?;
        if item.equals(value)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn insert(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [at, item] = args.by_place(2)?;
    let at: i64 = required(at, "1")?;
    let item: &Value = required(item, "2")?;
    let list = receiver(this)?;
    let at = position(Some(at), list.len(), 0);
    list.check_growth()?;
    meter::work((list.len() - at) / 8)?;
    list.edit("insert into", |items| items.insert(at, item.clone()))?;
    Ok(Value::None)
}

fn pop(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [at] = args.by_place(0)?;
    let list = receiver(this)?;
    let at = optional::<i64>(at, "1")?.unwrap_or(-1);
    let at = crate::value::number::index(&Value::Int(at), list.len(), "list")?;
    meter::work((list.len() - at) / 8)?;
    list.edit("pop from", |items| items.remove(at))
}

fn remove(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    let list = receiver(this)?;
    list.edit("remove from", |_| ())?;
    let found = position_of(&list.borrow(), value)?;
    let at = found.ok_or_else(|| Error::new("element not found").about(About::MissingItem))?;
    meter::work((list.len() - at) / 8)?;
    list.edit("remove from", |items| items.remove(at))?;
    Ok(Value::None)
}
