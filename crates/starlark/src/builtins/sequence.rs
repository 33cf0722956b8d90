//! Functions over sequences.

use std::rc::Rc;

use crate::args::{Args, Callable, optional, required};
use crate::error::{About, Error, Result};
use crate::value::{Comparison, Iter, Range, Value};
use crate::vm::Thread;
use crate::{hints, memory, meter};

pub(super) fn all(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [iterable] = args.by_place(1)?;
    let mut items = required::<Iter>(iterable, "1")?;
    while let Some(item) = items.next_counted()? {
        if !item.truth() {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
}

pub(super) fn any(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [iterable] = args.by_place(1)?;
    let mut items = required::<Iter>(iterable, "1")?;
    while let Some(item) = items.next_counted()? {
        if item.truth() {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

pub(super) fn enumerate(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [iterable, start] = args.by_place(1)?;
    let items = required::<Iter>(iterable, "1")?;
    let start = optional::<i64>(start, "2")?.unwrap_or(0);
    let mut items = items.gather()?;
    // The tuples are charged as they are created; the limit is checked from time to time.
    for (at, item) in items.iter_mut().enumerate() {
        meter::work(1)?;
        let number = Value::Int(start.wrapping_add(at as i64));
        *item = Value::tuple(vec![number, std::mem::take(item)]);
    }
    Ok(Value::list(items))
}

pub(super) fn len_of(value: &Value) -> Option<Value> {
    i64::try_from(value.len()?).ok().map(Value::Int)
}

pub(super) fn len(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    value.len().map(Value::from).ok_or_else(|| {
        let message = format!("value of type {} has no len", value.type_name());
        Error::new(message).note(hints::without_length(value))
    })
}

pub(super) fn max(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    extreme(thread, args, Comparison::Greater)
}

pub(super) fn min(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    extreme(thread, args, Comparison::Less)
}

fn extreme(thread: &mut Thread, args: Args<'_>, wanted: Comparison) -> Result<Value> {
    let [key] = Args::new(&[], args.keywords).bind(["key?"])?;
    let key = optional::<Callable<'_>>(key, "key")?;
    let items: Vec<Value> = match args.positional {
        [] => {
            let name = if wanted == Comparison::Greater { "max" } else { "min" };
            let message = format!("{name} requires at least one positional argument");
            return Err(Error::new(message).propagated());
        }
        [single] => single.try_iterate()?.gather()?,
        several => several.to_vec(),
    };
    let mut best: Option<(Value, Value)> = None;
    for item in items {
        meter::work(1)?;
        let sort_key = match key {
            Some(Callable(key)) => thread.call(key, std::slice::from_ref(&item), &[])?,
            None => item.clone(),
        };
        let better = match &best {
            None => true,
            Some((_, best_key)) => sort_key.compare(wanted, best_key)?,
        };
        if better {
            best = Some((item, sort_key));
        }
    }
    best.map(|(item, _)| item)
        .ok_or_else(|| Error::new("argument is an empty sequence").about(About::Empty))
}

pub(super) fn range(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    // By far the most frequent form.
    if let ([Value::Int(stop)], []) = (args.positional, args.keywords)
        && let Ok(stop) = i32::try_from(*stop)
    {
        return Ok(Value::Range(Rc::new(Range::up_to(stop))));
    }
    let [first, second, step] = args.by_place(1)?;
    let first = bound(required(first, "1")?, "start_or_stop")?;
    let step = step.map_or(Ok(1), |step| bound(step, "3"))?;
    let range = match second {
        Some(stop) => Range::new(first, bound(stop, "2")?, step)?,
        None => Range::new(0, first, step)?,
    };
    Ok(Value::Range(Rc::new(range)))
}

/// Reads a bound, which the language defines as small.
fn bound(value: &Value, name: &str) -> Result<i64> {
    let small = match value {
        Value::BigInt(_) => None,
        _ => i32::try_from(required::<i64>(Some(value), name)?).ok(),
    };
    small.map(i64::from).ok_or_else(|| {
        let value = value.to_repr();
        Error::new(format!("{value} out of range (want value in signed 32-bit range)"))
    })
}

pub(super) fn reversed(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [iterable] = args.by_place(1)?;
    let items = required::<Iter>(iterable, "1")?;
    let mut items = items.gather()?;
    items.reverse();
    Ok(Value::list(items))
}

pub(super) fn zip(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let mut iters = Vec::with_capacity(args.positional.len());
    for (at, iterable) in args.positional.iter().enumerate() {
        let iter = iterable.iterate().ok_or_else(|| {
            Error::new(format!("argument #{} is not iterable: {}", at + 1, iterable.type_name()))
        })?;
        iters.push(iter);
    }
    let mut rows = Vec::new();
    while !iters.is_empty() {
        meter::work(1 + iters.len())?;
        if rows.len() == rows.capacity() {
            memory::reserve_items::<Value>(rows.len() * 2)?;
        }
        let row: Vec<Value> = iters.iter_mut().map_while(Iterator::next).collect();
        if row.len() < iters.len() {
            break;
        }
        rows.push(Value::tuple(row));
    }
    Ok(Value::list(rows))
}
