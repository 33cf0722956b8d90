//! The hash table of dicts and sets: keeps insertion order, and removes any entry in constant time.
//!
//! Entries are in a vector in insertion order; removed ones leave a hole until the next rebuild. Small tables are
//! scanned; larger ones have an index with linear probing.

use super::Value;
use super::hash::key_equals;

const SCANNED: usize = 8;
const EMPTY: u32 = 0;
const REMOVED: u32 = u32::MAX;

pub(crate) struct Table<V> {
    entries: Vec<Option<Entry<V>>>,
    /// Entry number + 1, `EMPTY` or `REMOVED`. The length is a power of two, or zero for small tables.
    index: Vec<u32>,
    len: usize,
    /// No entry before this one is occupied, so that removing the first entry repeatedly takes linear time in total.
    first: usize,
}

struct Entry<V> {
    hash: u64,
    key: Value,
    value: V,
}

impl<V> Entry<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "it is what a search consists of")]
    fn is_of(&self, hash: u64, key: &Value) -> bool {
        self.hash == hash && key_equals(&self.key, key)
    }
}

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { entries: Vec::new(), index: Vec::new(), len: 0, first: 0 }
    }
}

impl<V> Table<V> {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let mut table = Self { entries: Vec::with_capacity(capacity), ..Self::default() };
        if capacity > SCANNED {
            table.index = vec![EMPTY; (capacity * 2).next_power_of_two()];
        }
        table
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Option<Entry<V>>>() + self.index.capacity() * 4
    }

    /// Returns the memory that one more entry may need.
    pub(crate) fn growth(&self) -> usize {
        if self.entries.len() < self.entries.capacity() { 0 } else { self.bytes() * 2 }
    }

    /// Returns the number of the entry for `key`.
    #[inline]
    fn find(&self, hash: u64, key: &Value) -> Option<usize> {
        if self.index.is_empty() {
            let entries = self.entries.get(self.first..)?;
            let is_it =
                |entry: &Option<Entry<V>>| entry.as_ref().is_some_and(|e| e.is_of(hash, key));
            let found = entries.iter().position(is_it)?;
            return Some(self.first + found);
        }
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.index[slot] {
                EMPTY => return None,
                REMOVED => {}
                entry => {
                    let at = entry as usize - 1;
                    if self.entries[at].as_ref().is_some_and(|e| e.is_of(hash, key)) {
                        return Some(at);
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    pub(crate) fn get(&self, hash: u64, key: &Value) -> Option<&V> {
        self.find(hash, key).and_then(|at| self.entries[at].as_ref()).map(|entry| &entry.value)
    }

    pub(crate) fn contains(&self, hash: u64, key: &Value) -> bool {
        self.find(hash, key).is_some()
    }

    pub(crate) fn get_mut(&mut self, hash: u64, key: &Value) -> Option<&mut V> {
        let at = self.find(hash, key)?;
        self.entries[at].as_mut().map(|entry| &mut entry.value)
    }

    /// Sets the value of `key`, which keeps its place if it exists. Returns the previous value.
    pub(crate) fn insert(&mut self, hash: u64, key: Value, value: V) -> Option<V> {
        if let Some(old) = self.get_mut(hash, &key) {
            return Some(std::mem::replace(old, value));
        }
        self.add(hash, key, value);
        None
    }

    /// Adds `key` with its value. The key must not exist yet.
    pub(crate) fn add(&mut self, hash: u64, key: Value, value: V) {
        if self.entries.len() >= SCANNED && (self.entries.len() + 1) * 2 > self.index.len() {
            self.rebuild();
        }
        let at = self.entries.len();
        self.entries.push(Some(Entry { hash, key, value }));
        self.len += 1;
        if !self.index.is_empty() {
            self.link(hash, at);
        }
    }

    fn link(&mut self, hash: u64, at: usize) {
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        while self.index[slot] != EMPTY && self.index[slot] != REMOVED {
            slot = (slot + 1) & mask;
        }
        self.index[slot] = at as u32 + 1;
    }

    /// Closes the holes and doubles the capacity.
    fn rebuild(&mut self) {
        self.entries.retain(Option::is_some);
        self.first = 0;
        self.index.clear();
        if self.entries.len() >= SCANNED {
            self.index.resize(((self.entries.len() + 1) * 4).next_power_of_two(), EMPTY);
            for at in 0..self.entries.len() {
                let hash = self.entries[at].as_ref().map_or(0, |entry| entry.hash);
                self.link(hash, at);
            }
        }
    }

    pub(crate) fn remove(&mut self, hash: u64, key: &Value) -> Option<(Value, V)> {
        let at = self.find(hash, key)?;
        self.take(at)
    }

    /// Removes and returns the oldest entry.
    pub(crate) fn remove_first(&mut self) -> Option<(Value, V)> {
        let at = (self.first..self.entries.len()).find(|&at| self.entries[at].is_some())?;
        self.take(at)
    }

    fn take(&mut self, at: usize) -> Option<(Value, V)> {
        let entry = self.entries[at].take()?;
        self.len -= 1;
        if !self.index.is_empty() {
            let mask = self.index.len() - 1;
            let mut slot = entry.hash as usize & mask;
            while self.index[slot] != at as u32 + 1 {
                slot = (slot + 1) & mask;
            }
            self.index[slot] = REMOVED;
        }
        while self.first < self.entries.len() && self.entries[self.first].is_none() {
            self.first += 1;
        }
        if self.len == 0 {
            self.clear();
        }
        Some((entry.key, entry.value))
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.index.clear();
        self.len = 0;
        self.first = 0;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Value, &V)> {
        self.entries[self.first..].iter().flatten().map(|entry| (&entry.key, &entry.value))
    }

    /// Returns the key of the next occupied entry at or after `at`, and the number to continue with.
    pub(crate) fn key_at(&self, mut at: usize) -> Option<(Value, usize)> {
        at = at.max(self.first);
        loop {
            match self.entries.get(at)? {
                Some(entry) => return Some((entry.key.clone(), at + 1)),
                None => at += 1,
            }
        }
    }
}
