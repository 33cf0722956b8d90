//! The names of annotations of schemas: a name that is not among them does nothing, which is hardly
//! what was meant.

use yardstick_diagnostics::spelling;

/// The annotations `@schema/...`, sorted; some may carry a number.
const NAMES: [&str; 24] = [
    "schema/all-of",
    "schema/any-key",
    "schema/any-of",
    "schema/apply",
    "schema/default",
    "schema/definition",
    "schema/deprecated",
    "schema/desc",
    "schema/doc",
    "schema/example",
    "schema/examples",
    "schema/key",
    "schema/not",
    "schema/nullable",
    "schema/one-of",
    "schema/ref",
    "schema/removed",
    "schema/required",
    "schema/secret",
    "schema/title",
    "schema/type",
    "schema/validate",
    "schema/validation",
    "schema/validation-defaults-for-strings",
];

/// Annotations of which a node may have several, each with a number.
const NUMBERED: [&str; 2] = ["schema/validate", "schema/validation"];

/// Whether an annotation of a schema has this name.
pub fn is_schema_annotation(name: &str) -> bool {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    NAMES.contains(&name) || NUMBERED.contains(&plain)
}

/// The annotation of schemas that was probably meant by `name`.
pub fn nearest_schema_annotation(name: &str) -> Option<&'static str> {
    spelling::nearest_below("schema/", name, NAMES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert!(NAMES.is_sorted());
        assert!(is_schema_annotation("schema/validation12"));
        assert!(!is_schema_annotation("schema/title2"));
        assert_eq!(nearest_schema_annotation("schema/validatoin"), Some("schema/validation"));
        assert_eq!(nearest_schema_annotation("schema/unheard-of"), None);
    }
}
