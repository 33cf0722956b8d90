//! Computes how large a tree is when all shared parts are written out.
//!
//! Trees share their parts, so a few lines of code can build one with more nodes than any machine can hold. Every
//! collection knows its extent. The limits are checked where a value enters a tree and where a tree is printed, so
//! every walk in between is bounded.

use super::Yaml;

/// The minimum number of bytes that a node counts.
const NODE_BYTES: u64 = 16;

/// The indentation of a node per level, as a fraction of [`NODE_BYTES`]: one eighth.
const INDENT_SHARE: u64 = 8;

/// The size of a tree. Shared parts count each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The number of nested collections.
    pub depth: u32,
    /// The bytes of texts, plus some for each node.
    pub bytes: u64,
}

impl Extent {
    /// Returns the extent of one value.
    pub(super) fn of(value: &Yaml) -> Self {
        match value {
            Yaml::Map(map) => map.extent(),
            Yaml::Array(array) => array.extent(),
            Yaml::Text(text) => Self { depth: 0, bytes: NODE_BYTES + text.len() as u64 },
            _ => Self { depth: 0, bytes: NODE_BYTES },
        }
    }

    /// Returns the extent of a collection of `values`.
    pub(super) fn around<'a>(values: impl Iterator<Item = &'a Yaml>) -> Self {
        let mut all = Self { depth: 0, bytes: NODE_BYTES };
        for value in values {
            let one = Self::of(value);
            all.depth = all.depth.max(one.depth);
            all.bytes = all.bytes.saturating_add(one.bytes);
        }
        Self { depth: all.depth + 1, ..all }
    }

    /// Returns the approximate maximum size of its text in bytes, including indentation.
    pub fn printed(self) -> u64 {
        self.bytes.saturating_mul(1 + u64::from(self.depth) / INDENT_SHARE)
    }
}
