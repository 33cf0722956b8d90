//! Properties of imports: the result is a schema, its defaults are valid unless a warning says otherwise, and no input
//! makes it panic or hang.

use std::{fmt::Write, sync::Arc};

use proptest::prelude::*;
use yardstick_bridge::{Imported, Options, import};
use yardstick_diagnostics::{Diagnostic, FileId, SourceFile};
use yardstick_workspace::{
    Renderer,
    options::{Format, Inspect, LibraryOptions, Options as RenderOptions},
};

fn imported(text: &str) -> Result<Imported, Vec<Diagnostic>> {
    let source = Arc::new(SourceFile::new("schema.json", text.as_bytes()));
    import(source, FileId(0), &Options::default())
}

/// The data values of the schema `text` without any input.
fn defaults(text: &str, disable_validation: bool) -> Result<String, String> {
    let inspect = Some(Inspect::DataValues);
    let library = LibraryOptions { disable_validation, ..LibraryOptions::default() };
    let options = RenderOptions { library, inspect, ..RenderOptions::default() };
    let renderer = Renderer::new().file("schema.yml", text).options(options);
    renderer.render_as(Format::Yaml).map_err(|failure| failure.to_string())
}

/// Imports `text` and checks the properties of the result.
fn check(text: &str) -> Result<(), String> {
    let Ok(imported) = imported(text) else { return Ok(()) };
    let said =
        |problem: String| format!("{problem}\n--- from\n{text}\n--- came\n{}", imported.text);
    defaults(&imported.text, true).map_err(said)?;
    // Other warnings have the same code. Only those about defaults count.
    let is_told = imported
        .warnings
        .iter()
        .any(|warning| warning.code.id() == "YS1311" && warning.message.contains("default"));
    match defaults(&imported.text, false) {
        Err(problem) if !is_told => Err(said(format!("nobody told: {problem}"))),
        _ => Ok(()),
    }
}

/// A value that is valid for the original is valid here, unless a warning reports a loss. Values with null are
/// excluded (a null property counts as absent here), and so is `1.0` (not an integer here).
fn agree(text: &str, value: &str) -> Result<(), String> {
    // Values are merged into defaults, which may have another type.
    let text = &text.replace("\"default\"", "\"x-default\"");
    let Ok(imported) = imported(text) else { return Ok(()) };
    let (Ok(schema), Ok(instance)) = (serde_json::from_str(text), serde_json::from_str(value))
    else {
        return Ok(());
    };
    let instance: serde_json::Value = instance;
    let whole = serde_json::json!({ "x": instance });
    let is_valid =
        jsonschema::validator_for(&schema).is_ok_and(|validator| validator.is_valid(&whole));
    let is_odd = ["null", ".0", "1e"].iter().any(|part| value.contains(part));
    if !is_valid || is_odd || !imported.warnings.is_empty() || !value.is_ascii() {
        return Ok(());
    }
    let inspect = Some(Inspect::DataValues);
    let options = RenderOptions { inspect, ..RenderOptions::default() };
    let renderer = Renderer::new().file("schema.yml", imported.text.as_str()).options(options);
    match renderer.data_values(format!("x: {value}\n")).render_as(Format::Yaml) {
        Ok(_) => Ok(()),
        Err(failure) => {
            Err(format!("{failure}\n--- {value} by\n{text}\n--- came\n{}", imported.text))
        }
    }
}

/// Names that are difficult as keys, as text and as code.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-d]",
        1 => prop::sample::select(vec![
            "y", "no", "on", "1", "1.5", "null", "~", "", " a", "a: b", "#@ x", "<<", "_", "any",
            "\"", "\\", "a\nb", "\u{85}", "\u{2028}", "é", "\u{1}", "😀", "(@", "%{x}", "\u{feff}",
        ]).prop_map(str::to_owned),
    ]
}

fn value() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        (-3i64..10).prop_map(|number| number.to_string()),
        prop::sample::select(vec!["1.5", "2.0", "-0.0", "1e300", "18446744073709551615", "1e400"])
            .prop_map(str::to_owned),
        word().prop_map(|text| json(&text)),
    ];
    scalar.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3)
                .prop_map(|all| format!("[{}]", all.join(","))),
            (word(), inner).prop_map(|(key, value)| format!("{{{}: {value}}}", json(&key))),
        ]
    })
}

fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() || c == '\u{2028}' || c == '\u{feff}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}

fn schema() -> impl Strategy<Value = String> {
    let types = || {
        prop::sample::select(vec![
            "\"string\"",
            "\"integer\"",
            "\"number\"",
            "\"boolean\"",
            "\"object\"",
            "\"array\"",
            "\"null\"",
            "[\"string\", \"null\"]",
            "[\"integer\", \"object\"]",
            "[\"array\", \"object\"]",
            "\"strng\"",
        ])
    };
    let leaf = prop_oneof![
        types().prop_map(|name| format!("{{\"type\": {name}}}")),
        (types(), value()).prop_map(|(name, value)| format!("{{\"type\": {name}, \"default\": {value}}}")),
        prop::collection::vec(value(), 0..4).prop_map(|all| format!("{{\"enum\": [{}]}}", all.join(","))),
        value().prop_map(|value| format!("{{\"const\": {value}}}")),
        (types(), value()).prop_map(|(name, value)| format!("{{\"type\": {name}, \"examples\": [{value}]}}")),
        (types(), -2i64..4, 0i64..4).prop_map(|(name, min, max)| format!(
            "{{\"type\": {name}, \"minimum\": {min}, \"maxLength\": {max}, \"minItems\": {max}, \"exclusiveMaximum\": {max}}}"
        )),
        (types(), word()).prop_map(|(name, text)| {
            let text = json(&text);
            format!("{{\"type\": {name}, \"title\": {text}, \"description\": {text}, \"pattern\": {text}, \"$comment\": {text}, \"deprecated\": true}}")
        }),
        Just("{\"$ref\": \"#/$defs/a\"}".to_owned()),
        Just("{\"$ref\": \"#/$defs/b\", \"title\": \"B\"}".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        Just("{}".to_owned()),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let members = || prop::collection::vec((word(), inner.clone()), 0..4).prop_map(|all| {
            let mut seen = Vec::new();
            for (name, schema) in all {
                if !seen.iter().any(|(known, _)| *known == name) {
                    seen.push((name, schema));
                }
            }
            let members: Vec<_> =
                seen.iter().map(|(name, schema)| format!("{}: {schema}", json(name))).collect();
            format!("{{{}}}", members.join(", "))
        });
        let list = || prop::collection::vec(inner.clone(), 1..4).prop_map(|all| all.join(", "));
        prop_oneof![
            (members(), prop::collection::vec(word(), 0..3), prop::bool::ANY).prop_map(|(members, required, open)| {
                let required: Vec<_> = required.iter().map(|name| json(name)).collect();
                format!(
                    "{{\"type\": \"object\", \"properties\": {members}, \"required\": [{}], \"additionalProperties\": {open}}}",
                    required.join(", ")
                )
            }),
            (members(), inner.clone(), value()).prop_map(|(members, other, default)| format!(
                "{{\"properties\": {members}, \"patternProperties\": {members}, \"additionalProperties\": {other}, \"default\": {default}}}"
            )),
            (inner.clone(), value()).prop_map(|(items, default)| format!(
                "{{\"type\": \"array\", \"items\": {items}, \"default\": {default}}}"
            )),
            list().prop_map(|all| format!("{{\"prefixItems\": [{all}], \"items\": false}}")),
            (list(), value()).prop_map(|(all, default)| format!("{{\"anyOf\": [{all}], \"default\": {default}}}")),
            list().prop_map(|all| format!("{{\"oneOf\": [{all}]}}")),
            list().prop_map(|all| format!("{{\"allOf\": [{all}]}}")),
            (members(), list()).prop_map(|(members, all)| format!("{{\"properties\": {members}, \"anyOf\": [{all}]}}")),
            inner.clone().prop_map(|schema| format!("{{\"not\": {schema}, \"default\": 1}}")),
            (inner.clone(), inner.clone()).prop_map(|(test, then)| format!("{{\"if\": {test}, \"then\": {then}, \"default\": {{}}}}")),
            inner.clone().prop_map(|schema| format!("{{\"contains\": {schema}, \"propertyNames\": {schema}}}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_imported_is_a_schema(root in schema(), a in schema(), b in schema()) {
        let text = format!(
            "{{\"type\": \"object\", \"properties\": {{\"x\": {root}}}, \"$defs\": {{\"a\": {a}, \"b\": {b}}}}}"
        );
        if let Err(problem) = check(&text) {
            prop_assert!(false, "{problem}");
        }
    }

    #[test]
    fn what_is_valid_there_is_valid_here(root in schema(), a in schema(), values in prop::collection::vec(value(), 8)) {
        let text = format!(
            "{{\"type\": \"object\", \"properties\": {{\"x\": {root}}}, \"$defs\": {{\"a\": {a}, \"b\": {{\"type\": \"string\"}}}}}}"
        );
        for value in values {
            if let Err(problem) = agree(&text, &value) {
                prop_assert!(false, "{problem}");
            }
        }
    }

    #[test]
    fn roots_are_schemas_too(root in schema()) {
        if let Some(inner) = root.strip_prefix('{') {
            let comma = if inner == "}" { "" } else { ", " };
            let text = format!("{{\"$defs\": {{\"a\": {{\"type\": \"string\"}}, \"b\": {{}}}}{comma}{inner}");
            if let Err(problem) = check(&text) {
                prop_assert!(false, "{problem}");
            }
        }
    }
}

#[test]
fn odd_values_of_keywords_are_no_harm() {
    let values = [
        "null", "1", "-1", "1.5", "'x'", "[]", "{}", "[1]", "{a: 1}", "true", "false", ".nan",
        ".inf",
    ];
    let keywords = [
        "$ref",
        "$id",
        "$anchor",
        "$comment",
        "$defs",
        "type",
        "enum",
        "const",
        "default",
        "examples",
        "example",
        "title",
        "description",
        "deprecated",
        "nullable",
        "format",
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "items",
        "prefixItems",
        "additionalItems",
        "contains",
        "minContains",
        "maxContains",
        "uniqueItems",
        "minItems",
        "maxItems",
        "properties",
        "patternProperties",
        "additionalProperties",
        "unevaluatedProperties",
        "propertyNames",
        "required",
        "minProperties",
        "maxProperties",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "x-kubernetes-int-or-string",
        "x-kubernetes-list-type",
        "x-ytt-patternProperties",
        "x-ytt-format",
        "x-examples",
        "x-example-description",
        "contentEncoding",
        "contentMediaType",
        "readOnly",
    ];
    let mut all = Vec::new();
    for keyword in keywords {
        for value in values {
            for type_ in ["", "type: string, ", "type: object, ", "type: array, ", "type: number, "]
            {
                let type_ = if keyword == "type" { "" } else { type_ };
                all.push(format!("{{{type_}{keyword}: {value}}}"));
                all.push(format!("{{properties: {{p: {{{type_}{keyword}: {value}, if: {{}}}}}}}}"));
            }
        }
    }
    for text in all {
        check(&text).unwrap_or_else(|problem| panic!("{problem}"));
    }
}
