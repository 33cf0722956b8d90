//! What an export cannot say, with the place where the schema says it.

use std::cell::{Cell, RefCell};

use yardstick_diagnostics::{Diagnostic, codes};

/// Losses, and the place that is being written.
#[derive(Default)]
pub(super) struct Losses {
    path: RefCell<String>,
    /// Each reason, with the places where it applies.
    found: RefCell<Vec<(String, Vec<String>)>>,
    /// Whether types were written that allow more than they do here.
    is_wide: Cell<bool>,
}

impl Losses {
    /// Something that values are not held to.
    pub(super) fn lose(&self, reason: &str) {
        let path = self.path.borrow();
        let path = if path.is_empty() { "the root" } else { &path };
        let mut found = self.found.borrow_mut();
        match found.iter_mut().find(|(known, _)| known == reason) {
            Some((_, places)) if places.iter().any(|place| place == path) => {}
            Some((_, places)) => places.push(path.to_owned()),
            None => found.push((reason.to_owned(), vec![path.to_owned()])),
        }
    }

    /// The place that is being written.
    pub(super) fn path(&self) -> String {
        self.path.borrow().clone()
    }

    /// Types allow more than they do here.
    pub(super) fn widen(&self) {
        self.is_wide.set(true);
    }

    /// What `write` writes, and whether types in it allow more than they do here. What must not be of such a
    /// type cannot be said.
    pub(super) fn is_wide<T>(&self, write: impl FnOnce() -> T) -> (T, bool) {
        let before = self.is_wide.replace(false);
        let written = write();
        let is_wide = self.is_wide.get();
        self.is_wide.set(before || is_wide);
        (written, is_wide)
    }

    /// Goes on below `step`: a key, or `[]`.
    pub(super) fn below<T>(&self, step: &str, go_on: impl FnOnce() -> T) -> T {
        let length = {
            let mut path = self.path.borrow_mut();
            let length = path.len();
            let step = if step.is_empty() { "\"\"" } else { step };
            if length > 0 && !step.starts_with('[') {
                path.push('.');
            }
            path.push_str(step);
            length
        };
        let answer = go_on();
        self.path.borrow_mut().truncate(length);
        answer
    }

    /// A warning for each reason, with the places.
    pub(super) fn into_warnings(self) -> Vec<Diagnostic> {
        let warning = |(reason, places): (String, Vec<String>)| {
            let places = places.join(", ");
            Diagnostic::warning(codes::LOSSY, format!("{places}: {reason}"))
        };
        self.found.into_inner().into_iter().map(warning).collect()
    }
}
