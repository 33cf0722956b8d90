//! A text that is not JSON or TOML: the fault and its position. The message is written from the fault, and `help` chooses
//! its hint by it.

use std::{borrow::Cow, fmt};

use yardstick_diagnostics::{Diagnostic, FileId, Span, codes};

/// A syntax error.
#[derive(Debug)]
pub(super) struct Problem {
    /// The offset in bytes.
    pub(super) at: usize,
    pub(super) fault: Fault,
    /// What to do, if it is known where the fault is found.
    pub(super) help: Option<String>,
}

impl Problem {
    pub(super) fn new(at: usize, fault: impl Into<Fault>) -> Self {
        Self { at, fault: fault.into(), help: None }
    }

    pub(super) fn at(self, file: FileId) -> Diagnostic {
        let at = u32::try_from(self.at).unwrap_or(u32::MAX);
        let span = Span { file, start: at, end: at };
        Diagnostic::error(codes::NOT_ITS_FORMAT, self.fault.to_string()).at(span)
    }
}

/// What is wrong with a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A comma after the last item.
    TrailingComma,
    /// A comment in a format without comments.
    Comment,
    /// Something after the value.
    AfterEnd,
    /// No colon after a key.
    Colon,
    /// Neither a comma nor this bracket after an item.
    Comma(char),
    /// A key without double quotes.
    UnquotedKey,
    /// Something that is not a value.
    Value,
    /// A text in single quotes.
    SingleQuotes,
    /// A word without quotes.
    Word(String),
    /// A word that another language has for a value of JSON.
    ForeignWord(String),
    /// A number that JSON writes in another way.
    Number(String),
    /// A line break in a string.
    LineBreak,
    /// A backslash before a character that needs none.
    Escape(char),
    /// Any other fault, as a message.
    Other(Cow<'static, str>),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TrailingComma => f.write_str("trailing commas are not allowed in JSON"),
            Self::Comment => f.write_str("comments are not allowed in JSON"),
            Self::AfterEnd => f.write_str("text after the end of the JSON document"),
            Self::Colon => f.write_str("expected ':' after the key"),
            Self::Comma(end) => write!(f, "expected ',' or '{end}'"),
            Self::UnquotedKey => f.write_str("expected a key in double quotes"),
            Self::Value => f.write_str("expected a value"),
            Self::SingleQuotes => f.write_str("expected a value: JSON has only double quotes"),
            Self::ForeignWord(word) => write!(f, "JSON has no '{word}'"),
            Self::Word(word) => write!(f, "expected a value: text like '{word}' needs quotes"),
            Self::Number(text) => write!(f, "'{text}' is not a number in JSON"),
            Self::LineBreak => f.write_str("unterminated string: it must end on its line"),
            Self::Escape(c) => write!(f, "JSON has no escape \\{c}"),
            Self::Other(message) => f.write_str(message),
        }
    }
}

impl From<&'static str> for Fault {
    fn from(message: &'static str) -> Self {
        Self::Other(message.into())
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        Self::Other(message.into())
    }
}
