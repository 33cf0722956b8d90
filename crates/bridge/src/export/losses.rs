//! Collects what an export cannot express, with the paths in the schema.

use std::cell::{Cell, RefCell};

use yardstick_diagnostics::{Diagnostic, codes};

/// The losses so far, and the path being exported.
#[derive(Default)]
pub(super) struct Losses {
    path: RefCell<String>,
    /// The reasons, each with the paths where it applies.
    found: RefCell<Vec<(String, Vec<String>)>>,
    /// Whether exported types allow more than the original.
    is_wide: Cell<bool>,
}

impl Losses {
    /// Records that the export does not check something at the current path.
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

    /// Returns the path being exported.
    pub(super) fn path(&self) -> String {
        self.path.borrow().clone()
    }

    /// Records that exported types allow more than the original.
    pub(super) fn widen(&self) {
        self.is_wide.set(true);
    }

    /// Runs `write`. Returns its result, and whether exported types in it allow more than the original. Such types
    /// cannot be used under `not`, which would reject too much.
    pub(super) fn is_wide<T>(&self, write: impl FnOnce() -> T) -> (T, bool) {
        let before = self.is_wide.replace(false);
        let written = write();
        let is_wide = self.is_wide.get();
        self.is_wide.set(before || is_wide);
        (written, is_wide)
    }

    /// Runs `go_on` with the path extended by `step`: a key, or `[]`.
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

    /// Returns a warning for each reason, with its paths.
    pub(super) fn into_warnings(self) -> Vec<Diagnostic> {
        let warning = |(reason, places): (String, Vec<String>)| {
            let places = places.join(", ");
            Diagnostic::warning(codes::LOSSY, format!("{places}: {reason}"))
        };
        self.found.into_inner().into_iter().map(warning).collect()
    }
}
