//! Methods of sets.

use super::{extension, method, unlisted};
use crate::args::{Args, required};
use crate::error::{About, Error, Result};
use crate::value::{Iter, Method, Set, Value};
use crate::vm::Thread;
use crate::{memory, meter};

pub(super) const METHODS: &[Method] = &[
    extension("add", add),
    extension("clear", clear),
    extension("difference", difference),
    unlisted("difference_update", difference_update),
    extension("discard", discard),
    extension("intersection", intersection),
    unlisted("intersection_update", intersection_update),
    unlisted("isdisjoint", isdisjoint),
    extension("issubset", issubset),
    extension("issuperset", issuperset),
    extension("pop", pop),
    extension("remove", remove),
    extension("symmetric_difference", symmetric_difference),
    unlisted("symmetric_difference_update", symmetric_difference_update),
    method("union", union),
    extension("update", update),
];

fn receiver(value: &Value) -> Result<&Set> {
    match value {
        Value::Set(set) => Ok(set),
        _ => Err(Error::new("not a set")),
    }
}

fn add(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [item] = args.exactly()?;
    let set = receiver(this)?;
    set.insert(item.clone())?;
    Ok(Value::None)
}

fn clear(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    let set = receiver(this)?;
    if !set.is_empty() {
        set.clear()?;
    }
    Ok(Value::None)
}

fn discard(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [item] = args.exactly()?;
    receiver(this)?.remove(item)?;
    Ok(Value::None)
}

fn remove(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let [item] = args.exactly()?;
    if receiver(this)?.remove(item)? {
        Ok(Value::None)
    } else {
        Err(Error::new("missing key").about(About::MissingItem))
    }
}

fn pop(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    args.none()?;
    receiver(this)?.remove_first()?.ok_or_else(|| Error::new("empty set"))
}

fn iterate(argument: &Value, at: usize) -> Result<Iter> {
    required(Some(argument), &(at + 1).to_string())
}

/// Returns all items of all arguments.
fn others(args: Args<'_>) -> Result<Vec<Value>> {
    args.no_keywords()?;
    let mut items = Vec::new();
    for (at, argument) in args.positional.iter().enumerate() {
        iterate(argument, at)?.gather_into(&mut items)?;
    }
    Ok(items)
}

/// Returns the items of all arguments of `update`, which has its own error messages.
fn added(args: Args<'_>) -> Result<Vec<Value>> {
    if !args.keywords.is_empty() {
        return Err(Error::new("does not accept keyword arguments"));
    }
    let mut items = Vec::new();
    for (at, argument) in (1..).zip(args.positional) {
        let iter = argument.iterate().ok_or_else(|| {
            let kind = argument.type_name();
            Error::new(format!("argument #{at} is not iterable: {kind}"))
        })?;
        iter.gather_into(&mut items)?;
    }
    Ok(items)
}

fn one_other(args: Args<'_>) -> Result<Set> {
    let [other] = args.exactly()?;
    Set::from_items(iterate(other, 0)?)
}

fn union(thread: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let is_late = thread.dialect().is_some_and(|dialect| dialect.extensions);
    let more = if is_late { added(args)? } else { others(args)? };
    let set = receiver(this)?;
    Set::from_items(set.items().into_iter().chain(more)).map(Value::Set)
}

fn update(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let set = receiver(this)?;
    let items = added(args)?;
    set.check_mutable("insert into")?;
    for item in items {
        set.insert(item)?;
    }
    Ok(Value::None)
}

/// Returns the elements of `set` whose membership in `other` is `inside`.
fn filtered(set: &Set, other: &Set, inside: bool) -> Result<Vec<Value>> {
    let mut kept = Vec::new();
    memory::reserve_items::<Value>(set.len())?;
    meter::work(set.len())?;
    for item in set.items() {
        if other.contains(&item)? == inside {
            kept.push(item);
        }
    }
    Ok(kept)
}

fn replace(set: &Set, items: Vec<Value>, verb: &str) -> Result<Value> {
    set.check_mutable(verb)?;
    set.clear()?;
    for item in items {
        set.insert(item)?;
    }
    Ok(Value::None)
}

fn difference(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let other = Set::from_items(others(args)?)?;
    Set::from_items(filtered(receiver(this)?, &other, false)?).map(Value::Set)
}

fn difference_update(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let other = Set::from_items(others(args)?)?;
    let set = receiver(this)?;
    replace(set, filtered(set, &other, false)?, "delete from")
}

/// Returns the elements of `set` that every argument contains.
fn common(set: &Set, args: Args<'_>) -> Result<Vec<Value>> {
    args.no_keywords()?;
    let mut kept = set.copy();
    for argument in args.positional {
        let other = Set::from_items(iterate(argument, 0)?)?;
        kept = Set::from_items(filtered(&kept, &other, true)?)?;
    }
    Ok(kept.items())
}

fn intersection(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    Set::from_items(common(receiver(this)?, args)?).map(Value::Set)
}

fn intersection_update(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let set = receiver(this)?;
    replace(set, common(set, args)?, "delete from")
}

fn isdisjoint(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let other = match args.between(0, 1)? {
        [] => Set::new(),
        [other, ..] => Set::from_items(iterate(other, 0)?)?,
    };
    Ok(Value::Bool(filtered(receiver(this)?, &other, true)?.is_empty()))
}

fn issubset(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let other = one_other(args)?;
    Ok(Value::Bool(filtered(receiver(this)?, &other, false)?.is_empty()))
}

fn issuperset(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let other = one_other(args)?;
    Ok(Value::Bool(filtered(&other, receiver(this)?, false)?.is_empty()))
}

fn either(set: &Set, args: Args<'_>) -> Result<Vec<Value>> {
    let other = one_other(args)?;
    let mut items = filtered(set, &other, false)?;
    items.extend(filtered(&other, set, false)?);
    Ok(items)
}

fn symmetric_difference(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    Set::from_items(either(receiver(this)?, args)?).map(Value::Set)
}

fn symmetric_difference_update(_: &mut Thread, this: &Value, args: Args<'_>) -> Result<Value> {
    let set = receiver(this)?;
    replace(set, either(set, args)?, "insert into")
}
