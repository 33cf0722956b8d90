//! The stored form of a node: 20 bytes, without its own allocation.

/// The number of a node in its tree. Nodes are numbered in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A single value, given by its text.
    Scalar,
    /// Pairs of keys and values.
    Map,
    /// A list of items.
    Sequence,
    /// A reference to the node with the anchor of this name.
    Alias,
}

/// The style of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// A scalar without quotes, an alias, or an absent node.
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `|` and lines.
    Literal,
    /// `>` and lines.
    Folded,
    /// A collection defined by indentation.
    Block,
    /// A collection in brackets or braces, or a single pair inside brackets.
    Flow,
}

/// Flags of a node, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(pub(crate) u8);

impl Flags {
    /// The text is in the side buffer, not in the source.
    pub(crate) const COOKED: Flags = Flags(1);
    /// The node has an anchor or a tag in the side table.
    pub(crate) const PROPERTIES: Flags = Flags(2);
    /// The map has a merge key.
    pub(crate) const MERGES: Flags = Flags(4);
    /// The text is an unquoted string of printable ASCII on one line, which is printed as written.
    pub(crate) const WORD: Flags = Flags(8);

    pub(crate) fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    #[must_use]
    pub(crate) fn with(self, flag: Flags) -> Flags {
        Flags(self.0 | flag.0)
    }
}

/// The value for an indicator that is too far away for its field.
pub(crate) const FAR: u8 = u8::MAX;

/// The stored form of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) style: Style,
    pub(crate) flags: Flags,
    /// For an item of a sequence: the distance from its `-`, or from the `[` or `,` before it, to `start`. [`FAR`] if
    /// the distance does not fit; then it is in the tree's side table. Otherwise 0.
    pub(crate) indicator_distance: u8,
    /// The start of the node, including its anchor and tag.
    pub(crate) start: u32,
    /// The offset after its last byte.
    pub(crate) end: u32,
    /// Scalar: start of the text. Alias: start of the name. Map, sequence: the number of the first node after its
    /// subtree, 0 while it is being read.
    pub(crate) bound: u32,
    /// Scalar: end of the text. Alias: the target node. Map: number of pairs. Sequence: number of items.
    pub(crate) extent: u32,
}

impl Node {
    /// Returns the number of the first node after the subtree of this node, which has the number `id`. 0 while it is
    /// being read.
    #[inline]
    pub(crate) fn subtree_end(&self, id: u32) -> u32 {
        match self.kind {
            Kind::Scalar | Kind::Alias => id + 1,
            Kind::Map | Kind::Sequence => self.bound,
        }
    }
}
