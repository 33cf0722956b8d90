//! Iterates over the pairs of a map, with the pairs of merged maps in place of `<<`.

use crate::tree::{Entries, Entry, NodeRef};

/// Returns the pairs of `map` like the reference's parser: the pairs of a merged map replace its `<<`. Duplicates are
/// kept.
pub fn spliced_entries(map: NodeRef<'_>) -> SplicedEntries<'_> {
    SplicedEntries { current: map.entries(), outer: Vec::new() }
}

/// See [`spliced_entries`].
#[derive(Clone, Debug)]
pub struct SplicedEntries<'t> {
    current: Entries<'t>,
    /// The maps to continue after the current one.
    outer: Vec<Entries<'t>>,
}

impl<'t> Iterator for SplicedEntries<'t> {
    type Item = Entry<'t>;

    fn next(&mut self) -> Option<Entry<'t>> {
        loop {
            match self.current.next() {
                None => self.current = self.outer.pop()?,
                Some(entry) if entry.key.is_merge_key() => {
                    let merged = entry.value.dereferenced().entries();
                    self.outer.push(std::mem::replace(&mut self.current, merged));
                }
                Some(entry) => return Some(entry),
            }
        }
    }
}
