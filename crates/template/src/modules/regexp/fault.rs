//! What can be wrong with a pattern.

use yardstick_starlark::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
pub(super) struct Fault {
    kind: Kind,
    part: String,
}

impl Fault {
    pub(super) fn new(kind: Kind, part: &str) -> Self {
        Self { kind, part: part.to_owned() }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        let what = match fault.kind {
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
        };
        Error::new(format!("error parsing regexp: {what}: `{}`", fault.part))
    }
}
