//! Finds keys of wide maps without scanning.
//!
//! Small maps are scanned. A wide one gets an index on the first lookup: a hash table of item numbers with linear
//! probing, which contains no keys itself. Appending updates it, other edits drop it.

use std::{
    cell::OnceCell,
    hash::{Hash, Hasher},
    rc::Rc,
};

use rustc_hash::FxHasher;

use super::{MapItem, Yaml};

/// The index of one map; empty until it is worthwhile.
#[derive(Debug, Default)]
pub(super) struct KeyIndex(OnceCell<Box<Slots>>);

/// Item numbers plus one, at the hash of the key; 0 for an empty slot. The length is a power of two.
type Slots = Vec<u32>;

/// A copy of a map starts without an index, because most copies are made to be changed.
impl Clone for KeyIndex {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl KeyIndex {
    /// Up to this many items, scanning is as fast.
    pub(super) const WORTH: usize = 16;

    pub(super) fn clear(&mut self) {
        self.0 = OnceCell::new();
    }

    /// Adds the last of `items`.
    #[inline]
    pub(super) fn push(&mut self, items: &[MapItem]) {
        if let Some(slots) = self.0.get_mut() {
            note_last(slots, items);
        }
    }

    /// Forgets the item at `at`, which was the last one and had the key `key`. Nothing was noted after it, so nothing is
    /// found by way of its slot.
    pub(super) fn pop(&mut self, at: usize, key: &Yaml) {
        if let Some(slots) = self.0.get_mut() {
            let (mask, number) = (slots.len() - 1, at as u32 + 1);
            let mut slot = hash(key) as usize & mask;
            while slots[slot] != 0 && slots[slot] != number {
                slot = (slot + 1) & mask;
            }
            slots[slot] = 0;
        }
    }

    #[inline]
    pub(super) fn find(&self, items: &[MapItem], key: &Yaml) -> Option<usize> {
        match key {
            // Nearly all keys are.
            Yaml::Text(key) if items.len() <= Self::WORTH => {
                items.iter().position(|item| matches!(&item.key, Yaml::Text(other) if other == key))
            }
            _ => self.find_any(items, key),
        }
    }

    fn find_any(&self, items: &[MapItem], key: &Yaml) -> Option<usize> {
        if items.len() <= Self::WORTH {
            return items.iter().position(|item| item.key.same_scalar(key));
        }
        let slots = self.0.get_or_init(|| Box::new(slots_of(items)));
        let at = slots[slot(slots, items, key)];
        at.checked_sub(1).map(|at| at as usize)
    }
}

/// Adds the last of `items`, after making room for it.
fn note_last(slots: &mut Slots, items: &[MapItem]) {
    if items.len() * 2 > slots.len() {
        *slots = slots_of(items);
    } else if let Some(last) = items.len().checked_sub(1) {
        note(slots, items, last);
    }
}

/// Creates an index of `items` with room for as many again.
fn slots_of(items: &[MapItem]) -> Slots {
    let mut slots = vec![0; (items.len() * 2 + 1).next_power_of_two()];
    for at in 0..items.len() {
        note(&mut slots, items, at);
    }
    slots
}

/// Adds the item at `at`, unless an earlier one has the same key.
fn note(slots: &mut [u32], items: &[MapItem], at: usize) {
    let key = &items[at].key;
    if is_found(key) {
        let slot = slot(slots, items, key);
        if slots[slot] == 0 {
            slots[slot] = at as u32 + 1;
        }
    }
}

/// Returns the slot of `key`, or the slot where it would be.
fn slot(slots: &[u32], items: &[MapItem], key: &Yaml) -> usize {
    let mask = slots.len() - 1;
    let mut slot = hash(key) as usize & mask;
    while slots[slot] != 0 && !items[slots[slot] as usize - 1].key.same_scalar(key) {
        slot = (slot + 1) & mask;
    }
    slot
}

/// Whether a key can ever be found. NaN does not equal itself, and many of them would only make the index slow.
fn is_found(key: &Yaml) -> bool {
    !matches!(key, Yaml::Float(value) if value.is_nan())
}

/// Returns a hash that is the same for keys that are equal according to [`Yaml::same_scalar`].
fn hash(key: &Yaml) -> u64 {
    let mut state = FxHasher::default();
    match key {
        Yaml::Null => state.write_u8(0),
        Yaml::Bool(value) => state.write_u8(1 + u8::from(*value)),
        Yaml::Int(value) => state.write_i64(*value),
        Yaml::UInt(value) => state.write_u64(*value),
        // Zero and minus zero are the same key.
        Yaml::Float(value) => state.write_u64(if *value == 0.0 { 0 } else { value.to_bits() }),
        Yaml::Text(text) => text.as_bytes().hash(&mut state),
        // Collections are equal only if they are the same object.
        Yaml::Map(map) => state.write_usize(Rc::as_ptr(map) as usize),
        Yaml::Array(array) => state.write_usize(Rc::as_ptr(array) as usize),
    }
    state.finish()
}
