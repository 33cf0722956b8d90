//! The names of annotations, and the names that other tools use for them.

use yardstick_diagnostics::spelling;
use yardstick_overlay::names as overlay;
use yardstick_schema::{is_schema_annotation, nearest_schema_annotation};

use crate::annotations::{DATA_VALUES, LIBRARY_REF, SCHEMA};

pub(super) const SCHEMA_NAMESPACE: &str = "schema/";
pub(super) const RULES: &str = "assert/validate";

/// Namespaces with a fixed set of names, and these names. `schema/` has its own table.
pub(super) const NAMESPACES: [(&str, &[&str]); 7] = [
    (SCHEMA_NAMESPACE, &[]),
    ("data/", &[DATA_VALUES, SCHEMA]),
    ("library/", &[LIBRARY_REF]),
    ("assert/", &[RULES]),
    ("yaml/", &["yaml/map-key-override", "yaml/text-templated-strings"]),
    ("template/", &["template/code", "template/value"]),
    (overlay::NAMESPACE, &overlay::ALL),
];

/// Names that other tools use for annotations.
const OTHER_NAMES: [(&str, &str); 16] = [
    ("overlay/delete", overlay::REMOVE),
    ("overlay/add", overlay::APPEND),
    ("overlay/patch", overlay::MERGE),
    ("overlay/update", overlay::MERGE),
    ("overlay/set", overlay::REPLACE),
    ("overlay/override", overlay::REPLACE),
    ("schema/description", "schema/desc"),
    ("schema/comment", "schema/desc"),
    ("schema/help", "schema/desc"),
    ("schema/additionalProperties", "schema/any-key"),
    ("schema/additional-properties", "schema/any-key"),
    ("schema/patternProperties", "schema/any-key"),
    ("schema/sensitive", "schema/secret"),
    ("schema/optional", "schema/nullable"),
    ("data/schema", SCHEMA),
    ("data/value", DATA_VALUES),
];

/// Checks that an annotation has this name. If not, returns a suggestion.
pub(super) fn look_up(name: &str) -> Result<(), Option<&'static str>> {
    // Rules may be numbered.
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let other = || OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, known)| *known);
    match NAMESPACES.iter().find(|(prefix, _)| name.starts_with(prefix)) {
        Some((SCHEMA_NAMESPACE, _)) if is_schema_annotation(name) => Ok(()),
        Some((SCHEMA_NAMESPACE, _)) => Err(other().or_else(|| nearest_schema_annotation(name))),
        Some((_, known)) if known.contains(&name) || plain == RULES => Ok(()),
        Some((prefix, known)) => {
            Err(other().or_else(|| spelling::nearest_below(prefix, name, known.iter().copied())))
        }
        None => Ok(()),
    }
}

/// True if `name` is the name of an annotation.
pub(super) fn is_annotation(name: &str) -> bool {
    let is_in = |(prefix, _): &(&str, &[&str])| name.starts_with(prefix);
    NAMESPACES.iter().any(is_in) && look_up(name).is_ok()
}
