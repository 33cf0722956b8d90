//! `sorted`: uses the library's sort if all keys are numbers or all are strings, otherwise a sort with comparisons
//! that may fail.

use std::cmp::Reverse;

use crate::args::{Args, Callable, optional, required};
use crate::error::{Error, Result};
use crate::value::{Comparison, Iter, Value};
use crate::vm::Thread;
use crate::{memory, meter};

pub(super) fn sorted(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [iterable, key, reverse] = args.bind(["iterable", "key?", "reverse?"])?;
    let items = required::<Iter>(iterable, "iterable")?.gather()?;
    let reverse = optional::<bool>(reverse, "reverse")?.unwrap_or(false);
    // Memory for the pairs, and for the halves that are merged.
    memory::reserve_items::<(Value, Option<Value>)>(items.len().saturating_mul(2))?;
    let says_who = thread.dialect().is_some_and(|dialect| dialect.extensions);
    let precedes = |a: &Value, b: &Value| {
        meter::work(1)?;
        let comparison = if reverse { Comparison::Greater } else { Comparison::Less };
        let compared = a.compare(comparison, b);
        // A propagated error does not name the function.
        if says_who { compared } else { compared.map_err(Error::propagated) }
    };
    let Some(Callable(key)) = optional::<Callable<'_>>(key, "key")? else {
        let sorted = sort(items, |item| item, reverse, precedes)?;
        return Ok(Value::list(sorted));
    };
    let mut keyed = Vec::with_capacity(items.len());
    for item in items {
        let sort_key = thread.call(key, std::slice::from_ref(&item), &[])?;
        keyed.push((sort_key, item));
    }
    let sorted = sort(keyed, |(key, _)| key, reverse, precedes)?;
    Ok(Value::list(sorted.into_iter().map(|(_, item)| item).collect()))
}

/// Sorts by the key that `key` returns. Equal items keep their order, also in reverse.
fn sort<T>(
    mut items: Vec<T>,
    key: impl Fn(&T) -> &Value,
    reverse: bool,
    precedes: impl Fn(&Value, &Value) -> Result<bool>,
) -> Result<Vec<T>> {
    match one_kind(items.iter().map(&key))? {
        Some(Kind::Number) if reverse => items.sort_by_key(|item| Reverse(number(key(item)))),
        Some(Kind::Number) => items.sort_by_key(|item| number(key(item))),
        Some(Kind::Text) if reverse => items.sort_by(|a, b| text(key(b)).cmp(text(key(a)))),
        Some(Kind::Text) => items.sort_by(|a, b| text(key(a)).cmp(text(key(b)))),
        None => return merge_sort(items, &mut |a, b| precedes(key(a), key(b))),
    }
    Ok(items)
}

/// Kinds of keys whose comparison cannot fail.
enum Kind {
    Number,
    Text,
}

/// Returns the kind of all keys, if it is the same for all. Counts the work of sorting in advance.
fn one_kind<'a>(keys: impl ExactSizeIterator<Item = &'a Value> + Clone) -> Result<Option<Kind>> {
    let rounds = keys.len().checked_ilog2().unwrap_or(0) as usize;
    let kind = if keys.clone().all(|key| matches!(key, Value::Int(_))) {
        Kind::Number
    } else if keys.clone().all(|key| matches!(key, Value::Str(_))) {
        Kind::Text
    } else {
        return Ok(None);
    };
    meter::work(keys.len() * rounds)?;
    for key in keys {
        meter::scan(text(key).len().saturating_mul(rounds))?;
    }
    Ok(Some(kind))
}

fn number(key: &Value) -> i64 {
    match key {
        Value::Int(int) => *int,
        _ => 0,
    }
}

fn text(key: &Value) -> &[u8] {
    match key {
        Value::Str(text) => text.as_bytes(),
        _ => &[],
    }
}

/// A stable sort that tolerates an inconsistent order, for which the library's sort may panic.
fn merge_sort<T>(
    mut items: Vec<T>,
    precedes: &mut impl FnMut(&T, &T) -> Result<bool>,
) -> Result<Vec<T>> {
    if items.len() < 2 {
        return Ok(items);
    }
    let right = items.split_off(items.len() / 2);
    let mut left = merge_sort(items, precedes)?.into_iter().peekable();
    let mut right = merge_sort(right, precedes)?.into_iter().peekable();
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if precedes(b, a)? { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}
