//! Tests the messages and hints for each kind of problem, one line per message and hint.

use crate::common::check;

/// The first line of each error with its hints, without the excerpt.
fn said(schema: &str, instance: &str) -> Vec<String> {
    let is_told = |line: &&str| {
        line.contains("error[") || line.contains("  help: ") || line.contains("  note: ")
    };
    let report = check(schema, instance);
    report.lines().filter(is_told).map(|line| line.trim().to_owned()).collect()
}

#[track_caller]
fn says(schema: &str, instance: &str, expected: &[&str]) {
    assert_eq!(
        said(schema, instance),
        expected,
        "\n--- schema\n{schema}\n--- instance\n{instance}"
    );
}

#[test]
fn types_and_the_traps_of_yaml() {
    says(
        "type: string",
        "1.10",
        &[
            "i.yaml:1:1: error[YS1110]: .: Expected a string, but got a number 1.10",
            "help: quote it: \"1.10\"",
        ],
    );
    says(
        "properties: {a: {type: boolean}}",
        "a: yes",
        &[
            "i.yaml:1:4: error[YS1110]: .a: Expected a boolean, but got a string \"yes\"",
            "help: yes is a string in YAML 1.2; use true",
        ],
    );
    says(
        "properties: {a: {type: integer}}",
        "a: \"12\"",
        &[
            "i.yaml:1:4: error[YS1110]: .a: Expected an integer, but got a string \"12\"",
            "help: it is quoted, so it is a string; use 12",
        ],
    );
    says(
        "properties: {a: {type: integer}}",
        "a: 1_000",
        &[
            "i.yaml:1:4: error[YS1110]: .a: Expected an integer, but got a string \"1_000\"",
            "help: 1_000 is a string in YAML 1.2; use 1000",
        ],
    );
    says(
        "properties: {a: {type: [string, integer]}}",
        "a:",
        &[
            "i.yaml:1:3: error[YS1110]: .a: Expected an integer or a string, but got null",
            "help: value is null: remove the key or give a value",
        ],
    );
}

#[test]
fn required_and_unexpected_properties() {
    says(
        "required: [name, email]",
        "nmae: x\nemail: null",
        &[
            "i.yaml:1:1: error[YS1150]: .: Required property 'name' is missing",
            "help: 'nmae' is given: did you mean 'name'?",
            "i.yaml:1:1: error[YS1150]: .: Required property 'email' is missing",
            "note: i.yaml:2:1: null here",
            "help: 'email' is null, which counts as missing: give it a value",
        ],
    );
    says(
        "properties: {replicas: {}, name: {}}\nadditionalProperties: false",
        "replica: 1\nname: x\nzzz: 2",
        &[
            "i.yaml:1:1: error[YS1151]: .replica: Property 'replica' is not allowed",
            "help: did you mean 'replicas'?",
            "i.yaml:3:1: error[YS1151]: .zzz: Property 'zzz' is not allowed",
            "help: allowed here: 'replicas', 'name'",
        ],
    );
    says(
        "properties: {a: {required: [b]}}",
        "a: {c: 1}",
        &["i.yaml:1:4: error[YS1150]: .a: Required property 'b' is missing", "help: in 'a'"],
    );
    says(
        "dependentRequired: {a: [b]}",
        "a: 1",
        &["i.yaml:1:1: error[YS1155]: .: Property 'b' is missing, which 'a' requires"],
    );
    says(
        "unevaluatedProperties: false\nproperties: {a: {}}",
        "a: 1\nb: 2",
        &["i.yaml:2:1: error[YS1152]: .b: Property 'b' is not allowed: no schema describes it"],
    );
}

#[test]
fn property_names() {
    says(
        "propertyNames: {pattern: '^[a-z]+$'}",
        "-001 invalid: x",
        &[
            "i.yaml:1:1: error[YS1153]: .[\"-001 invalid\"]: Property name '-001 invalid' does not match pattern '^[a-z]+$'",
            "help: the character '-' is not allowed in it",
        ],
    );
    says(
        "propertyNames: {type: integer}",
        "1: a\n\"2\": b",
        &[
            "i.yaml:2:1: error[YS1153]: .[\"2\"]: Property name '2' must be an integer, but is a string",
            "help: key 2 is text: it is quoted",
        ],
    );
}

#[test]
fn values() {
    says(
        "enum: [red, green]",
        "gren",
        &[
            "i.yaml:1:1: error[YS1111]: .: \"gren\" is not one of \"red\", \"green\"",
            "help: did you mean 'green'?",
        ],
    );
    says(
        "enum: ['1.10', x]",
        "1.10",
        &[
            "i.yaml:1:1: error[YS1111]: .: 1.10 is not one of \"1.10\", \"x\"",
            "help: quote it: \"1.10\"",
        ],
    );
    says("const: 3", "4", &["i.yaml:1:1: error[YS1112]: .: Expected 3, but got 4"]);
    says("minimum: 5", "4", &["i.yaml:1:1: error[YS1130]: .: Number must be at least 5, but is 4"]);
    says(
        "multipleOf: 0.01",
        "19.999",
        &["i.yaml:1:1: error[YS1134]: .: Number must be a multiple of 0.01, but is 19.999"],
    );
    says("multipleOf: 0.01", "19.99", &[]);
    says(
        "format: date",
        "'2023-02-29'",
        &[
            "i.yaml:1:1: error[YS1170]: .: \"2023-02-29\" is not a valid date",
            "help: there is no such day",
        ],
    );
    says(
        "format: int32",
        "3000000000",
        &["i.yaml:1:1: error[YS1170]: .: 3000000000 is not a 32-bit integer"],
    );
    says(
        "uniqueItems: true",
        "[1, 2, 1.0]",
        &[
            "i.yaml:1:8: error[YS1142]: .[2]: Duplicate array item: 1.0",
            "note: i.yaml:1:2: first given here",
        ],
    );
    says(
        "contains: {type: string}\nminContains: 2",
        "[a, 1]",
        &["i.yaml:1:1: error[YS1143]: .: At least 2 items must each be a string, but 1 is"],
    );
}

#[test]
fn unions() {
    says(
        "oneOf: [{type: string}, {type: integer}]",
        "true",
        &[
            "i.yaml:1:1: error[YS1160]: .: Expected a string or an integer, but got a boolean true",
            "help: quote it: \"true\"",
        ],
    );
    let kinds = "
oneOf:
- {properties: {kind: {const: a}, size: {type: integer}}, required: [kind]}
- {properties: {kind: {const: b}, name: {type: string}}, required: [kind]}
";
    says(
        kinds,
        "kind: b\nname: 3",
        &[
            "i.yaml:2:7: error[YS1110]: .name: Expected a string, but got an integer 3",
            "help: quote it: \"3\"",
        ],
    );
    says(
        "oneOf: [{minLength: 1}, {maxLength: 5}]",
        "abc",
        &["i.yaml:1:1: error[YS1160]: .: More than one schema in `oneOf` matches: 1 and 2"],
    );
}

#[test]
fn places_of_aliases_merges_and_duplicates() {
    says(
        "properties: {b: {type: object, properties: {x: {type: string}}}}",
        "a: &a {x: 1}\nb: *a",
        &[
            "i.yaml:2:4: error[YS1110]: .b.x: Expected a string, but got an integer 1",
            "note: i.yaml:1:11: defined here",
            "help: quote it: \"1\"",
        ],
    );
    says("properties: {b: {required: [x, y]}}", "a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}", &[]);
    says(
        "properties: {b: {required: [x, y, z], additionalProperties: {type: integer}}}",
        "a: &a {x: 1}\nb: {<<: {<<: [*a, {x: no, z: 3}], y: 2}}",
        &[],
    );
    says(
        "true",
        "a: 1\nb: 2\na: 3",
        &["i.yaml:3:1: error[YS1101]: Duplicate key 'a'", "note: i.yaml:1:1: first given here"],
    );
    says(
        "true",
        "1: a\n\"1\": b",
        &[
            "i.yaml:2:1: error[YS1101]: Duplicate key '1'",
            "note: i.yaml:1:1: first given here",
            "help: keys are text here: `1` and `\"1\"` name the same property",
        ],
    );
    says("true", "? [a]\n: b", &["i.yaml:1:3: error[YS1102]: key is not a scalar"]);
    says("true", "a: !!int x", &["i.yaml:1:4: error[YS0101]: cannot decode !!str `x` as a !!int"]);
}

#[test]
fn every_document_counts() {
    says(
        "type: integer",
        "1\n---\nx\n---\n2\n---\ny\n",
        &[
            "i.yaml:3:1: error[YS1110]: .: Expected an integer, but got a string \"x\"",
            "i.yaml:7:1: error[YS1110]: .: Expected an integer, but got a string \"y\"",
        ],
    );
}

#[test]
fn schemas_are_checked_at_their_place() {
    says(
        "type: strin",
        "1",
        &[
            "s.yaml:1:7: error[YS1200]: Invalid schema: unknown type 'strin'",
            "help: types are array, boolean, integer, null, number, object, string",
            "help: did you mean 'string'?",
        ],
    );
    says(
        "properties:\n  a: {$ref: '#/$defs/b'}",
        "1",
        &["s.yaml:2:13: error[YS1202]: Cannot resolve reference: nothing at '/$defs/b'"],
    );
    says(
        "$ref: https://example.com/x.json",
        "1",
        &[
            "s.yaml:1:7: error[YS1202]: Cannot resolve reference to https://example.com/x.json: \
         Cannot read 'https://example.com/x.json': the network is not used; \
         allow it with --allow-net, get a copy once with `yardstick schema fetch`, or serve it from disk with \
         --map URL-PREFIX=DIR/",
            "help: needed by i.yaml",
        ],
    );
    says(
        "null",
        "1",
        &[
            "s.yaml:1:1: error[YS1200]: schema is null",
            "help: the schema that accepts only null is `type: null`",
        ],
    );
}

#[test]
fn a_required_null_is_told_once() {
    let schema = "required: [a, b]\nproperties: {a: {type: string}, b: {anyOf: [{type: string}]}, c: {type: string}}";
    let text = check(schema, "a: null\nb:\nc: null\n");
    assert!(text.ends_with("3 errors in 1 of 1 file\n"), "{text}");
    assert_eq!(text.matches("counts as missing: give it a value").count(), 2, "{text}");
    assert_eq!(text.matches("remove the key or give a value").count(), 1, "{text}");
}

#[test]
fn an_empty_enum_says_so() {
    let text = check("enum: []", "1");
    assert!(text.contains("No value is allowed here: `enum` is empty\n"), "{text}");
}

#[test]
fn findings_are_sorted_by_place() {
    let text =
        check("properties: {a: {type: string}, z: {type: string}}", "a: 1\nb: 1\nb: 2\nz: 1\n");
    let lines: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("i.yaml:")?.split(':').next()).collect();
    assert_eq!(lines, ["1", "3", "4"], "{text}");
}

#[test]
fn an_undeclared_key_is_no_deeper_than_a_missing_one() {
    let schema =
        "oneOf:\n- {required: [kind, a]}\n- {properties: {b: {}}, additionalProperties: false}\n";
    let text = check(schema, "kind: x\nq: 1\n");
    assert!(text.contains("'a' is missing") && !text.contains("not allowed"), "{text}");
}
