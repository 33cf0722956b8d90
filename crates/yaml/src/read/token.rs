//! Tokens, which the scanner passes to the parser.

use crate::tree::Style;

/// The kinds of tokens. The names are those in the YAML specification.
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
    /// A key indicator, a scalar and the `:` after it in one. Nearly all keys have this form.
    SimpleKey,
}

/// A token: its kind, its position, and its text if it has one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Scalars: the style.
    pub(super) style: Style,
    /// Scalars: whether the text is in the side buffer.
    pub(super) cooked: bool,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) text_start: u32,
    pub(super) text_end: u32,
    /// Simple keys: the offset after the `:`.
    pub(super) value_at: u32,
}

impl Token {
    /// Creates a token without text.
    pub(super) fn bare(kind: TokenKind, start: usize, end: usize) -> Self {
        Self::with_text(kind, start, end, start, start)
    }

    /// Creates a token with a range of the source as its text.
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
