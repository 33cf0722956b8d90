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

/// An error of template code, before or while it ran.
#[derive(Clone, Debug)]
pub struct EvaluationError {
    /// What is wrong; may hold several lines.
    pub message: String,
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

    /// An error while running; frames are added as it travels up.
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
