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

/// An error of template code, found before or while it runs.
#[derive(Clone, Debug)]
pub struct EvaluationError {
    /// The message; may span several lines.
    pub message: String,
    /// Text that the reference prints after the message: `use 'True' instead of 'true' ...`.
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
    /// An error found before running, at `span`.
    pub fn before_running(message: impl Into<String>, span: Span) -> Self {
        Self {
            message: message.into(),
            hint: None,
            notes: Vec::new(),
            span: Some(span),
            exact: None,
            frames: Vec::new(),
            called: None,
            is_echo: false,
            cause: None,
        }
    }

    /// An error at run time. Frames are added while it travels up the call stack.
    pub fn running(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
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
