//! What the scanner hands to the parser.

use crate::tree::Style;

/// The kinds of tokens; the names are those of the YAML specification's productions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    StreamEnd,
    VersionDirective,
    TagDirective,
    /// A directive with an unknown name.
    ReservedDirective,
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias,
    Anchor,
    Tag,
    Scalar,
    /// A key's indicator, a scalar and the `:` after it in one. Nearly all keys come like this.
    SimpleKey,
}

/// A token: what, where, and for those that carry text, which.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Scalars: how it is written.
    pub(super) style: Style,
    /// Scalars: whether the text is in the side buffer.
    pub(super) cooked: bool,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) text_start: u32,
    pub(super) text_end: u32,
    /// Simple keys: after the `:`.
    pub(super) value_at: u32,
}

impl Token {
    /// A token without text.
    pub(super) fn bare(kind: TokenKind, start: usize, end: usize) -> Self {
        Self::with_text(kind, start, end, start, start)
    }

    /// A token with a range of the source.
    pub(super) fn with_text(
        kind: TokenKind,
        start: usize,
        end: usize,
        text_start: usize,
        text_end: usize,
    ) -> Self {
        Self {
            kind,
            style: Style::Plain,
            cooked: false,
            start: start as u32,
            end: end as u32,
            text_start: text_start as u32,
            text_end: text_end as u32,
            value_at: 0,
        }
    }
}
