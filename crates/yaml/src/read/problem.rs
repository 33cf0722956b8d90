//! Problems with a text, before the line for the message is known.

use std::{borrow::Cow, fmt};

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile, Span, break_length, codes, conflict};

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

/// What is wrong: messages are written from it, and hints are chosen by it.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// Bytes that are not UTF-8.
    Encoding(&'static str),
    /// Characters that are not allowed in text.
    Control,
    /// A merge key whose value is no map.
    Merge,
    /// An anchor or alias without a name.
    AnchorName,
    /// A `:` where a map cannot start.
    MappingValue,
    /// Something other than the next `key`, `'-' indicator` or `<document start>` of a block.
    Block(&'static str),
    /// Neither a `,` nor the bracket that closes.
    Flow(char),
    /// No value where one was expected.
    Content,
    /// A key without `:`.
    Colon,
    /// An escape that is none.
    Escape(&'static str),
    /// A quote that is never closed.
    OpenQuote,
    /// A character that nothing starts with.
    Character,
    /// A plain scalar that strict reading does not accept, because it may be of two types.
    Ambiguous { text: String, message: String },
    /// An alias without its anchor.
    UnknownAnchor(String),
    /// Anything else, in words.
    Other(Cow<'static, str>),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Merge => f.write_str("map merge requires map or sequence of maps as the value"),
            Self::Control => f.write_str("control characters are not allowed"),
            Self::Content => f.write_str("did not find expected node content"),
            Self::AnchorName => {
                f.write_str("did not find expected alphabetic or numeric character")
            }
            Self::MappingValue => f.write_str("mapping values are not allowed in this context"),
            Self::Block(wanted) => write!(f, "did not find expected {wanted}"),
            Self::Flow(close) => write!(f, "did not find expected ',' or '{close}'"),
            Self::Colon => f.write_str("could not find expected ':'"),
            Self::OpenQuote => f.write_str("found unexpected end of stream"),
            Self::Character => f.write_str("found character that cannot start any token"),
            Self::UnknownAnchor(name) => write!(f, "unknown anchor '{name}' referenced"),
            Self::Encoding(words) | Self::Escape(words) => f.write_str(words),
            Self::Ambiguous { message, .. } => f.write_str(message),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl From<&'static str> for Fault {
    fn from(words: &'static str) -> Self {
        Self::Other(words.into())
    }
}

impl From<String> for Fault {
    fn from(words: String) -> Self {
        Self::Other(words.into())
    }
}

/// A problem with its place. Boxed: it is rare, and results that may hold it are everywhere.
#[derive(Clone, Debug)]
pub(super) struct Problem(Box<Facts>);

#[derive(Clone, Debug)]
struct Facts {
    finder: Finder,
    fault: Fault,
    start: u32,
    end: u32,
    /// The construct that the problem started in, such as a quote that is never closed.
    context: Option<(u32, &'static str)>,
    note: Option<&'static str>,
}

pub(super) type Found<T> = Result<T, Problem>;

impl Problem {
    #[cold]
    pub(super) fn new(finder: Finder, fault: impl Into<Fault>, start: usize, end: usize) -> Self {
        Self(Box::new(Facts {
            finder,
            fault: fault.into(),
            start: start as u32,
            end: end as u32,
            context: None,
            note: None,
        }))
    }

    #[cold]
    pub(super) fn scanner(fault: impl Into<Fault>, at: usize) -> Self {
        Self::new(Finder::Scanner, fault, at, at)
    }

    #[cold]
    pub(super) fn parser(fault: impl Into<Fault>, at: usize) -> Self {
        Self::new(Finder::Parser, fault, at, at)
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
        let conflict = conflict::find(source.bytes());
        let (start, end) = match &conflict {
            Some(marker) => (marker.start as u32, marker.end as u32),
            None => (facts.start.min(len), facts.end.min(len)),
        };
        let mut diagnostic = Diagnostic::error(codes::YAML_SYNTAX, facts.fault.to_string())
            .at(Span::new(file, start, end));
        diagnostic = match line {
            Some(line) => diagnostic.prefixed(format!("yaml: line {line}")),
            None => diagnostic.within("yaml"),
        };
        if let Some((at, what)) = facts.context.filter(|_| conflict.is_none()) {
            diagnostic = diagnostic.label(Span::at(file, at.min(len)), what);
        }
        let hint = hints::hint(source.bytes(), &facts.fault, facts.start as usize, mode);
        // What is known about the lines around it says more than what holds for the character.
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
