//! Finding keys of wide maps without walking them.
//!
//! Small maps are walked. A wide one gets a hash index when a key is first looked up; pushing keeps
//! it up to date, other edits drop it.

use std::{
    cell::RefCell,
    hash::{Hash, Hasher},
    rc::Rc,
};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{MapItem, Yaml};

/// The index of one map; empty until it pays.
#[derive(Debug, Default)]
pub(super) struct KeyIndex(RefCell<Option<Box<FxHashMap<Key, u32>>>>);

/// A copy of a map starts without an index: most copies are made to be changed.
impl Clone for KeyIndex {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl KeyIndex {
    /// The number of items up to which walking is as fast.
    pub(super) const WORTH: usize = 16;

    pub(super) fn clear(&mut self) {
        *self.0.get_mut() = None;
    }

    pub(super) fn push(&mut self, key: &Yaml, at: usize) {
        if let Some(index) = self.0.get_mut()
            && is_found(key)
        {
            index.entry(Key(key.clone())).or_insert(at as u32);
        }
    }

    #[allow(clippy::mutable_key_type, reason = "what texts mutate, their charge, is not hashed")]
    pub(super) fn find(&self, items: &[MapItem], key: &Yaml) -> Option<usize> {
        if items.len() <= Self::WORTH {
            return items.iter().position(|item| item.key.same_scalar(key));
        }
        let mut index = self.0.borrow_mut();
        let index = index.get_or_insert_with(|| {
            let mut index = FxHashMap::with_capacity_and_hasher(items.len(), FxBuildHasher);
            for (at, item) in items.iter().enumerate().filter(|(_, item)| is_found(&item.key)) {
                index.entry(Key(item.key.clone())).or_insert(at as u32);
            }
            Box::new(index)
        });
        index.get(&Key(key.clone())).map(|&at| at as usize)
    }
}

/// Whether a key is ever found. A NaN is not even the same as itself: many of them would only make the index slow.
fn is_found(key: &Yaml) -> bool {
    !matches!(key, Yaml::Float(value) if value.is_nan())
}

/// A key, hashed and compared as [`Yaml::same_scalar`] does.
#[derive(Debug)]
struct Key(Yaml);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_scalar(&other.0)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Yaml::Null => state.write_u8(0),
            Yaml::Bool(value) => state.write_u8(1 + u8::from(*value)),
            Yaml::Int(value) => state.write_i64(*value),
            Yaml::UInt(value) => state.write_u64(*value),
            // Zero and minus zero are the same key.
            Yaml::Float(value) => state.write_u64(if *value == 0.0 { 0 } else { value.to_bits() }),
            Yaml::Text(text) => state.write(text.as_bytes()),
            // Equal only if they are the same object.
            Yaml::Map(map) => state.write_usize(Rc::as_ptr(map) as usize),
            Yaml::Array(array) => state.write_usize(Rc::as_ptr(array) as usize),
        }
    }
}
