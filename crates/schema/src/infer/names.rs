//! The names of schema annotations. An annotation with another name has no effect, which is probably a mistake.

use yardstick_diagnostics::spelling;

/// The annotations `@schema/...`, sorted. Some may have a number.
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

/// Annotations that a node may have several times, with different numbers.
const NUMBERED: [&str; 2] = ["schema/validate", "schema/validation"];

/// Whether `name` is a schema annotation.
pub fn is_schema_annotation(name: &str) -> bool {
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    NAMES.contains(&name) || NUMBERED.contains(&plain)
}

/// Returns the schema annotation that was probably meant by `name`.
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
