//! Broken rules as lines, for messages of code.

use std::fmt::Write;

use yardstick_diagnostics::{
    Sources, Violation,
    render::{Extent, broken_rules},
};

/// `violations` as lines; `with_places` if they say where values come from.
pub(crate) fn lines(violations: &[Violation], with_places: bool, sources: &Sources) -> String {
    let mut out = String::from("\n");
    for violation in violations {
        let _ = writeln!(out, "  {}", violation.path);
        if with_places {
            let _ = writeln!(out, "    from: {}", violation.from.compact(sources));
        }
        broken_rules(&mut out, &violation.rules, Extent::Reference, sources);
    }
    out.truncate(out.trim_end().len());
    out
}
