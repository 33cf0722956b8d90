//! Iteration over values. A list, dict or set cannot be changed meanwhile.

use std::rc::Rc;

use super::{Dict, List, Range, Set, Tuple, Value};
use crate::error::{Error, Result};
use crate::{memory, meter};

/// An iteration in progress.
pub struct Iter(State);

enum State {
    Range { next: i64, left: usize, step: i64 },
    List { list: List, at: usize },
    Tuple { tuple: Tuple, at: usize },
    Dict { dict: Dict, at: usize },
    Set { set: Set, at: usize },
    Host(Box<dyn Iterator<Item = Value>>),
}

impl Value {
    /// Starts an iteration, if the type supports it.
    pub fn iterate(&self) -> Option<Iter> {
        Some(Iter(match self {
            Value::Range(range) => {
                let range: &Rc<Range> = range;
                State::Range { next: range.start, left: range.len(), step: range.step }
            }
            Value::List(list) => {
                list.lock();
                State::List { list: list.clone(), at: 0 }
            }
            Value::Tuple(tuple) => State::Tuple { tuple: tuple.clone(), at: 0 },
            Value::Dict(dict) => {
                dict.lock();
                State::Dict { dict: dict.clone(), at: 0 }
            }
            Value::Set(set) => {
                set.lock();
                State::Set { set: set.clone(), at: 0 }
            }
            Value::Host(host) => State::Host(host.iterate()?),
            _ => return None,
        }))
    }

    /// Starts an iteration, or fails if the type does not support it.
    pub fn try_iterate(&self) -> Result<Iter> {
        self.iterate().ok_or_else(|| {
            Error::new(format!("{} value is not iterable", self.type_name()))
                .note(crate::hints::not_iterable(self))
        })
    }
}

impl Iter {
    /// Returns the next number, if this is a range. Loops over ranges are the most frequent ones, and a number in a
    /// register is cheaper than a value in memory.
    #[inline]
    pub(crate) fn next_int(&mut self) -> NextInt {
        let State::Range { next, left, step } = &mut self.0 else {
            return NextInt::NotARange;
        };
        if *left == 0 {
            return NextInt::Done;
        }
        *left -= 1;
        let value = *next;
        *next = next.wrapping_add(*step);
        NextInt::Int(value)
    }
}

/// Iteration by native code: every item counts as a step.
impl Iter {
    /// The next item.
    pub(crate) fn next_counted(&mut self) -> Result<Option<Value>> {
        meter::work(1)?;
        Ok(self.next())
    }

    /// Returns all remaining items.
    pub(crate) fn gather(self) -> Result<Vec<Value>> {
        let mut items = Vec::new();
        self.gather_into(&mut items)?;
        Ok(items)
    }

    /// Adds all remaining items to `items`. Reserves memory before using it.
    pub(crate) fn gather_into(mut self, items: &mut Vec<Value>) -> Result<()> {
        let (known, _) = self.size_hint();
        meter::work(known)?;
        memory::reserve_items::<Value>(items.len().saturating_add(known))?;
        items.reserve(known);
        items.extend(self.by_ref().take(known));
        while let Some(item) = self.next_counted()? {
            if items.len() == items.capacity() {
                memory::reserve_items::<Value>(items.len() * 2)?;
            }
            items.push(item);
        }
        Ok(())
    }
}

/// The next item of a loop over numbers.
pub(crate) enum NextInt {
    Int(i64),
    Done,
    NotARange,
}

impl Iterator for Iter {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        match &mut self.0 {
            State::Range { next, left, step } => {
                *left = left.checked_sub(1)?;
                let value = *next;
                *next = next.wrapping_add(*step);
                Some(Value::Int(value))
            }
            State::List { list, at } => {
                let item = list.get(*at)?;
                *at += 1;
                Some(item)
            }
            State::Tuple { tuple, at } => {
                let item = tuple.get(*at)?.clone();
                *at += 1;
                Some(item)
            }
            State::Dict { dict, at } => {
                let (key, next) = dict.key_at(*at)?;
                *at = next;
                Some(key)
            }
            State::Set { set, at } => {
                let (key, next) = set.key_at(*at)?;
                *at = next;
                Some(key)
            }
            State::Host(iterator) => iterator.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            State::Range { left, .. } => (*left, Some(*left)),
            State::List { list, at } => (list.len() - at, None),
            State::Tuple { tuple, at } => (tuple.len() - at, None),
            State::Dict { dict, at: 0 } => (dict.len(), Some(dict.len())),
            State::Dict { dict, .. } => (0, Some(dict.len())),
            State::Set { set, at: 0 } => (set.len(), Some(set.len())),
            State::Set { set, .. } => (0, Some(set.len())),
            State::Host(iterator) => iterator.size_hint(),
        }
    }
}

impl Drop for Iter {
    fn drop(&mut self) {
        match &self.0 {
            State::List { list, .. } => list.unlock(),
            State::Dict { dict, .. } => dict.unlock(),
            State::Set { set, .. } => set.unlock(),
            _ => {}
        }
    }
}
