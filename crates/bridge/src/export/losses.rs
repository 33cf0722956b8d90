//! What an export cannot say, with the place where the schema says it.

use std::cell::RefCell;

use yardstick_diagnostics::{Diagnostic, codes};

/// Losses, and the place that is being written.
#[derive(Default)]
pub(super) struct Losses {
    path: RefCell<String>,
    found: RefCell<Vec<String>>,
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
