//! Problems with a text, before the line for the message is known.

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile, Span, break_length, codes};

use super::{Mode, hints};

/// The stage that found the problem. The reference counts lines differently for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finder {
    /// Invalid bytes; messages have no line.
    Reader,
    /// Invalid tokens; messages have the line.
    Scanner,
    /// Unexpected tokens; messages of the reference have the previous line.
    Parser,
    /// Invalid aliases, tags and merge keys; messages have no line.
    Composer,
}

/// A problem with its position. Boxed, because it is rare but is part of many result types.
#[derive(Clone, Debug)]
pub(super) struct Problem(Box<Facts>);

#[derive(Clone, Debug)]
struct Facts {
    finder: Finder,
    text: String,
    start: u32,
    end: u32,
    /// The construct that the problem started in, such as a quote that is never closed.
    context: Option<(u32, &'static str)>,
    note: Option<&'static str>,
}

pub(super) type Found<T> = Result<T, Problem>;

impl Problem {
    #[cold]
    pub(super) fn new(finder: Finder, text: impl Into<String>, start: usize, end: usize) -> Self {
        Self(Box::new(Facts {
            finder,
            text: text.into(),
            start: start as u32,
            end: end as u32,
            context: None,
            note: None,
        }))
    }

    #[cold]
    pub(super) fn scanner(text: &'static str, at: usize) -> Self {
        Self::new(Finder::Scanner, text, at, at)
    }

    #[cold]
    pub(super) fn parser(text: &'static str, at: usize) -> Self {
        Self::new(Finder::Parser, text, at, at)
    }

    /// Sets the construct that the problem started in.
    pub(super) fn within(mut self, start: usize, what: &'static str) -> Self {
        self.0.context = Some((start as u32, what));
        self
    }

    /// Adds a hint.
    pub(super) fn note(mut self, note: &'static str) -> Self {
        self.0.note = Some(note);
        self
    }

    /// Converts the problem to a diagnostic.
    pub(super) fn to_diagnostic(
        &self,
        source: &SourceFile,
        file: FileId,
        mode: Mode,
        injected_marker: bool,
    ) -> Box<Diagnostic> {
        let facts = &*self.0;
        // The reference puts the line number before the message.
        let line = facts.line(source.bytes(), mode, injected_marker);
        let len = source.bytes().len() as u32;
        let conflict = hints::conflict(source.bytes());
        let (start, end) = match &conflict {
            Some(marker) => (marker.start as u32, marker.end as u32),
            None => (facts.start.min(len), facts.end.min(len)),
        };
        let mut diagnostic = Diagnostic::error(codes::YAML_SYNTAX, facts.text.as_str())
            .at(Span::new(file, start, end));
        diagnostic = match line {
            Some(line) => diagnostic.prefixed(format!("yaml: line {line}")),
            None => diagnostic.within("yaml"),
        };
        if let Some((at, what)) = facts.context.filter(|_| conflict.is_none()) {
            diagnostic = diagnostic.label(Span::at(file, at.min(len)), what);
        }
        let hint = hints::hint(source.bytes(), &facts.text, facts.start as usize);
        // A hint from the surrounding lines is more specific than one for the character.
        let note = hint.or_else(|| facts.note.map(str::to_owned));
        Box::new(diagnostic.notes(note))
    }
}

impl Facts {
    /// Returns the line for the message, if there is one.
    fn line(&self, bytes: &[u8], mode: Mode, injected_marker: bool) -> Option<u32> {
        if matches!(self.finder, Finder::Reader | Finder::Composer) {
            return None;
        }
        let before = count_breaks(bytes, self.start as usize, mode);
        if mode == Mode::Yaml12 {
            return Some(before + 1);
        }
        // The reference parses a text after adding a line `---` (unless there is one). It counts lines from 0, adds
        // one for the scanner only, and treats 0 as "unknown".
        let streamed = before + u32::from(injected_marker);
        if streamed == 0 {
            return None;
        }
        let named = if self.finder == Finder::Scanner { streamed + 1 } else { streamed };
        Some((named - u32::from(injected_marker)).max(1))
    }
}

/// Returns the number of line breaks before `offset`. For an offset after the end, an unfinished last line counts,
/// too.
fn count_breaks(bytes: &[u8], offset: usize, mode: Mode) -> u32 {
    let mut count = 0;
    let mut at = 0;
    let end = offset.min(bytes.len());
    while at < end {
        let length = break_length(bytes, at, mode == Mode::Reference);
        if length > 0 {
            count += 1;
            at += length;
        } else {
            at += 1;
        }
    }
    if offset > bytes.len() { count + 1 } else { count }
}
