//! Broken rules as lines, for messages of code.

use std::fmt::Write;

use yardstick_diagnostics::{Sources, Violation};

/// `violations` as lines; `with_places` if they say where values and rules come from.
pub(crate) fn lines(violations: &[Violation], with_places: bool, sources: &Sources) -> String {
    let mut out = String::new();
    for violation in violations {
        let _ = write!(out, "\n  {}", violation.path);
        if with_places {
            let _ = write!(out, "\n    from: {}", violation.from.compact(sources));
        }
        for rule in &violation.rules {
            let by = rule.by.compact(sources);
            match &rule.message {
                Some(message) => {
                    let _ = write!(out, "\n    - {message} (by: {by})");
                }
                None => {
                    let _ = write!(out, "\n    - must be: {} (by: {by})", rule.must_be);
                    if !rule.found.is_empty() {
                        let _ = write!(out, "\n      found: {}", rule.found);
                    }
                }
            }
        }
    }
    out
}
