//! How large a tree is once all that is shared in it is written out.
//!
//! Trees share their parts, so a few lines of code can build one with more nodes than any machine can hold.
//! Every collection knows its extent; the limits are applied where a value enters a tree and where a tree
//! is printed, and so every walk in between has an end.

use super::Yaml;

/// Bytes that a node counts at least.
const NODE_BYTES: u64 = 16;

/// Blanks that a level indents a node by, in parts of [`NODE_BYTES`]: one eighth.
const INDENT_SHARE: u64 = 8;

/// The size of a tree, shared parts counted as often as they are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Levels of collections.
    pub depth: u32,
    /// Bytes of texts, and some for each node.
    pub bytes: u64,
}

impl Extent {
    /// The extent of one value.
    pub(super) fn of(value: &Yaml) -> Self {
        match value {
            Yaml::Map(map) => map.extent(),
            Yaml::Array(array) => array.extent(),
            Yaml::Text(text) => Self { depth: 0, bytes: NODE_BYTES + text.len() as u64 },
            _ => Self { depth: 0, bytes: NODE_BYTES },
        }
    }

    /// The extent of a collection of `values`.
    pub(super) fn around<'a>(values: impl Iterator<Item = &'a Yaml>) -> Self {
        let mut all = Self { depth: 0, bytes: NODE_BYTES };
        for value in values {
            let one = Self::of(value);
            all.depth = all.depth.max(one.depth);
            all.bytes = all.bytes.saturating_add(one.bytes);
        }
        Self { depth: all.depth + 1, ..all }
    }

    /// About as many bytes as its text has at most, indentation included.
    pub fn printed(self) -> u64 {
        self.bytes.saturating_mul(1 + u64::from(self.depth) / INDENT_SHARE)
    }
}
