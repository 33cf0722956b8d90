//! Resolves duplicate keys in plain files: the last value wins, at the position of the first key.

use std::collections::hash_map::Entry as Slot;

use rustc_hash::FxHashMap;

use super::key::KeyValue;
use super::spliced_entries;
use crate::resolve::{self, Resolver};
use crate::tree::{Entries, Entry, Kind, NodeRef, Style};

/// Up to this many keys, pairwise comparison is faster than hashing.
const FEW: usize = 8;

/// Returns the pairs of `map` as the reference prints them for plain files: with merge keys applied, and for
/// duplicate keys the last value at the position of the first key. Takes linear time, and allocates nothing for a
/// small map without duplicates.
pub fn reference_entries(map: NodeRef<'_>) -> ReferenceEntries<'_> {
    if map.has_merge_key() {
        return ReferenceEntries::Settled(settle(spliced_entries(map)).into_iter());
    }
    if map.len() <= FEW && !has_duplicate(map) {
        return ReferenceEntries::Written(map.entries());
    }
    ReferenceEntries::Settled(settle(map.entries()).into_iter())
}

/// See [`reference_entries`].
#[derive(Clone, Debug)]
pub enum ReferenceEntries<'t> {
    /// The pairs as written.
    Written(Entries<'t>),
    /// The pairs with duplicates resolved.
    Settled(std::vec::IntoIter<Entry<'t>>),
}

impl<'t> Iterator for ReferenceEntries<'t> {
    type Item = Entry<'t>;

    fn next(&mut self) -> Option<Entry<'t>> {
        match self {
            Self::Written(entries) => entries.next(),
            Self::Settled(entries) => entries.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Written(entries) => entries.size_hint(),
            Self::Settled(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for ReferenceEntries<'_> {}

/// Whether a small map may have duplicate keys: two keys with the same text, or a key that may not be a string.
fn has_duplicate(map: NodeRef<'_>) -> bool {
    let mut texts: [&[u8]; FEW] = [b""; FEW];
    for (count, entry) in map.entries().enumerate() {
        let word = entry.key.word();
        let text = word.unwrap_or_else(|| entry.key.text_bytes());
        let is_string = word.is_some() || is_certainly_string(entry.key);
        if !is_string || texts[..count].contains(&text) {
            return true;
        }
        texts[count] = text;
    }
    false
}

fn is_certainly_string(key: NodeRef<'_>) -> bool {
    key.kind() == Kind::Scalar
        && !key.has_properties()
        && (key.style() != Style::Plain || resolve::is_plain_string(key.text()))
}

fn settle<'t>(entries: impl Iterator<Item = Entry<'t>>) -> Vec<Entry<'t>> {
    let mut settled: Vec<Entry<'t>> = Vec::with_capacity(entries.size_hint().0);
    let mut places: FxHashMap<KeyValue<'t>, usize> = FxHashMap::default();
    for entry in entries {
        match places.entry(KeyValue::new(entry.key, Resolver::Yaml11)) {
            Slot::Occupied(place) => settled[*place.get()] = entry,
            Slot::Vacant(place) => {
                place.insert(settled.len());
                settled.push(entry);
            }
        }
    }
    settled
}
