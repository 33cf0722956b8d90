//! A byte range of one source file.

/// The number of a file in a [`Sources`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place: a file and a half-open byte range in it.
///
/// It takes twelve bytes and is `Copy`. Line and column are computed from the file when a message is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file, as numbered by [`crate::Sources`].
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The empty range at `offset`.
    pub fn at(file: FileId, offset: u32) -> Self {
        Self::new(file, offset, offset)
    }

    /// The smallest range that covers both. They must be in the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.file, other.file);
        Span::new(self.file, self.start.min(other.start), self.end.max(other.end))
    }

    /// The number of bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// True if it covers no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}
