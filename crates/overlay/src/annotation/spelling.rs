//! Warns about unknown annotations of the `overlay/` namespace.
//!
//! They are allowed, for compatibility, and have no effect; usually, they are typos.

use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_template::tree::{Annotations, Document, Yaml};

use super::{names, positional};
use crate::depth::MAX_DEPTH;

/// Returns a warning for each unknown annotation in `document`.
pub fn unknown_annotations(document: &Document) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    check(&document.annotations, &mut warnings);
    walk(&document.value, 0, &mut warnings);
    warnings
}

fn walk(value: &Yaml, depth: usize, warnings: &mut Vec<Diagnostic>) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Yaml::Map(map) => {
            for item in map.items() {
                node(&item.value, &item.annotations, depth, warnings);
            }
        }
        Yaml::Array(array) => {
            for item in &array.items {
                node(&item.value, &item.annotations, depth, warnings);
            }
        }
        _ => {}
    }
}

/// Checks an item. Most are scalars without annotations.
#[inline]
fn node(value: &Yaml, annotations: &Annotations, depth: usize, warnings: &mut Vec<Diagnostic>) {
    if !annotations.is_empty() {
        check(annotations, warnings);
    }
    if matches!(value, Yaml::Map(_) | Yaml::Array(_)) {
        walk(value, depth + 1, warnings);
    }
}

/// Adds a warning for each unknown name among `annotations`.
pub(crate) fn check(annotations: &Annotations, warnings: &mut Vec<Diagnostic>) {
    for annotation in annotations {
        let name = &*annotation.name;
        if !name.starts_with(names::NAMESPACE) {
            continue;
        }
        if names::ALL.contains(&name) {
            warnings.extend(positional::check(annotation));
            continue;
        }
        let mut warning = Diagnostic::warning(
            codes::UNKNOWN_ANNOTATION,
            format!("Unknown annotation @{name} has no effect"),
        );
        if let Some(span) = annotation.position.span() {
            warning = warning.at(span);
        }
        let near = match name {
            "overlay/delete" | "overlay/drop" => Some(names::REMOVE),
            "overlay/add" => Some(names::APPEND),
            "overlay/patch" | "overlay/update" => Some(names::MERGE),
            _ => spelling::nearest_below(names::NAMESPACE, name, names::ALL),
        };
        if let Some(near) = near {
            warning = warning.note(spelling::did_you_mean(format_args!("@{near}")));
        }
        warnings.push(warning);
    }
}
