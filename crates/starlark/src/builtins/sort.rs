//! `sorted`, with comparisons that may fail.

use crate::args::{Args, Callable, optional, required};
use crate::error::{Error, Result};
use crate::value::{Comparison, Iter, Value};
use crate::vm::Thread;
use crate::{memory, meter};

pub(super) fn sorted(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [iterable, key, reverse] = args.bind(["iterable", "key?", "reverse?"])?;
    let items = required::<Iter>(iterable, "iterable")?.gather()?;
    let reverse = optional::<bool>(reverse, "reverse")?.unwrap_or(false);
    // The pairs, and the halves that are merged.
    memory::reserve_items::<(Value, Option<Value>)>(items.len().saturating_mul(2))?;
    let mut keyed = Vec::with_capacity(items.len());
    match optional::<Callable<'_>>(key, "key")? {
        None => keyed.extend(items.into_iter().map(|item| (item, None))),
        Some(Callable(key)) => {
            for item in items {
                let sort_key = thread.call(key, std::slice::from_ref(&item), &[])?;
                keyed.push((item, Some(sort_key)));
            }
        }
    }
    let says_who = thread.dialect().is_some_and(|dialect| dialect.extensions);
    let sorted = merge_sort(keyed, &mut |(a, key_a), (b, key_b)| {
        let (a, b) = (key_a.as_ref().unwrap_or(a), key_b.as_ref().unwrap_or(b));
        meter::work(1)?;
        let comparison = if reverse { Comparison::Greater } else { Comparison::Less };
        let compared = a.compare(comparison, b);
        // Templates are not told which function it was.
        if says_who { compared } else { compared.map_err(Error::propagated) }
    })?;
    Ok(Value::list(sorted.into_iter().map(|(item, _)| item).collect()))
}

/// Stable, and indifferent to an order that is not one: the library's sort may panic then.
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
