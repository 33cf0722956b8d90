//! Finds the numbers of names and texts in the lists that a compiler makes.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The items at the start of a list that are compared one by one. Most programs have few names and texts, and hashing
/// these takes longer.
pub(crate) const FEW: usize = 8;

/// Returns the index in `list` of the item for `key`: one of the first [`FEW`] that `is_same`, or as in `others`.
pub(crate) fn number_of<T, K: Hash + Eq>(
    list: &[T],
    is_same: impl Fn(&T) -> bool,
    others: &FxHashMap<K, u32>,
    key: &K,
) -> Option<u32> {
    let first = list.iter().take(FEW).position(is_same);
    first.map(|at| at as u32).or_else(|| others.get(key).copied())
}
