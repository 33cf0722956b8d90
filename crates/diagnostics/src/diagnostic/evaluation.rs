//! Errors of template code: a message with the call stack that led to it.

use crate::{Diagnostic, Span};

/// One entry of a call stack.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function's name, `lambda`, or `<toplevel>`.
    pub function: String,
    /// The position that the function had reached.
    pub span: Span,
}

/// What an error of template code is about. Hints are chosen by it, never by the words of the message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// Nothing that a hint is about.
    #[default]
    Other,
    /// Code that cannot be read.
    Syntax,
    /// A name that nothing defines.
    Undefined {
        /// The name.
        name: String,
        /// Whether the notes say for certain what is meant.
        is_explained: bool,
    },
    /// A field or key, by name, that a value does not have.
    Missing(String),
    /// The number or the names of the arguments of a function that is not written in the language.
    Arguments,
    /// Arguments by name for such a function that takes none.
    NamedArguments,
    /// An item that a collection does not hold.
    MissingItem,
    /// A part that a text does not hold.
    MissingText,
    /// A collection without items, of which one is wanted.
    Empty,
    /// Something that values of the type cannot do: be compared, have a length.
    Unsupported,
}

/// An error of template code, before or while it ran.
#[derive(Clone, Debug)]
pub struct EvaluationError {
    /// The message; may span several lines.
    pub message: String,
    /// What it is about.
    pub about: About,
    /// An addition the reference prints after the message: `use 'True' instead of 'true' ...`.
    pub hint: Option<String>,
    /// Hints that the reference does not give.
    pub notes: Vec<String>,
    /// The place of an error that was found before running (syntax, names).
    pub span: Option<Span>,
    /// The probable place of the mistake, if it differs from the place that the reference reports.
    pub exact: Option<Span>,
    /// The call stack of an error at run time, innermost call first.
    pub frames: Vec<Frame>,
    /// For a call with wrong arguments: the header of the called function, which is the innermost frame. The mistake
    /// itself is in the call.
    pub called: Option<Span>,
    /// True if another error of the same line already covers this one.
    pub is_echo: bool,
    /// The error that caused this one, such as that of a module that failed to load.
    pub cause: Option<Box<Diagnostic>>,
}

impl EvaluationError {
    /// An error without a place yet.
    pub fn new(message: impl Into<String>, about: About) -> Self {
        Self {
            message: message.into(),
            about,
            hint: None,
            notes: Vec::new(),
            span: None,
            exact: None,
            frames: Vec::new(),
            called: None,
            is_echo: false,
            cause: None,
        }
    }
}
