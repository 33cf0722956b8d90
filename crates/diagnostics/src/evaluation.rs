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
    /// An addition the reference prints behind the message: `use 'True' instead of 'true' ...`.
    pub hint: Option<String>,
    /// What may help and the reference does not say.
    pub notes: Vec<String>,
    /// For errors found before running (syntax, names): where.
    pub span: Option<Span>,
    /// For errors while running: the calls, innermost first.
    pub frames: Vec<Frame>,
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
            frames: Vec::new(),
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
            frames: Vec::new(),
            cause: None,
        }
    }
}
