//! Lists: mutable sequences.

use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;

use super::Value;
use crate::error::{Error, Result};
use crate::memory::{self, Charge, OVERHEAD, drop_deep};

/// A mutable sequence, shared by reference.
#[derive(Clone)]
pub struct List(Rc<Inner>);

struct Inner {
    items: RefCell<Vec<Value>>,
    frozen: Cell<bool>,
    iterators: Cell<u32>,
    charge: Charge,
}

fn heap_bytes(items: &Vec<Value>) -> usize {
    OVERHEAD + size_of::<Inner>() + items.capacity() * size_of::<Value>()
}

impl Drop for Inner {
    fn drop(&mut self) {
        drop_deep(std::mem::take(self.items.get_mut()));
    }
}

impl List {
    /// A list of `items`.
    pub fn new(items: Vec<Value>) -> Self {
        let charge = Charge::new(heap_bytes(&items));
        Self(Rc::new(Inner {
            items: RefCell::new(items),
            frozen: Cell::new(false),
            iterators: Cell::new(0),
            charge,
        }))
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.0.items.borrow().len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at `index`.
    pub fn get(&self, index: usize) -> Option<Value> {
        self.0.items.borrow().get(index).cloned()
    }

    /// Borrows the items. Release them before running any code of the program.
    pub fn borrow(&self) -> Ref<'_, Vec<Value>> {
        self.0.items.borrow()
    }

    /// A copy of the items.
    pub fn to_vec(&self) -> Vec<Value> {
        self.0.items.borrow().clone()
    }

    /// Changes the items, unless the list is frozen or being iterated over. `verb` is for the error message.
    pub fn edit<R>(&self, verb: &str, change: impl FnOnce(&mut Vec<Value>) -> R) -> Result<R> {
        if self.0.frozen.get() {
            return Err(Error::new(format!("cannot {verb} frozen list"))
                .note(Some(crate::hints::FROZEN.to_owned())));
        }
        if self.0.iterators.get() > 0 {
            return Err(Error::new(format!("cannot {verb} list during iteration"))
                .note(Some(crate::hints::CHANGED_IN_A_LOOP.to_owned())));
        }
        let mut items = self.0.items.borrow_mut();
        let before = items.capacity();
        let result = change(&mut items);
        if items.capacity() != before {
            self.0.charge.set(heap_bytes(&items));
        }
        Ok(result)
    }

    /// Appends an item.
    pub fn push(&self, item: Value) -> Result<()> {
        self.check_growth()?;
        self.edit("append to", |items| items.push(item))
    }

    /// Fails if there is no memory for one more item: a full vector doubles.
    pub(crate) fn check_growth(&self) -> Result<()> {
        let items = self.0.items.borrow();
        if items.len() < items.capacity() {
            return Ok(());
        }
        memory::check_live(items.capacity() * 2 * size_of::<Value>())
    }

    /// Makes it immutable. Returns whether it was mutable before.
    pub(crate) fn freeze(&self) -> bool {
        !self.0.frozen.replace(true)
    }

    /// Whether both are the same list.
    pub fn is(&self, other: &List) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }

    pub(crate) fn lock(&self) {
        self.0.iterators.set(self.0.iterators.get() + 1);
    }

    pub(crate) fn unlock(&self) {
        self.0.iterators.set(self.0.iterators.get() - 1);
    }
}
