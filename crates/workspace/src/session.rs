//! One run as its caller sets it up, and what it has to say at the end.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Place, Result, Severity, Sources};
use yardstick_starlark::Limits;

use crate::{SymlinkRules, World};

/// What a run gets from outside. Every stage reaches the outside through it, and leaves its warnings
/// here.
pub struct Session {
    /// Files, environment, network.
    pub world: Arc<dyn World>,
    /// The table that places in messages refer to.
    pub sources: Arc<Sources>,
    /// Takes the lines that templates print.
    pub print: Rc<dyn Fn(&str)>,
    /// Which links data value flags may follow.
    pub links: SymlinkRules,
    /// Bounds on template code.
    pub limits: Limits,
    /// Whether the process ends after this run, so that memory need not be given back piece by piece.
    pub short_lived: bool,
    warnings: RefCell<Vec<Diagnostic>>,
}

impl Session {
    /// A run that drops what templates print, follows no links and has the usual limits.
    pub fn new(world: Arc<dyn World>, sources: Arc<Sources>) -> Self {
        Self {
            world,
            sources,
            print: Rc::new(|_| {}),
            links: SymlinkRules::default(),
            limits: Limits::default(),
            short_lived: false,
            warnings: RefCell::default(),
        }
    }

    /// Keeps warnings for the end of the run.
    pub(crate) fn warn(&self, warnings: impl IntoIterator<Item = Diagnostic>) {
        self.warnings.borrow_mut().extend(warnings);
    }

    /// `error`, which ends the run, with the warnings so far: what they say is often its cause.
    pub(crate) fn with_warnings(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        let mut warnings = self.warnings.take();
        warnings.extend(error.warnings);
        Box::new(Diagnostic { warnings, ..*error })
    }

    /// The warnings so far, in the order in which they were given; an error if there are any and
    /// they count `as_errors`.
    pub(crate) fn take_warnings(&self, as_errors: bool) -> Result<Vec<Diagnostic>> {
        let warnings = self.warnings.take();
        if as_errors {
            refuse(&warnings, &self.sources)?;
        }
        Ok(warnings)
    }
}

/// An error that lists `warnings`, if there are any.
pub(crate) fn refuse(warnings: &[Diagnostic], sources: &Sources) -> Result<()> {
    let several = warnings.len() > 1;
    let Some((first, others)) = warnings.split_first() else { return Ok(()) };
    let place = |warning: &Diagnostic| {
        let span = warning.labels.first().map(|label| label.span);
        span.map(|span| Place::At(span).compact(sources))
    };
    // With several it must be seen which one a note is about.
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
