//! The pairs of a map with those of merged maps in the place of `<<`.

use crate::tree::{Entries, Entry, NodeRef};

/// The pairs of `map` as the reference's parser delivers them: where `<<` is, the pairs of the
/// map it merges take its place. Duplicates are kept.
pub fn spliced_entries(map: NodeRef<'_>) -> SplicedEntries<'_> {
    SplicedEntries { current: map.entries(), outer: Vec::new() }
}

/// See [`spliced_entries`].
#[derive(Clone, Debug)]
pub struct SplicedEntries<'t> {
    current: Entries<'t>,
    /// Maps that go on when the current one is done.
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
