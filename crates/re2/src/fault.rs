//! What can be wrong with a pattern.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    CharClass,
    Escape,
    MissingBracket,
    MissingOperand,
    MissingParen,
    NamedCapture,
    NestedRepeat,
    PerlSyntax,
    RepeatCount,
    TooDeep,
    TooLarge,
    TrailingBackslash,
    UnexpectedParen,
    Utf8,
}

/// A mistake in a pattern: what, and in which part of it.
#[derive(Clone, Debug)]
pub struct Fault {
    kind: Kind,
    part: String,
}

impl Fault {
    pub(crate) fn new(kind: Kind, part: &str) -> Self {
        Self { kind, part: part.to_owned() }
    }

    /// What is wrong, without the part of the pattern it is wrong with: that may be a secret.
    pub fn reason(&self) -> &'static str {
        match self.kind {
            Kind::CharClass => "invalid character class range",
            Kind::Escape => "invalid escape sequence",
            Kind::MissingBracket => "missing closing ]",
            Kind::MissingOperand => "missing argument to repetition operator",
            Kind::MissingParen => "missing closing )",
            Kind::NamedCapture => "invalid named capture",
            Kind::NestedRepeat => "invalid nested repetition operator",
            Kind::PerlSyntax => "invalid or unsupported Perl syntax",
            Kind::RepeatCount => "invalid repeat count",
            Kind::TooDeep => "expression nests too deeply",
            Kind::TooLarge => "expression too large",
            Kind::TrailingBackslash => "trailing backslash at end of expression",
            Kind::UnexpectedParen => "unexpected )",
            Kind::Utf8 => "invalid UTF-8",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.reason(), self.part)
    }
}

impl std::error::Error for Fault {}
