use super::support::check;

#[test]
fn encode() {
    check(&[
        (
            r#"yaml.encode({"b": [1, None, []], "a": {"true": "no"}})"#,
            r#""b:\n- 1\n- null\n- []\na:\n  \"true\": \"no\"\n""#,
        ),
        ("yaml.encode(None)", r#""""#),
        ("yaml.encode({})", r#""{}\n""#),
        ("yaml.encode([])", r#""[]\n""#),
        (r#"yaml.encode("")"#, r#""\"\"\n""#),
        ("yaml.encode(5)", r#""5\n""#),
        ("yaml.encode()", "error: yaml.encode: expected exactly one argument"),
        (
            "yaml.encode(1 << 70)",
            "error: yaml.encode: Unable to convert value: integer 1180591620717411303424 does not fit 64 bits",
        ),
    ]);
}

#[test]
fn decode() {
    check(&[
        (
            r#"yaml.decode("b: [1, 1.5, x, true, ~]\na: {z: {}}")"#,
            r#"{"b": [1, 1.5, "x", True, None], "a": {"z": {}}}"#,
        ),
        (r#"yaml.decode("")"#, "None"),
        (r#"yaml.decode("x: #@ 1")"#, r#"{"x": None}"#),
        (
            r#"yaml.decode("x: &a {p: 1}\nz:\n  <<: *a\n  q: 2")"#,
            r#"{"x": {"p": 1}, "z": {"p": 1, "q": 2}}"#,
        ),
        (r#"yaml.decode("? [1, b]\n: 2001-01-01")"#, r#"{(1, "b"): "2001-01-01"}"#),
        (r#"yaml.decode("18446744073709551615")"#, "18446744073709551615"),
        (r#"yaml.decode("!!binary /w==")"#, r#""\xff""#),
        (r#"yaml.decode("a: 1\na: 2")"#, "error: yaml.decode: Unexpected duplicate key: a"),
        (
            r#"yaml.decode("a: [")"#,
            "error: yaml.decode: yaml: line 1: did not find expected node content",
        ),
        (
            r#"yaml.decode("a: 1\n---\nb: 2\n")"#,
            "error: yaml.decode: Expected to find exactly one YAML document",
        ),
        ("yaml.decode(5)", "error: yaml.decode: expected a string, but was int"),
    ]);
}

#[test]
fn hostile_text_ends_in_an_error() {
    for text in [r#""[" * 100000"#, r#""a: \xff""#, r#""? " * 100000"#] {
        let outcome = super::support::run(&format!("result = yaml.decode({text})\n"));
        assert!(outcome.result.starts_with("error: yaml.decode: "), "{text}: {}", outcome.result);
    }
}
