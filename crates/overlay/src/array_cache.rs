//! Caches the indexes of arrays from one overlay to the next.
//!
//! An array is identified by its address. The cache has a weak reference to it. This keeps the address from being
//! reused, and makes code that changes the array move it first, because `Rc::make_mut` does not change what others
//! reference, even weakly. So a cached index is never out of date.

use std::rc::{Rc, Weak};

use rustc_hash::FxHashMap;
use yardstick_template::tree::Array;

use crate::matching::Index;

/// Indexes by the address of the array.
#[derive(Debug, Default)]
pub(crate) struct ArrayCache(FxHashMap<usize, (Weak<Array>, Index)>);

impl ArrayCache {
    /// Takes out the index of `array`, or an empty one.
    pub(crate) fn take(&mut self, array: &Rc<Array>) -> Index {
        // The weak reference is removed, too, so that the array can be edited in place.
        self.0.remove(&address(array)).map(|(_, index)| index).unwrap_or_default()
    }

    /// Stores `index` for `array`.
    pub(crate) fn keep(&mut self, array: &Rc<Array>, index: Index) {
        if index.was_asked() {
            self.0.insert(address(array), (Rc::downgrade(array), index));
        }
    }
}

fn address(array: &Rc<Array>) -> usize {
    Rc::as_ptr(array).addr()
}

#[cfg(test)]
mod tests {
    use yardstick_template::tree::{ArrayItem, Yaml};

    use super::*;

    #[test]
    fn a_changed_array_has_no_index() {
        let mut cache = ArrayCache::default();
        let mut array = Rc::new(Array::new(vec![ArrayItem::new(1); 20]));
        cache.keep(&array, Index::asked());
        assert!(cache.take(&array).was_asked());

        cache.keep(&array, Index::asked());
        Rc::make_mut(&mut array).items_mut().push(ArrayItem::new(Yaml::Null));
        assert!(!cache.take(&array).was_asked());
    }
}
