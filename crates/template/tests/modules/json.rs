use super::support::check;

#[test]
fn encode() {
    check(&[
        (
            r#"json.encode({"b": [1, 1.5, "x", True, None], "a": {}})"#,
            r#""{\"a\":{},\"b\":[1,1.5,\"x\",true,null]}""#,
        ),
        ("json.encode((1, [2]))", r#""[1,[2]]""#),
        (r#"json.encode("<é>&")"#, r#""\"\\u003cé\\u003e\\u0026\"""#),
        (r#"json.encode("<é>&", escape_html=False)"#, r#""\"<é>&\"""#),
        (r#"json.encode({"k": [1]}, indent=1)"#, r#""{\n \"k\": [\n  1\n ]\n}""#),
        ("json.encode([1.0, 1e21, 1e-7, -0.0])", r#""[1,1e+21,1e-7,-0]""#),
        ("json.encode(18446744073709551615)", r#""18446744073709551615""#),
        ("json.encode(struct.make(b=1, a=2))", r#""{\"a\":2,\"b\":1}""#),
        ("json.encode()", "error: json.encode: expected exactly one argument"),
        ("json.encode({}, foo=1)", "error: json.encode: invalid argument name: foo"),
        ("json.encode({}, indent=9)", "error: json.encode: indent value must be between 0 and 8"),
        ("json.encode({}, indent=-1)", "error: json.encode: indent value must be between 0 and 8"),
        (r#"json.encode({}, indent="x")"#, "error: json.encode: expected starlark.Int"),
        ("json.encode({}, indent=1<<70)", "error: json.encode: expected int64 value"),
        (
            "json.encode({}, escape_html=1)",
            "error: json.encode: expected starlark.Bool, but was starlark.Int",
        ),
        ("json.encode(1e308 * 10)", "error: json.encode: json: unsupported value: +Inf"),
    ]);
}

#[test]
fn decode() {
    check(&[
        (
            r#"json.decode('{"z": [1, "x", null], "a": {"c": true}}')"#,
            r#"{"a": {"c": True}, "z": [1, "x", None]}"#,
        ),
        ("json.decode('12345678901234567890')", "1.23457e+19"),
        (r#"json.decode('"\\ud83d\\ude00"')"#, r#""😀""#),
        ("json.decode('')", "error: json.decode: unexpected end of JSON input"),
        (
            "json.decode('[1,]')",
            "error: json.decode: invalid character ']' looking for beginning of value",
        ),
        ("json.decode('1 2')", "error: json.decode: invalid character '2' after top-level value"),
        ("json.decode(5)", "error: json.decode: expected a string, but was int"),
        ("json.decode()", "error: json.decode: expected exactly one argument"),
    ]);
}

#[test]
fn what_was_encoded_is_decoded() {
    check(&[(
        r#"json.decode(json.encode({"a": ["\n\t\"\\<\x00", [], {}], "": None}, indent=4))"#,
        r#"{"": None, "a": ["\n\t\"\\<\x00", [], {}]}"#,
    )]);
}
