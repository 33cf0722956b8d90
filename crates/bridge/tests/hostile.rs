//! Malicious input must quickly lead to a schema or to a diagnostic with a position.

use std::{fmt::Write, sync::Arc, time::Instant};

use yardstick_bridge::{Imported, Options, import};
use yardstick_diagnostics::{Diagnostic, FileId, SourceFile};

fn imported(text: &str) -> Result<Imported, Vec<Diagnostic>> {
    let start = Instant::now();
    let source = Arc::new(SourceFile::new("schema.json", text.as_bytes()));
    let imported = import(source, FileId(0), &Options::default());
    assert!(start.elapsed().as_secs() < 20, "{:?} for {} bytes", start.elapsed(), text.len());
    imported
}

fn code(text: &str) -> &'static str {
    imported(text).map_or_else(|problems| problems[0].code.id(), |_| "")
}

#[test]
fn references_in_circles_are_cut() {
    for text in [
        "{$ref: '#'}",
        "{$defs: {a: {$ref: '#/$defs/b'}, b: {$ref: '#/$defs/a'}}, $ref: '#/$defs/a'}",
        "{allOf: [{$ref: '#'}, {$ref: '#'}]}",
        "{type: object, properties: {a: {$ref: '#'}}}",
        "{type: array, items: {$ref: '#'}}",
        "{anyOf: [{$ref: '#'}, {type: string}]}",
        "{not: {$ref: '#'}, default: 1}",
        "{if: {$ref: '#'}, then: {$ref: '#'}, default: 1}",
        "{type: object, additionalProperties: {oneOf: [{$ref: '#'}, {type: array, items: {$ref: '#'}}]}}",
    ] {
        let imported = imported(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        assert!(imported.text.contains("#@data/values-schema"), "{}", imported.text);
    }
    let recursive = imported("{type: object, properties: {a: {$ref: '#'}}}").expect("a schema");
    assert!(recursive.text.contains("#@schema/ref"), "{}", recursive.text);
}

#[test]
fn nesting_is_cut() {
    let deep = |open: &str, close: &str, levels: usize| {
        format!("{}true{}", open.repeat(levels), close.repeat(levels))
    };
    for (open, close) in [
        ("{\"properties\": {\"a\": ", "}}"),
        ("{\"items\": ", "}"),
        ("{\"not\": ", "}"),
        ("{\"allOf\": [", "]}"),
        ("{\"anyOf\": [{\"type\": \"string\"}, ", "]}"),
        ("{\"default\": [", "]}"),
    ] {
        imported(&deep(open, close, 400)).expect(open);
        assert_eq!(code(&deep(open, close, 100_000)), "YS0101");
    }
}

#[test]
fn what_doubles_at_each_level_is_refused() {
    let mut text = String::from("{$defs: {d0: {type: object, properties: {x: {type: string}}}");
    for at in 1..40 {
        let below = format!("{{$ref: '#/$defs/d{}'}}", at - 1);
        let _ = write!(text, ", d{at}: {{type: object, properties: {{a: {below}, b: {below}}}}}");
    }
    text.push_str("}, $ref: '#/$defs/d39'}");
    assert_eq!(code(&text), "YS1314");
    let lists =
        text.replace("properties: {a: ", "anyOf: [").replace(", b: ", ", ").replace("'}}}", "'}]}");
    imported(&lists).ok();
    let all =
        text.replace("properties: {a: ", "allOf: [").replace(", b: ", ", ").replace("'}}}", "'}]}");
    imported(&all).ok();
}

#[test]
fn aliases_do_not_explode() {
    let mut text = String::from("a0: &a0 {type: object, properties: {x: {type: string}}}\n");
    for at in 1..40 {
        let below = at - 1;
        let _ = writeln!(
            text,
            "a{at}: &a{at} {{type: object, properties: {{a: *a{below}, b: *a{below}}}}}"
        );
    }
    text.push_str("properties: {x: *a39}\ndefault: *a39\n");
    assert!(imported(&text).is_err());
}

#[test]
fn long_lists_take_time_in_proportion() {
    let refs = "{\"$ref\": \"#/$defs/a\"},".repeat(20_000);
    imported(&format!("{{\"allOf\": [{refs} true], \"$defs\": {{\"a\": {{}}}}}}"))
        .expect("a schema");
    imported(&format!("{{\"anyOf\": [{refs} true], \"$defs\": {{\"a\": {{}}}}}}"))
        .expect("a schema");
    let mut properties = String::new();
    for at in 0..20_000 {
        let _ = write!(properties, "\"p{at}\": {{\"type\": \"strin\", \"default\": 1}}, ");
    }
    let imported =
        imported(&format!("{{\"properties\": {{{properties} \"z\": true}}}}")).expect("a schema");
    assert!(imported.warnings.len() < 300);
}

#[test]
fn what_is_no_schema_is_told_with_a_place() {
    for (text, expected) in [
        ("", "YS1312"),
        ("[]", "YS1312"),
        ("text", "YS1312"),
        ("{properties: {a: 1}}", "YS1312"),
        ("{$ref: 'other.json#/a'}", "YS1313"),
        ("{$ref: 'https://example.com/schema'}", "YS1313"),
        ("{$ref: '#/nowhere'}", "YS1313"),
        ("{openapi: 3.0.0}", "YS1312"),
        ("{openapi: 3.0.0, components: {schemas: {A: {}, B: {}}}}", "YS1312"),
        ("{kind: CustomResourceDefinition}", "YS1312"),
        ("{kind: CustomResourceDefinition, spec: {versions: []}}", "YS1312"),
        ("{a: 1, a: 2}", "YS1101"),
        ("{? [a] : 1}", "YS1102"),
        ("{a: ", "YS0101"),
        ("false", "YS1312"),
        ("{type: string, enum: [1]}", "YS1312"),
    ] {
        let problems = imported(text).expect_err(text);
        assert_eq!(problems[0].code.id(), expected, "{text}: {problems:?}");
        assert!(text.is_empty() || !problems[0].labels.is_empty(), "{text}: {problems:?}");
    }
}
