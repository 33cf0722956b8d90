//! What an export cannot say, with the place where the schema says it.

use std::cell::{Cell, RefCell};

use yardstick_diagnostics::{Diagnostic, codes};

/// Losses, and the place that is being written.
#[derive(Default)]
pub(super) struct Losses {
    path: RefCell<String>,
    found: RefCell<Vec<String>>,
    /// Whether types were written that allow more than they do here.
    is_wide: Cell<bool>,
}

impl Losses {
    /// Something that values are not held to.
    pub(super) fn lose(&self, reason: &str) {
        let path = self.path.borrow();
        let path = if path.is_empty() { "the root" } else { &path };
        let text = format!("{path}: {reason}");
        let mut found = self.found.borrow_mut();
        if !found.contains(&text) {
            found.push(text);
        }
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

    /// A warning for each.
    pub(super) fn into_warnings(self) -> Vec<Diagnostic> {
        let warning = |text| Diagnostic::warning(codes::LOSSY, text);
        self.found.into_inner().into_iter().map(warning).collect()
    }
}
