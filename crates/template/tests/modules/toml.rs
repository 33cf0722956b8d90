use super::support::check;

#[test]
fn encode() {
    check(&[
        ("toml.encode({})", r#""""#),
        (r#"toml.encode({"t": {"z": 1}, "a": "x\n"})"#, r#""a = \"x\\n\"\n\n[t]\n  z = 1\n""#),
        (r#"toml.encode({"t": {"z": 1}}, indent=4)"#, r#""[t]\n    z = 1\n""#),
        (r#"toml.encode({"t": {"z": 1}}, indent=0)"#, r#""[t]\n  z = 1\n""#),
        (r#"toml.encode({"s": [{"h": 1}, {"h": 2}]})"#, r#""[[s]]\n  h = 1\n\n[[s]]\n  h = 2\n""#),
        (r#"toml.encode({"a": None, "b": 1.0})"#, r#""b = 1.0\n""#),
        (
            r#"toml.encode("x")"#,
            "error: toml.encode: toml: top-level values must be Go maps or structs",
        ),
        (
            r#"toml.encode({"a": [None]})"#,
            "error: toml.encode: toml: cannot encode array with nil element",
        ),
        ("toml.encode({}, x=10)", "error: toml.encode: invalid argument name: x"),
        ("toml.encode({}, indent=10)", "error: toml.encode: indent value must be between 0 and 8"),
        ("toml.encode()", "error: toml.encode: expected exactly one argument"),
    ]);
}

#[test]
fn decode() {
    check(&[
        (r#"toml.decode("z = 1\n[a]\nb = [1.5, true]")"#, r#"{"a": {"b": [1.5, True]}, "z": 1}"#),
        (
            r#"toml.decode("z = ")"#,
            r#"error: toml.decode: toml: line 1 (last key "z"): unexpected EOF; expected value"#,
        ),
        ("toml.decode(1)", "error: toml.decode: expected a string, but was int"),
        (r#"toml.decode("\xff")"#, "error: toml.decode: toml: invalid UTF-8"),
    ]);
}
