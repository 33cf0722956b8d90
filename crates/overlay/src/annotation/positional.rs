//! Warns about positional arguments, which overlay annotations ignore.

use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_template::tree::Annotation;

use super::names;

/// The named argument that a positional argument was probably meant as.
const MEANT: [(&str, &str); 8] = [
    (names::MATCH, "by"),
    (names::REPLACE, "via"),
    (names::ASSERT, "via"),
    (names::INSERT, "via"),
    (names::REPLACE_ANN, "via"),
    (names::MERGE_ANNS, "via"),
    (names::REMOVE_ANNS, "via"),
    (names::CHILD_DEFAULTS, "missing_ok"),
];

/// Annotations with positional arguments.
const TAKES_POSITIONAL: [&str; 3] = [names::REPLACE_ANN, names::MERGE_ANNS, names::REMOVE_ANNS];

/// Returns a warning if `annotation` has an argument that is ignored.
pub(super) fn check(annotation: &Annotation) -> Option<Diagnostic> {
    let name = &*annotation.name;
    if annotation.positional.is_empty() || TAKES_POSITIONAL.contains(&name) {
        return None;
    }
    let message = format!("The argument of @{name} is ignored: it has no name");
    let warning = Diagnostic::warning(codes::IGNORED_ARGUMENT, message);
    let warning = warning.at(annotation.position.span());
    let meant = MEANT.iter().find(|(other, _)| *other == name);
    Some(match meant {
        Some((_, keyword)) => warning.note(format!("write `#@{name} {keyword}=...`")),
        None => warning.note(format!("write `#@{name}` alone")),
    })
}
