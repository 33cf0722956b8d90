//! Why an overlay could not be applied.

use yardstick_diagnostics::{Code, Diagnostic, codes};
use yardstick_starlark::Error;

/// What stops an overlay.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A problem to report.
    Problem(Box<Diagnostic>),
    /// Code reached a limit; nothing may catch this, so it travels unchanged.
    Stopped(Error),
}

/// What the functions of this crate return inside.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// The most problems of an overlay in one report: finding hints for each takes time.
const MOST: usize = 20;

/// Does `each` for all of `items`, also after one that fails: the author of an overlay wants to see all that is
/// wrong with it. The first problem carries the others.
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
    /// A problem of kind `code`.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Failure::Problem(Box::new(Diagnostic::error(code, message)))
    }

    /// Says what was being done.
    #[must_use]
    pub(crate) fn within(self, doing: impl FnOnce() -> String) -> Self {
        self.map(|problem| problem.all_within(&doing()))
    }

    /// Adds help.
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

    /// The failure as a diagnostic.
    pub(crate) fn into_diagnostic(self) -> Box<Diagnostic> {
        match self {
            Failure::Problem(problem) => problem,
            Failure::Stopped(error) => error.into_diagnostic(codes::OVERLAY_FUNCTION),
        }
    }

    /// The failure as an error of the code that asked for the overlay.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Failure::Problem(problem) => Error::caused("", problem),
            Failure::Stopped(error) => error,
        }
    }
}

/// Messages show the error of a function, not its calls: those become labels.
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
