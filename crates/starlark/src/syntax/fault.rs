//! What is wrong with code before it runs, as data: messages are written from it, and hints are chosen by it.

use std::borrow::Cow;
use std::fmt;

use yardstick_diagnostics::{About, EvaluationError, Span};

use super::token::Kind;

/// An error found before running.
#[derive(Clone, Debug)]
pub struct SourceError {
    /// What is wrong.
    pub fault: Fault,
    /// Where.
    pub span: Span,
    /// An addition the reference prints after the message.
    pub hint: Option<String>,
}

/// What is wrong with code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A token where another was wanted.
    Unexpected {
        /// What is there.
        got: Kind,
        /// What was wanted.
        want: Want,
    },
    /// A character that the language does not have.
    Character(char),
    /// A comment that would swallow the end of an expression.
    Comment,
    /// A backslash that ends no line.
    Backslash,
    /// A string that its line does not close.
    OpenString,
    /// A closing bracket without an opening one.
    Bracket(char),
    /// An `end`, `elif` or `else` without a block.
    End,
    /// A block without an `end`.
    OpenBlock,
    /// A word of the language where it is not allowed.
    Reserved {
        /// The word.
        word: String,
        /// Whether a name was wanted.
        for_name: bool,
    },
    /// A comparison of the result of another one, as in `a < b < c`: the two signs.
    Comparisons(&'static str, &'static str),
    /// `a if b` without `else`.
    NoElse,
    /// A `return` outside functions.
    Return,
    /// `a.b=1` among arguments.
    ArgumentName,
    /// A positional argument after named ones.
    PositionalAfterNamed,
    /// A parameter without a default after those that have one.
    RequiredAfterOptional,
    /// A `load` that names nothing.
    EmptyLoad,
    /// A `load` inside of something.
    LoadWithin(&'static str),
    /// What a `load` names is not in quotes.
    LoadOperand {
        /// What it is.
        got: Kind,
        /// If it is a name.
        name: Option<String>,
    },
    /// A `load` of a name that its file keeps to itself.
    PrivateName(String),
    /// A name that nothing defines.
    Undefined {
        /// The name.
        name: String,
        /// What was probably meant, as the message says it; may be empty.
        near: String,
    },
    /// Anything else, in words.
    Other(Cow<'static, str>),
}

/// What was wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// A token.
    Token(Kind),
    /// An expression.
    Expression,
    /// The bracket that closes a comprehension, or one more clause.
    Clause(Kind),
    /// Anything else, in words.
    Other(&'static str),
}

impl Fault {
    /// The token that is there, if that is what is wrong.
    pub fn got(&self) -> Option<Kind> {
        match self {
            Self::Unexpected { got, .. } => Some(*got),
            _ => None,
        }
    }

    /// Whether a token is where `wanted` was.
    pub fn wants(&self, wanted: impl Into<Want>) -> bool {
        matches!(self, Self::Unexpected { want, .. } if *want == wanted.into())
    }

    /// Whether the token `got` is where `wanted` was.
    pub fn is(&self, got: Kind, wanted: impl Into<Want>) -> bool {
        self.got() == Some(got) && self.wants(wanted)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The bracket that ends a value or an annotation is not in the source.
            Self::Unexpected { got: Kind::OperandEnd, want } => {
                write!(f, "got end of expression, want {want}")
            }
            Self::Unexpected { got, want } => write!(f, "got {}, want {want}", got.describe()),
            Self::Character(character) => write!(f, "unexpected input character {character:?}"),
            Self::Comment => f.write_str("unexpected comment after an expression"),
            Self::Backslash => f.write_str("stray backslash in program"),
            Self::OpenString => f.write_str("unexpected newline in string"),
            Self::Bracket(bracket) => write!(f, "unexpected '{bracket}'"),
            Self::End => f.write_str("unexpected end"),
            Self::OpenBlock => f.write_str(
                "mismatched set of block openings (if/else/elif/for/def) and closing (end)",
            ),
            Self::Reserved { word, for_name } => {
                let wanted = if *for_name { " (expected identifier)" } else { "" };
                write!(f, "use of reserved keyword '{word}' is not allowed{wanted}")
            }
            Self::Comparisons(first, second) => {
                write!(f, "{first} does not associate with {second} (use parens)")
            }
            Self::NoElse => f.write_str("conditional expression without else clause"),
            Self::Return => f.write_str("return statement not within a function"),
            Self::ArgumentName => f.write_str("keyword argument must have form name=expr"),
            Self::PositionalAfterNamed => f.write_str("positional argument may not follow named"),
            Self::RequiredAfterOptional => {
                f.write_str("required parameter may not follow optional")
            }
            Self::EmptyLoad => f.write_str("load statement must import at least 1 symbol"),
            Self::LoadWithin(what) => write!(f, "load statement within {what}"),
            Self::LoadOperand { name: Some(name), .. } => {
                write!(f, "load operand must be \"{name}\" or {name}=\"originalname\"")
            }
            Self::LoadOperand { got, name: None } => {
                let got = got.describe();
                write!(f, "load operand must be \"name\" or localname=\"name\" (got {got})")
            }
            Self::PrivateName(name) => {
                write!(f, "load: names with leading underscores are not exported: {name}")
            }
            Self::Undefined { name, near } => write!(f, "undefined: {name}{near}"),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(kind) => f.write_str(kind.describe()),
            Self::Expression => f.write_str("primary expression"),
            Self::Clause(close) => write!(f, "{}, for, or if", close.describe()),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl From<Kind> for Want {
    fn from(kind: Kind) -> Self {
        Self::Token(kind)
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

impl From<SourceError> for EvaluationError {
    fn from(error: SourceError) -> Self {
        let SourceError { fault, span, hint } = error;
        let message = fault.to_string();
        let about = match fault {
            Fault::Undefined { name, .. } => About::Undefined { name, is_explained: false },
            _ => About::Syntax,
        };
        Self { span: Some(span), hint, ..Self::new(message, about) }
    }
}
