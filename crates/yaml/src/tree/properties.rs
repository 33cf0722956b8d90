//! Anchors and tags. Few nodes have them, so they are stored separately.

/// A range of the source or of the side buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextRange {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The anchor and tag of one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Properties {
    /// The node that they belong to.
    pub(crate) node: u32,
    /// The start of the node without them.
    pub(crate) content_start: u32,
    /// The name of the anchor, in the source.
    pub(crate) anchor: Option<TextRange>,
    /// The full tag, in the side buffer.
    pub(crate) tag: Option<TextRange>,
}
