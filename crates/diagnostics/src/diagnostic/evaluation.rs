//! Errors of template code: a message and the calls that led to it.

use crate::{Diagnostic, Span};

/// One call on the way to an error.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function's name, `lambda`, or `<toplevel>`.
    pub function: String,
    /// Where that function was when it happened.
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
    /// What is wrong; may hold several lines.
    pub message: String,
    /// What it is about.
    pub about: About,
    /// An addition the reference prints after the message: `use 'True' instead of 'true' ...`.
    pub hint: Option<String>,
    /// What may help and the reference does not say.
    pub notes: Vec<String>,
    /// For errors found before running (syntax, names): where.
    pub span: Option<Span>,
    /// Where the mistake probably is, if that is not where the reference sees it.
    pub exact: Option<Span>,
    /// For errors while running: the calls, innermost first.
    pub frames: Vec<Frame>,
    /// For a call with wrong arguments: the header of the function, which is the innermost frame. The mistake is in
    /// the call.
    pub called: Option<Span>,
    /// Whether another error of the same line says all there is to say.
    pub is_echo: bool,
    /// The failure of something this code asked for, such as a module it loads.
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
