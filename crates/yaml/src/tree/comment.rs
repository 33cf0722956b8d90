//! Comments as they are written.

/// A comment: where its text is and to which document it was read.
///
/// A comment before a `---` still belongs to the document before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Offset of the first byte after the `#`.
    pub start: u32,
    /// Offset of the end of the line (without its break).
    pub end: u32,
    /// Index of the document that was being read; the number of documents if there was none any
    /// more.
    pub document: u32,
}
