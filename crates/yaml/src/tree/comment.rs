//! Comments as written.

/// A comment: the position of its text, and the document that was being read.
///
/// A comment before a `---` still belongs to the previous document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Offset of the first byte after the `#`.
    pub start: u32,
    /// Offset of the end of the line (without its break).
    pub end: u32,
    /// The index of the document that was being read; the number of documents if there are no more.
    pub document: u32,
}
