use super::support::{check, run};

#[test]
fn make() {
    check(&[
        ("struct.make(b=1, a=2).a", "2"),
        (r#"struct.make(b=1)["b"]"#, "1"),
        ("[name for name in struct.make(b=1, a=2)]", r#"["b", "a"]"#),
        ("struct.make()", "struct(...)"),
        (
            "struct.make(1)",
            "error: struct.make: unexpected positional arguments (structs are made from keyword arguments only)",
        ),
    ]);
}

#[test]
fn encode_and_decode() {
    check(&[
        (r#"struct.encode({"a": {"b": [1, {"c": 2}]}}).a.b[1].c"#, "2"),
        ("struct.encode([1, (2, 3)])", "[1, [2, 3]]"),
        ("struct.encode(5)", "5"),
        ("struct.encode({1: 2})", "error: struct.encode: expected struct key 1 to be string"),
        ("struct.encode()", "error: struct.encode: expected exactly one argument"),
        (
            "struct.decode(struct.make(a=[struct.make(b=None)], c=(1, 2)))",
            r#"{"a": [{"b": None}], "c": [1, 2]}"#,
        ),
        ("struct.decode({1: struct.make()})", "{1: {}}"),
        (
            r#"struct.decode(url.parse("x"))"#,
            "error: struct.decode: Unable to convert value: @ytt:url.value does not automatically encode (hint: use .string())",
        ),
    ]);
}

#[test]
fn bind() {
    let functions = "def join(a, b, c=\"-\"):\n  return a + c + b\nend\n";
    let result = |expression: &str| run(&format!("{functions}result = {expression}\n")).result;
    assert_eq!(result(r#"struct.bind(join, "x")("y")"#), r#""x-y""#);
    assert_eq!(result(r#"struct.bind(join, "x", "y")(c="+")"#), r#""x+y""#);
    assert_eq!(result("struct.bind(join)"), "error: struct.bind: expected at least two arguments");
    assert_eq!(result(r#"struct.make_and_bind("x", j=join, n=1).j("y")"#), r#""x-y""#);
    assert_eq!(result(r#"struct.make_and_bind("x", j=join, n=1).n"#), "1");
    assert_eq!(
        result("struct.make_and_bind(j=join)"),
        "error: struct.make_and_bind: expected at exactly one argument"
    );
    assert!(result("struct.bind(join, 1)(2, 3, 4)").starts_with("error: struct.bind_result: "));
}

#[test]
fn modules() {
    check(&[
        (r#"module.make("m", a=1).a"#, "1"),
        (r#"module.make("m")"#, r#"<module "m">"#),
        ("module.make()", "error: module.make: module.make: got 0 arguments, want 1"),
        (
            "module.make(1)",
            "error: module.make: module.make: for parameter 1: got int, want string",
        ),
    ]);
}
