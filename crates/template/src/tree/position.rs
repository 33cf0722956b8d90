//! The position of a node in a file, or of the code that created it.

use yardstick_diagnostics::{FileId, Sources, Span};

/// The origin of a node: an offset in a file, or a mark if there is none.
///
/// Nodes created by code have no position of their own; scripts see `?`. They remember the position of the expression
/// that created them, which is what people need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The number of the file, with marks for nodes that are not written there.
    file: u32,
    offset: u32,
}

/// Marks nodes that code created.
const COMPUTED: u32 = 1 << 31;
/// Marks nodes that a template passed to a library.
const HANDED_OVER: u32 = 1 << 30;
/// The number that means no file.
const NOWHERE: u32 = HANDED_OVER - 1;

impl Position {
    /// Created by code; printed as `?`.
    pub const UNKNOWN: Position = Position { file: COMPUTED | NOWHERE, offset: 0 };
    /// Passed in memory by a template that calls a library.
    pub const MEMORY: Position = Position { file: HANDED_OVER | NOWHERE, offset: 0 };

    /// Returns the position at `offset` of `file`.
    pub fn at(file: FileId, offset: u32) -> Self {
        Self { file: file.0.min(NOWHERE), offset }
    }

    /// Returns the position for the result of an expression at this position.
    #[must_use]
    pub fn computed(self) -> Self {
        Self { file: (self.file & NOWHERE) | COMPUTED, ..self }
    }

    /// Returns the position for a node that a call at `call` passes in memory. Nodes written in a file keep their
    /// position.
    #[must_use]
    pub fn handed_over(self, call: Position) -> Self {
        if !self.is_computed() {
            return self;
        }
        let Position { file, offset } = if self.origin().is_some() { self } else { call };
        Self { file: (file & NOWHERE) | HANDED_OVER, offset }
    }

    /// Whether code created it.
    pub(crate) fn is_computed(self) -> bool {
        self.file & COMPUTED != 0
    }

    /// Whether it was passed in memory.
    pub fn is_memory(self) -> bool {
        self.file & HANDED_OVER != 0
    }

    /// Returns this position, or `other` if code created the node.
    #[must_use]
    pub fn or(self, other: Position) -> Self {
        let keeps = !self.is_computed() || (other.is_computed() && self.origin().is_some());
        if keeps { self } else { other }
    }

    /// Returns the position as an empty span, if it is in a file.
    pub fn span(self) -> Option<Span> {
        (self.file < NOWHERE).then(|| Span::at(FileId(self.file), self.offset))
    }

    /// Returns the position, or that of the expression that created the node.
    pub fn origin(self) -> Option<Span> {
        let file = self.file & NOWHERE;
        (file != NOWHERE).then(|| Span::at(FileId(file), self.offset))
    }

    /// Returns `file:line`; only the line for text without a name; `?` for nodes without a position.
    pub fn compact(self, sources: &Sources) -> String {
        compact(self.span(), sources)
    }

    /// Like [`compact`](Self::compact), but with the position of the expression for nodes that code created.
    pub fn located(self, sources: &Sources) -> String {
        compact(self.origin(), sources)
    }

    /// Returns the line number, if there is one.
    pub fn line(self, sources: &Sources) -> Option<u32> {
        self.span().map(|span| sources.get(span.file).line(span.start))
    }
}

fn compact(span: Option<Span>, sources: &Sources) -> String {
    let Some(span) = span else { return "?".to_owned() };
    let file = sources.get(span.file);
    let line = file.line(span.start);
    if file.name().is_empty() { line.to_string() } else { format!("{}:{line}", file.name()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_code_made_is_written_nowhere() {
        let written = Position::at(FileId(3), 7);
        let made = written.computed();
        assert_eq!(written.span(), Some(Span::at(FileId(3), 7)));
        assert_eq!((made.span(), made.origin()), (None, written.span()));
        assert_eq!((Position::UNKNOWN.span(), Position::UNKNOWN.origin()), (None, None));
        assert!(Position::UNKNOWN.is_computed() && Position::MEMORY.is_memory());
    }

    #[test]
    fn a_place_in_a_file_is_kept() {
        let (written, other) = (Position::at(FileId(3), 7), Position::at(FileId(4), 1));
        assert_eq!(written.or(other), written);
        assert_eq!(written.computed().or(other), other);
        assert_eq!(written.computed().or(Position::UNKNOWN), written.computed());
        assert_eq!(Position::UNKNOWN.or(written.computed()), written.computed());
        assert_eq!(Position::MEMORY.or(other), Position::MEMORY);
    }

    #[test]
    fn what_is_handed_over_knows_who_made_it() {
        let (made, call) = (Position::at(FileId(3), 7), Position::at(FileId(4), 1));
        assert_eq!(made.handed_over(call), made);
        assert_eq!(made.computed().handed_over(call).origin(), made.span());
        assert_eq!(Position::UNKNOWN.handed_over(call).origin(), call.span());
        assert_eq!(Position::UNKNOWN.handed_over(Position::UNKNOWN), Position::MEMORY);
    }
}
