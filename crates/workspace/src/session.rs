//! The environment of one run, which its caller sets up, and the warnings that the run collects.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use yardstick_diagnostics::{Code, Diagnostic, FileId, Place, Result, Severity, Sources, codes};
use yardstick_overlay::Applied;
use yardstick_starlark::Limits;

use crate::{Coverage, SharedFiles, SymlinkRules, World};

/// The environment of a run. Every stage accesses the world through it, and adds its warnings to it.
pub struct Session {
    /// Files, environment, network.
    pub world: Arc<dyn World>,
    /// The table of files that places in messages refer to.
    pub sources: Arc<Sources>,
    /// Receives the lines that templates print.
    pub print: Rc<dyn Fn(&str)>,
    /// The symbolic links that data value flags may follow.
    pub links: SymlinkRules,
    /// Limits on template code.
    pub limits: Limits,
    /// Whether the process ends after this run, so that it need not free memory.
    pub short_lived: bool,
    /// Whether to continue after an error and look for more, as far as that makes sense. The reference stops at the
    /// first. Called only after an error, because the answer may require a search for a configuration.
    pub thorough: Rc<dyn Fn() -> bool>,
    /// Records which data values are set and which branches are taken, if requested.
    pub coverage: Option<Arc<Coverage>>,
    /// Whether to record the nodes that overlays are applied to.
    pub traces_overlays: bool,
    applied: RefCell<Vec<Applied>>,
    /// Files that earlier runs have parsed and compiled.
    pub shared: Option<Arc<SharedFiles>>,
    /// The errors found so far.
    errors: RefCell<Vec<Diagnostic>>,
    /// Whether lines that templates print are dropped, as after an error.
    is_quiet: Cell<bool>,
    warnings: RefCell<Vec<Diagnostic>>,
}

impl Session {
    /// A session that drops the output of `print`, follows no links and has the default limits.
    pub fn new(world: Arc<dyn World>, sources: Arc<Sources>) -> Self {
        Self {
            world,
            sources,
            print: Rc::new(|_| {}),
            links: SymlinkRules::default(),
            limits: Limits::default(),
            short_lived: false,
            thorough: Rc::new(|| false),
            coverage: None,
            traces_overlays: false,
            applied: RefCell::default(),
            shared: None,
            errors: RefCell::default(),
            is_quiet: Cell::new(false),
            warnings: RefCell::default(),
        }
    }

    /// The files that this run shares with others, if it may.
    pub(crate) fn shared(&self) -> Option<&SharedFiles> {
        self.shared.as_deref().filter(|shared| shared.is_for(&self.sources))
    }

    /// Lets go of `value`. If the process ends soon, the system takes its memory back faster than we could.
    pub(crate) fn let_go<T>(&self, value: T) {
        if self.short_lived {
            std::mem::forget(value);
        }
    }

    /// Prints a line of a template, unless the run has failed already.
    pub(crate) fn print(&self, line: &str) {
        if !self.is_quiet.get() {
            (self.print)(line);
        }
    }

    /// Records nodes that overlays were applied to.
    pub(crate) fn note_applied(&self, applied: Vec<Applied>) {
        self.applied.borrow_mut().extend(applied);
    }

    /// The nodes that overlays were applied to.
    pub(crate) fn take_applied(&self) -> Vec<Applied> {
        self.applied.take()
    }

    /// Drops everything that templates print from now on.
    pub(crate) fn be_quiet(&self) {
        self.is_quiet.set(true);
    }

    /// Keeps an error for the end of the run, if the run continues after errors.
    pub(crate) fn defer<T>(&self, outcome: Result<T>) -> Result<Option<T>> {
        match outcome {
            Ok(value) => Ok(Some(value)),
            Err(error) if (self.thorough)() => {
                self.errors.borrow_mut().push(*error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// The errors that were kept, for a caller that continues without settling.
    pub(crate) fn take_errors(&self) -> Vec<Diagnostic> {
        self.errors.take()
    }

    /// True if errors were kept.
    pub(crate) fn has_failed(&self) -> bool {
        !self.errors.borrow().is_empty()
    }

    /// The outcome of a stage. If errors were kept before, returns all of them as one error.
    pub(crate) fn settle<T>(&self, outcome: Result<T>) -> Result<T> {
        let kept = self.errors.take();
        match outcome {
            Ok(value) => Diagnostic::first_of(kept).map_or(Ok(value), Err),
            Err(error) if kept.is_empty() => Err(error),
            Err(error) => {
                let all = kept.into_iter().chain([*error]);
                Err(Diagnostic::first_of(all).expect("there is one at least"))
            }
        }
    }

    /// True if there is a warning with this code that mentions `text`.
    pub(crate) fn has_warned(&self, code: Code, text: &str) -> bool {
        let warnings = self.warnings.borrow();
        warnings
            .iter()
            .any(|one| one.code == code && one.notes.iter().any(|note| note.contains(text)))
    }

    /// Keeps warnings for the end of the run.
    pub(crate) fn warn(&self, warnings: impl IntoIterator<Item = Diagnostic>) {
        let mut known = self.warnings.borrow_mut();
        for warning in warnings {
            // Files are checked before overlays are applied, which then see the same annotations again.
            let is_told = warning.code == codes::UNKNOWN_ANNOTATION
                && known.iter().any(|one| {
                    one.code == warning.code && self.line_of(one) == self.line_of(&warning)
                });
            if !is_told {
                known.push(warning);
            }
        }
    }

    fn line_of(&self, diagnostic: &Diagnostic) -> Option<(FileId, u32)> {
        let span = diagnostic.span()?;
        Some((span.file, self.sources.get(span.file).line_column(span.start).0))
    }

    /// Attaches the warnings so far to `error`, which ends the run. They often name its cause.
    pub(crate) fn with_warnings(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        let mut warnings = self.warnings.take();
        warnings.extend(error.warnings);
        Box::new(Diagnostic { warnings, ..*error })
    }

    /// The warnings so far, in order. An error if there are any and they count `as_errors`.
    pub(crate) fn take_warnings(&self, as_errors: bool) -> Result<Vec<Diagnostic>> {
        let warnings = self.warnings.take();
        if as_errors {
            refuse(&warnings, &self.sources)?;
        }
        Ok(warnings)
    }
}

/// Returns an error that lists `warnings`, if there are any.
pub(crate) fn refuse(warnings: &[Diagnostic], sources: &Sources) -> Result<()> {
    let several = warnings.len() > 1;
    let Some((first, others)) = warnings.split_first() else { return Ok(()) };
    let place = |warning: &Diagnostic| {
        let span = warning.labels.first().map(|label| label.span);
        span.map(|span| Place::At(span).compact(sources))
    };
    // With several warnings, each note must show which one it belongs to.
    let notes = |warning: &Diagnostic| -> Vec<String> {
        let place = place(warning).filter(|_| several);
        let prefix = place.map_or_else(String::new, |place| format!("{place}: "));
        warning.notes.iter().map(|note| format!("{prefix}{note}")).collect()
    };
    let text = |warning: &Diagnostic| match place(warning) {
        Some(place) => format!("{} (at {place})", warning.message),
        None => warning.message.clone(),
    };
    let mut error = Diagnostic {
        severity: Severity::Error,
        message: text(first),
        notes: notes(first),
        ..first.clone()
    };
    for warning in others {
        error.message.push_str("\n  ");
        error.message.push_str(&text(warning));
        error.notes.extend(notes(warning));
        error.labels.extend(warning.labels.iter().cloned());
    }
    Err(Box::new(error))
}
