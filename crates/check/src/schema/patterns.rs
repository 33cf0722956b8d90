//! Limits the total cost of all patterns of a schema. Each pattern has its own limit, but many of them may still be
//! too much.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, limits};

use super::{compiled::pattern_places, references::Atlas};
use crate::ecma;

/// Returns an error if the engine cannot compile the patterns in reasonable time and memory.
pub(super) fn problem(atlas: &Atlas) -> Option<Diagnostic> {
    let mut seen = FxHashSet::default();
    let mut sum = 0_u64;
    for file in &atlas.files {
        if memchr::memmem::find(file.view.tree().source().bytes(), b"pattern").is_none() {
            continue;
        }
        for (pattern, id) in pattern_places(file, true) {
            if !seen.insert(pattern) {
                continue;
            }
            sum = sum.saturating_add(ecma::weight(pattern));
            if sum > limits::PATTERN_RANGES {
                return Some(
                    Diagnostic::patterns_too_large().at(file.view.node(id).content_span()),
                );
            }
        }
    }
    None
}
