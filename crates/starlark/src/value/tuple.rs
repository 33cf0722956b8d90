//! Tuples: immutable sequences.

use std::ops::Deref;
use std::rc::Rc;

use super::Value;
use crate::memory::{Charge, OVERHEAD, drop_deep};

/// An immutable sequence.
#[derive(Clone)]
pub struct Tuple(Rc<Inner>);

struct Inner {
    items: Box<[Value]>,
    _charge: Charge,
}

impl Drop for Inner {
    fn drop(&mut self) {
        drop_deep(std::mem::take(&mut self.items));
    }
}

impl Tuple {
    /// A tuple of `items`.
    pub fn new(items: impl Into<Box<[Value]>>) -> Self {
        let items = items.into();
        let charge = Charge::new(OVERHEAD + size_of::<Inner>() + size_of_val::<[Value]>(&items));
        Self(Rc::new(Inner { items, _charge: charge }))
    }

    /// Whether both are the same tuple.
    pub fn is(&self, other: &Tuple) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }
}

impl Deref for Tuple {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0.items
    }
}
