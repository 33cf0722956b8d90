//! Sets: mutable collections of distinct values in insertion order.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Value;
use super::table::Table;
use crate::error::{Error, Result};
use crate::memory::{self, Charge, OVERHEAD, drop_deep};
use crate::meter;

/// A mutable set in insertion order, shared by reference.
#[derive(Clone)]
pub struct Set(Rc<Inner>);

struct Inner {
    table: RefCell<Table<()>>,
    frozen: Cell<bool>,
    iterators: Cell<u32>,
    charge: Charge,
}

fn heap_bytes(table: &Table<()>) -> usize {
    OVERHEAD + size_of::<Inner>() + table.bytes()
}

impl Drop for Inner {
    fn drop(&mut self) {
        drop_deep(std::mem::take(self.table.get_mut()));
    }
}

impl Default for Set {
    fn default() -> Self {
        Self(Rc::new(Inner {
            table: RefCell::default(),
            frozen: Cell::new(false),
            iterators: Cell::new(0),
            charge: Charge::new(OVERHEAD + size_of::<Inner>()),
        }))
    }
}

impl Set {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a set of `items`, which must be hashable.
    pub fn from_items(items: impl IntoIterator<Item = Value>) -> Result<Self> {
        let set = Self::new();
        for item in items {
            meter::work(1)?;
            set.insert(item)?;
        }
        Ok(set)
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.0.table.borrow().len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether `item` is an element.
    pub fn contains(&self, item: &Value) -> Result<bool> {
        let hash = item.hash_key()?;
        Ok(self.0.table.borrow().contains(hash, item))
    }

    /// Adds `item`. Returns whether it is new.
    pub fn insert(&self, item: Value) -> Result<bool> {
        let hash = item.hash_key()?;
        memory::check_live(self.0.table.borrow().growth())?;
        self.edit("insert into", |table| table.insert(hash, item, ()).is_none())
    }

    /// Removes `item`. Returns whether it was present.
    pub fn remove(&self, item: &Value) -> Result<bool> {
        let hash = item.hash_key()?;
        self.edit("delete from", |table| table.remove(hash, item).is_some())
    }

    /// Removes and returns the oldest element.
    pub(crate) fn remove_first(&self) -> Result<Option<Value>> {
        Ok(self.edit("delete from", Table::remove_first)?.map(|(item, ())| item))
    }

    /// Removes everything.
    pub fn clear(&self) -> Result<()> {
        self.edit("clear", Table::clear)
    }

    /// Fails if the set is frozen or being iterated over. `verb` is for the message.
    pub(crate) fn check_mutable(&self, verb: &str) -> Result<()> {
        if self.0.frozen.get() {
            return Err(Error::new(format!("cannot {verb} frozen hash table"))
                .note(Some(crate::hints::FROZEN.to_owned())));
        }
        if self.0.iterators.get() > 0 {
            return Err(Error::new(format!("cannot {verb} hash table during iteration"))
                .note(Some(crate::hints::CHANGED_IN_A_LOOP.to_owned())));
        }
        Ok(())
    }

    fn edit<R>(&self, verb: &str, change: impl FnOnce(&mut Table<()>) -> R) -> Result<R> {
        self.check_mutable(verb)?;
        let mut table = self.0.table.borrow_mut();
        let result = change(&mut table);
        self.0.charge.set(heap_bytes(&table));
        Ok(result)
    }

    /// Visits the elements in order until one fails. The set must not be changed meanwhile.
    pub fn try_each<E>(
        &self,
        mut visit: impl FnMut(&Value) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        self.0.table.borrow().iter().try_for_each(|(item, ())| visit(item))
    }

    /// Returns a copy of the elements.
    pub fn items(&self) -> Vec<Value> {
        self.0.table.borrow().iter().map(|(k, ())| k.clone()).collect()
    }

    /// Returns another set with the same elements.
    #[must_use]
    pub fn copy(&self) -> Set {
        Set::from_items(self.items()).unwrap_or_default()
    }

    pub(crate) fn freeze(&self) -> bool {
        !self.0.frozen.replace(true)
    }

    /// Whether both are the same set.
    pub fn is(&self, other: &Set) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }

    pub(crate) fn key_at(&self, at: usize) -> Option<(Value, usize)> {
        self.0.table.borrow().key_at(at)
    }

    pub(crate) fn lock(&self) {
        self.0.iterators.set(self.0.iterators.get() + 1);
    }

    pub(crate) fn unlock(&self) {
        self.0.iterators.set(self.0.iterators.get() - 1);
    }
}
