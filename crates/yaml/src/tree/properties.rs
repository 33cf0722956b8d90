//! Anchors and tags: few nodes have them, so they live beside the nodes.

/// A range of the source or of the side buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextRange {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Anchor and tag of one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Properties {
    /// Whose they are.
    pub(crate) node: u32,
    /// Where the node starts without them.
    pub(crate) content_start: u32,
    /// The anchor's name, in the source.
    pub(crate) anchor: Option<TextRange>,
    /// The tag in full, in the side buffer.
    pub(crate) tag: Option<TextRange>,
}
