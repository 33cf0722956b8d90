//! Runtime errors.

pub use yardstick_diagnostics::About;
use yardstick_diagnostics::limits::clip;
use yardstick_diagnostics::{Code, Diagnostic, EvaluationError, Frame, Span};

use crate::{hints, value::Value};

/// The result of a function that runs code.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The kind of an error, which decides whether a program may handle it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An ordinary failure; native code such as `assert.try_to` may catch it.
    Failure,
    /// A limit was reached; nothing may catch it.
    Limit,
    /// Another thread asked to stop; nothing may catch it.
    Cancelled,
}

/// A runtime error, with the calls that led to it. One pointer wide.
#[derive(Clone, Debug)]
pub struct Error(Box<Data>);

#[derive(Clone, Debug)]
struct Data {
    evaluation: EvaluationError,
    kind: ErrorKind,
    /// Whether it comes from a function that native code called. Such errors keep their text.
    propagated: bool,
    /// The part of the value being checked that it is about.
    at: Option<String>,
    /// The position of the error, if it is narrower than the statement that was running.
    place: Option<Span>,
}

impl Error {
    fn of_kind(kind: ErrorKind, message: impl Into<String>) -> Self {
        let evaluation = EvaluationError::new(clip(message.into()), About::Other);
        Self(Box::new(Data { evaluation, kind, propagated: false, at: None, place: None }))
    }

    /// Creates a failure.
    pub fn new(message: impl Into<String>) -> Self {
        Self::of_kind(ErrorKind::Failure, message)
    }

    /// A failure because of the number or the names of arguments; a note says how the function is called.
    pub fn arguments(message: impl Into<String>) -> Self {
        Self::new(message).about(About::Arguments)
    }

    /// A failure because of the number of arguments.
    pub fn argument_count(got: usize, want: impl std::fmt::Display) -> Self {
        Self::arguments(format!("got {got} arguments, want {want}"))
    }

    /// A limit that was reached.
    pub fn limit(message: impl Into<String>) -> Self {
        Self::of_kind(ErrorKind::Limit, message)
    }

    /// Creates the error for a request to stop.
    pub fn cancelled() -> Self {
        Self::of_kind(ErrorKind::Cancelled, "evaluation was cancelled")
    }

    /// Creates a failure with a cause; `message` may be empty.
    pub fn caused(message: impl Into<String>, cause: Box<Diagnostic>) -> Self {
        let mut error = Self::new(message);
        error.0.evaluation.cause = Some(cause);
        error
    }

    /// Says what it is about, for those who choose hints.
    #[must_use]
    pub fn about(mut self, about: About) -> Self {
        self.0.evaluation.about = about;
        self
    }

    /// Adds what the reference prints after the message in brackets.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.evaluation.hint = Some(hint.into());
        self
    }

    /// Adds a hint that the reference does not give.
    #[must_use]
    pub fn note(mut self, text: Option<String>) -> Self {
        self.0.evaluation.notes.extend(text);
        self
    }

    /// Sets the part of the checked value that it is about: `a.b[0]`.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.0.at = Some(path.into());
        self
    }

    /// Sets the position, if it is narrower than the statement that is running.
    #[must_use]
    pub fn placed(mut self, span: Option<Span>) -> Self {
        self.0.place = span;
        self
    }

    /// Marks it as a call with wrong arguments; `header` is the function's.
    #[must_use]
    pub(crate) fn of_call(mut self, header: Span) -> Self {
        self.0.evaluation.called = Some(header);
        self
    }

    /// Returns the part of the checked value that it is about.
    pub fn path(&self) -> Option<&str> {
        self.0.at.as_deref()
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.0.evaluation.message
    }

    /// Returns the kind, which decides whether a program may handle it.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether native code may handle it instead of passing it on.
    pub fn is_catchable(&self) -> bool {
        self.0.kind == ErrorKind::Failure
    }

    /// Returns the message, calls and cause as data.
    pub fn evaluation(&self) -> &EvaluationError {
        &self.0.evaluation
    }

    /// Returns the message, calls and cause as data.
    pub fn into_evaluation(self) -> EvaluationError {
        self.0.evaluation
    }

    /// Returns the error as a diagnostic.
    pub fn into_diagnostic(self, code: Code) -> Box<Diagnostic> {
        Box::new(Diagnostic::evaluation(code, vec![self.0.evaluation]))
    }

    /// Adds `prefix: ` before the message.
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Self {
        let only_cause = self.0.evaluation.cause.is_some();
        let message = &mut self.0.evaluation.message;
        // The cause brings its own separator.
        let separator = if message.is_empty() && only_cause { "" } else { ": " };
        *message = format!("{prefix}{separator}{message}");
        self
    }

    /// Adds the signature of the native function `name`, if the error is about its arguments.
    #[must_use]
    pub(crate) fn of_native(self, name: &str, receiver: Option<&Value>) -> Self {
        let EvaluationError { notes, frames, about, .. } = &self.0.evaluation;
        if !notes.is_empty() || !frames.is_empty() {
            return self;
        }
        let note = hints::how_to_call(name, receiver, about);
        // What another function makes of it is not about its own arguments.
        let about = match about {
            About::Missing(_) | About::Unsupported => about.clone(),
            _ => About::Other,
        };
        self.note(note).about(about)
    }

    /// Adds a call while unwinding.
    pub(crate) fn push_frame(&mut self, frame: Frame) {
        let span = self.0.place.take().unwrap_or(frame.span);
        self.0.evaluation.frames.push(Frame { span, ..frame });
    }

    /// Removes the calls so far, as the reference does where a native function rewords an error.
    #[must_use]
    pub fn without_frames(mut self) -> Self {
        self.0.evaluation.frames.clear();
        self.0.evaluation.called = None;
        self
    }

    pub(crate) fn is_propagated(&self) -> bool {
        self.0.propagated
    }

    #[must_use]
    pub(crate) fn propagated(mut self) -> Self {
        self.0.propagated = true;
        self
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {}

impl From<String> for Error {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for Error {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}
