//! Failures while applying an overlay.

use yardstick_diagnostics::{Code, Diagnostic, codes};
use yardstick_starlark::Error;

/// Why an overlay stopped.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A problem to report.
    Problem(Box<Diagnostic>),
    /// Code reached a limit. Nothing may catch this, so it is passed on unchanged.
    Stopped(Error),
}

/// The result type inside this crate.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// The maximum number of problems of an overlay in one report, because finding hints for each takes time.
const MOST: usize = 20;

/// Runs `each` for all of `items`, even after a failure, because the author of an overlay wants to see all problems.
/// The first problem contains the others.
pub(crate) fn for_all<T>(
    items: impl IntoIterator<Item = T>,
    mut each: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let mut problems = Vec::new();
    for item in items {
        match each(item) {
            Ok(()) => {}
            Err(Failure::Problem(problem)) => problems.push(*problem),
            Err(stopped @ Failure::Stopped(_)) => return Err(stopped),
        }
        if problems.len() == MOST {
            break;
        }
    }
    Diagnostic::first_of(problems).map_or(Ok(()), |first| Err(Failure::Problem(first)))
}

impl Failure {
    /// Creates a problem with the code `code`.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Failure::Problem(Box::new(Diagnostic::error(code, message)))
    }

    /// Adds what was being done.
    #[must_use]
    pub(crate) fn within(self, doing: impl FnOnce() -> String) -> Self {
        self.map(|problem| problem.all_within(&doing()))
    }

    /// Adds a hint.
    #[must_use]
    pub(crate) fn note(self, text: impl Into<String>) -> Self {
        self.map(|problem| problem.note(text))
    }

    /// Changes the problem, if it is one.
    #[must_use]
    pub(crate) fn map(self, change: impl FnOnce(Diagnostic) -> Diagnostic) -> Self {
        match self {
            Failure::Problem(problem) => Failure::Problem(Box::new(change(*problem))),
            stopped @ Failure::Stopped(_) => stopped,
        }
    }

    /// Returns the failure as a diagnostic.
    pub(crate) fn into_diagnostic(self) -> Box<Diagnostic> {
        match self {
            Failure::Problem(problem) => problem,
            Failure::Stopped(error) => error.into_diagnostic(codes::OVERLAY_FUNCTION),
        }
    }

    /// Returns the failure as an error of the code that applied the overlay.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Failure::Problem(problem) => Error::caused("", problem),
            Failure::Stopped(error) => error,
        }
    }
}

/// Messages show the error of a function without its calls, which become labels.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if !error.is_catchable() {
            return Failure::Stopped(error);
        }
        let failed = error.into_evaluation();
        let mut problem = match failed.cause {
            Some(cause) if failed.message.is_empty() => *cause,
            Some(cause) => cause.within(failed.message),
            None => Diagnostic::error(codes::OVERLAY_FUNCTION, failed.message),
        };
        for frame in failed.frames {
            problem = problem.label(frame.span, format!("in {}", frame.function));
        }
        if let Some(hint) = failed.hint {
            problem = problem.note(hint);
        }
        problem.notes.extend(failed.notes);
        Failure::Problem(Box::new(problem))
    }
}
