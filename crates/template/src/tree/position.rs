//! Where a node was written.

use yardstick_diagnostics::{FileId, Sources, Span};

/// The place a node came from: a byte of a file, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    file: FileId,
    offset: u32,
}

impl Position {
    /// Made by code: prints as `?`.
    pub const UNKNOWN: Position = Position { file: FileId(u32::MAX), offset: 0 };
    /// Handed over in memory by a template that calls a library.
    pub const MEMORY: Position = Position { file: FileId(u32::MAX - 1), offset: 0 };

    /// The byte at `offset` of `file`.
    pub fn at(file: FileId, offset: u32) -> Self {
        Self { file, offset }
    }

    /// This place, or `other` if nobody knows it.
    #[must_use]
    pub fn or(self, other: Position) -> Self {
        if self == Self::UNKNOWN { other } else { self }
    }

    /// The place as an empty span, if it is in a file.
    pub fn span(self) -> Option<Span> {
        (self.file.0 < u32::MAX - 1).then(|| Span::at(self.file, self.offset))
    }

    /// `file:line`; only the line for text without a name; `?` when unknown.
    pub fn compact(self, sources: &Sources) -> String {
        match self.span() {
            None => "?".to_owned(),
            Some(span) => {
                let file = sources.get(span.file);
                let line = file.line(span.start);
                if file.name().is_empty() {
                    line.to_string()
                } else {
                    format!("{}:{line}", file.name())
                }
            }
        }
    }

    /// The number of its line, if it has one.
    pub fn line(self, sources: &Sources) -> Option<u32> {
        self.span().map(|span| sources.get(span.file).line(span.start))
    }
}
