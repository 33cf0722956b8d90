//! The stable code of every kind of problem.

/// A kind of problem, as reports list it.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its stable name.
    pub code: &'static str,
    /// The keyword, or a short word for it.
    pub name: &'static str,
    /// What it is about.
    pub description: &'static str,
}

const fn rule(code: &'static str, name: &'static str, description: &'static str) -> Rule {
    Rule { code, name, description }
}

/// The code of circular references.
pub const CYCLE: &str = "YS204";

/// All rules, by code.
pub const RULES: &[Rule] = &[
    rule("YS100", "yaml-syntax", "The file is not well-formed YAML."),
    rule("YS101", "duplicate-key", "A key is given twice in one mapping."),
    rule("YS102", "non-scalar-key", "A key is a mapping or a sequence."),
    rule("YS110", "type", "The value has the wrong type."),
    rule("YS111", "enum", "The value is not one of those allowed."),
    rule("YS112", "const", "The value is not the one allowed."),
    rule("YS120", "minLength", "The string is too short."),
    rule("YS121", "maxLength", "The string is too long."),
    rule("YS122", "pattern", "The string does not match the pattern."),
    rule("YS123", "content", "The string does not hold what it should."),
    rule("YS130", "minimum", "The number is too small."),
    rule("YS131", "maximum", "The number is too large."),
    rule("YS132", "exclusiveMinimum", "The number is too small."),
    rule("YS133", "exclusiveMaximum", "The number is too large."),
    rule("YS134", "multipleOf", "The number is not a multiple of the given one."),
    rule("YS140", "minItems", "The array has too few items."),
    rule("YS141", "maxItems", "The array has too many items."),
    rule("YS142", "uniqueItems", "The array holds a value twice."),
    rule("YS143", "contains", "Too few or too many items match."),
    rule("YS144", "items", "The array has items that are not allowed."),
    rule("YS145", "unevaluatedItems", "The array has items no schema describes."),
    rule("YS150", "required", "A property is missing."),
    rule("YS151", "additionalProperties", "A property is not allowed."),
    rule("YS152", "unevaluatedProperties", "A property no schema describes."),
    rule("YS153", "propertyNames", "A key is not a valid property name."),
    rule("YS154", "minProperties", "The object has too few or too many properties."),
    rule("YS155", "dependentRequired", "A property another one asks for is missing."),
    rule("YS160", "oneOf", "The value does not match exactly one of the schemas."),
    rule("YS161", "anyOf", "The value matches none of the schemas."),
    rule("YS162", "allOf", "The value does not match all of the schemas."),
    rule("YS163", "not", "The value matches a schema it must not match."),
    rule("YS164", "if", "The value does not match the schema its condition asks for."),
    rule("YS165", "false", "No value is allowed here."),
    rule("YS170", "format", "The string does not have the format asked for."),
    rule("YS190", "other", "The value breaks another rule of the schema."),
    rule("YS200", "invalid-schema", "The schema is not a valid schema."),
    rule("YS201", "unreadable-schema", "The schema cannot be read."),
    rule("YS202", "unresolved-reference", "A reference of the schema leads nowhere."),
    rule("YS203", "impossible-schema", "A part of the schema can never be satisfied."),
    rule("YS204", "reference-cycle", "A reference of the schema leads back to itself."),
    rule("YS210", "no-schema", "No schema applies to the file."),
    rule("YS211", "unreadable-file", "The file cannot be read."),
    rule("YS212", "nothing-found", "There is nothing to check."),
    rule("YS220", "configuration", "The configuration or the catalog cannot be used."),
    rule("YS300", "unknown-keyword", "The schema uses a keyword that does not exist."),
    rule("YS301", "unknown-format", "The schema names a format that is not checked."),
    rule("YS302", "empty-range", "Bounds of the schema exclude each other."),
    rule("YS303", "impossible-required", "A required property is forbidden."),
    rule("YS304", "repeated-enum", "An enumeration lists a value twice."),
    rule("YS305", "data-values-schema", "The schema is a schema of data values."),
    rule("YS306", "no-keywords", "The schema has no keyword, so that everything is valid."),
    rule("YS307", "unknown-dialect", "`$schema` names a dialect that is not known."),
    rule("YS308", "second-document", "The schema file has more than one document."),
    rule("YS309", "empty-schema", "The schema file is empty, so that everything is valid."),
    rule("YS320", "unknown-setting", "The configuration has a key that does not exist."),
];

/// The rule with that code.
pub fn find(code: &str) -> Option<&'static Rule> {
    let at = RULES.binary_search_by(|rule| rule.code.cmp(code)).ok()?;
    Some(&RULES[at])
}

/// The short name of a code: the name of its rule, or the code itself.
pub fn name(code: &'static str) -> &'static str {
    find(code).map_or(code, |rule| rule.name)
}

/// Whether it is a problem of YAML itself.
pub fn is_of_yaml(code: &str) -> bool {
    matches!(code, "YS0101" | "YS0102" | "YS0103" | "YS0104" | "YS100" | "YS101" | "YS102")
}

/// Whether something is missing, which has no place of its own.
pub fn is_absence(code: &str) -> bool {
    matches!(code, "YS150" | "YS155")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_in_order() {
        assert!(RULES.is_sorted_by_key(|rule| rule.code));
        assert_eq!(find("YS170").map(|rule| rule.name), Some("format"));
    }
}
