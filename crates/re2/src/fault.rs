//! Syntax errors in patterns, with the messages of RE2.

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

/// A mistake in a pattern: its kind and the faulty part.
#[derive(Clone, Debug)]
pub struct Fault {
    kind: Kind,
    part: String,
}

impl Fault {
    pub(crate) fn new(kind: Kind, part: &str) -> Self {
        Self { kind, part: part.to_owned() }
    }

    /// The message without the faulty part of the pattern, which may be a secret.
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

impl Fault {
    /// A hint for this mistake.
    pub fn hint(&self) -> Option<&'static str> {
        let looks = ["(?!", "(?=", "(?<!", "(?<="];
        if self.part == "(?<" || looks.iter().any(|start| self.part.starts_with(start)) {
            return Some(
                "regular expressions have the syntax of RE2, which has no lookaround: write what is allowed, as in `^[^x]`, or a function as rule",
            );
        }
        Some(match self.kind {
            Kind::MissingBracket | Kind::MissingParen | Kind::UnexpectedParen => {
                "close every bracket; one that is meant as text is written with a backslash: \\[ or \\("
            }
            Kind::MissingOperand => {
                "there is nothing to repeat before *, + or ?: write .* for any text, or \\* for a star; patterns are not globs"
            }
            Kind::Escape | Kind::TrailingBackslash => {
                "regular expressions have the syntax of RE2; write patterns as r\"...\", so that backslashes stay"
            }
            Kind::CharClass => {
                "in [...] write the lower end of a range first, and a '-' that is meant as text at the end"
            }
            Kind::PerlSyntax | Kind::NamedCapture => {
                "regular expressions have the syntax of RE2: a group with a name is (?P<name>...), flags are (?i), (?s), (?m) and (?U)"
            }
            Kind::NestedRepeat => {
                "write only one of *, + and ? after a part, or put it into (?:...)"
            }
            Kind::RepeatCount => {
                "a part is repeated at most 1000 times, and the lower number comes first: {2,5}"
            }
            Kind::TooDeep | Kind::TooLarge | Kind::Utf8 => return None,
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.reason(), self.part)
    }
}

impl std::error::Error for Fault {}
