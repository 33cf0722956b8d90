//! Dicts: mutable maps in insertion order.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::Value;
use super::table::Table;
use crate::error::{Error, Result};
use crate::memory::{self, Charge, OVERHEAD, drop_deep};

/// A mutable map in insertion order, shared by reference.
#[derive(Clone)]
pub struct Dict(Rc<Inner>);

struct Inner {
    table: RefCell<Table<Value>>,
    frozen: Cell<bool>,
    iterators: Cell<u32>,
    charge: Charge,
}

fn heap_bytes(table: &Table<Value>) -> usize {
    OVERHEAD + size_of::<Inner>() + table.bytes()
}

impl Drop for Inner {
    fn drop(&mut self) {
        drop_deep(std::mem::take(self.table.get_mut()));
    }
}

impl Default for Dict {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl Dict {
    /// An empty dict.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty dict with room for `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Self {
        let table = Table::with_capacity(capacity);
        let charge = Charge::new(heap_bytes(&table));
        Self(Rc::new(Inner {
            table: RefCell::new(table),
            frozen: Cell::new(false),
            iterators: Cell::new(0),
            charge,
        }))
    }

    /// Creates a dict of `entries`. For equal keys, the last one wins.
    pub fn from_entries(entries: impl IntoIterator<Item = (Value, Value)>) -> Result<Self> {
        let dict = Self::new();
        for (key, value) in entries {
            dict.insert(key, value)?;
        }
        Ok(dict)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.0.table.borrow().len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of `key`.
    #[inline]
    pub fn get(&self, key: &Value) -> Result<Option<Value>> {
        let hash = key.hash_key()?;
        Ok(self.0.table.borrow().get(hash, key).cloned())
    }

    /// Whether it contains `key`.
    pub fn contains(&self, key: &Value) -> Result<bool> {
        let hash = key.hash_key()?;
        Ok(self.0.table.borrow().contains(hash, key))
    }

    /// Sets the value of `key`. Returns the previous value.
    pub fn insert(&self, key: Value, value: Value) -> Result<Option<Value>> {
        let hash = key.hash_key()?;
        let growth = {
            let mut table = self.0.table.borrow_mut();
            if self.is_open()
                && let Some(old) = table.get_mut(hash, &key)
            {
                return Ok(Some(std::mem::replace(old, value)));
            }
            table.growth()
        };
        if growth > 0 {
            memory::check_live(growth)?;
        }
        // If the dict may be changed, the key is not in it.
        self.edit("insert into", |table| table.add(hash, key, value))?;
        Ok(None)
    }

    /// Whether it may be changed now.
    fn is_open(&self) -> bool {
        !self.0.frozen.get() && self.0.iterators.get() == 0
    }

    /// Removes `key`. Returns its value.
    pub fn remove(&self, key: &Value) -> Result<Option<Value>> {
        let hash = key.hash_key()?;
        Ok(self.edit("delete from", |table| table.remove(hash, key))?.map(|(_, value)| value))
    }

    /// Removes and returns the oldest entry.
    pub(crate) fn remove_first(&self) -> Result<Option<(Value, Value)>> {
        self.edit("delete from", Table::remove_first)
    }

    /// Removes everything.
    pub fn clear(&self) -> Result<()> {
        self.edit("clear", Table::clear)
    }

    fn edit<R>(&self, verb: &str, change: impl FnOnce(&mut Table<Value>) -> R) -> Result<R> {
        if self.0.frozen.get() {
            return Err(Error::new(format!("cannot {verb} frozen hash table"))
                .note(Some(crate::hints::FROZEN.to_owned())));
        }
        if self.0.iterators.get() > 0 {
            return Err(Error::new(format!("cannot {verb} hash table during iteration"))
                .note(Some(crate::hints::CHANGED_IN_A_LOOP.to_owned())));
        }
        let mut table = self.0.table.borrow_mut();
        let before = table.bytes();
        let result = change(&mut table);
        if table.bytes() != before {
            self.0.charge.set(heap_bytes(&table));
        }
        Ok(result)
    }

    /// Visits the entries in order until one fails. The dict must not be changed meanwhile.
    pub fn try_each<E>(
        &self,
        mut visit: impl FnMut(&Value, &Value) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        self.0.table.borrow().iter().try_for_each(|(key, value)| visit(key, value))
    }

    /// Returns a copy of the entries.
    pub fn entries(&self) -> Vec<(Value, Value)> {
        self.0.table.borrow().iter().map(|(k, v)| (k.clone(), v.clone())).collect()
    }

    /// Returns a copy of the keys.
    pub fn keys(&self) -> Vec<Value> {
        self.0.table.borrow().iter().map(|(k, _)| k.clone()).collect()
    }

    /// Returns a copy of the values.
    pub fn values(&self) -> Vec<Value> {
        self.0.table.borrow().iter().map(|(_, v)| v.clone()).collect()
    }

    /// Returns another dict with the same entries.
    #[must_use]
    pub fn copy(&self) -> Dict {
        let table = self.0.table.borrow();
        let copy = Dict::with_capacity(table.len());
        for (key, value) in table.iter() {
            // The keys were hashed when they were inserted, so this cannot fail.
            let _ = copy.insert(key.clone(), value.clone());
        }
        copy
    }

    pub(crate) fn freeze(&self) -> bool {
        !self.0.frozen.replace(true)
    }

    /// Whether both are the same dict.
    pub fn is(&self, other: &Dict) -> bool {
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
