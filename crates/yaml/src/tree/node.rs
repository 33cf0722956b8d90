//! One node as it is stored: 20 bytes, no allocation of its own.

/// The number of a node in its tree; nodes are numbered in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A single value, given by its text.
    Scalar,
    /// Keys with values.
    Map,
    /// Items in a row.
    Sequence,
    /// Stands for the node with the anchor of that name.
    Alias,
}

/// How a node is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// A scalar without quotes; an alias; a node of which nothing is written.
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `|` and lines.
    Literal,
    /// `>` and lines.
    Folded,
    /// A collection given by indentation.
    Block,
    /// A collection in brackets or braces, or a single pair inside brackets.
    Flow,
}

/// Facts about a node that fit in a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(pub(crate) u8);

impl Flags {
    /// The text is in the side buffer, not in the source.
    pub(crate) const COOKED: Flags = Flags(1);
    /// There is an anchor or a tag in the side table.
    pub(crate) const PROPERTIES: Flags = Flags(2);
    /// The map has a merge key.
    pub(crate) const MERGES: Flags = Flags(4);
    /// The text is a string that is written without quotes, on one line of printable ASCII, as it would be printed.
    pub(crate) const WORD: Flags = Flags(8);

    pub(crate) fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    #[must_use]
    pub(crate) fn with(self, flag: Flags) -> Flags {
        Flags(self.0 | flag.0)
    }
}

/// The distance of an indicator that is too far away for its field.
pub(crate) const FAR: u8 = u8::MAX;

/// A node as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) style: Style,
    pub(crate) flags: Flags,
    /// Item of a sequence: how far before `start` its `-` is, or the `[` or `,` before it.
    /// [`FAR`] if it is further away, and then in the tree's side table. Otherwise 0.
    pub(crate) indicator_distance: u8,
    /// Where the node starts, its anchor and tag included.
    pub(crate) start: u32,
    /// After its last byte.
    pub(crate) end: u32,
    /// Scalar: start of the text. Alias: start of the name. Map, sequence: the first node after it and all that is
    /// inside it, 0 while it is being read.
    pub(crate) bound: u32,
    /// Scalar: end of the text. Alias: the node it stands for. Map: number of pairs. Sequence:
    /// number of items.
    pub(crate) extent: u32,
}

impl Node {
    /// The first node after this one, which is numbered `id`, and all that is inside it. 0 while it is being read.
    #[inline]
    pub(crate) fn subtree_end(&self, id: u32) -> u32 {
        match self.kind {
            Kind::Scalar | Kind::Alias => id + 1,
            Kind::Map | Kind::Sequence => self.bound,
        }
    }
}
