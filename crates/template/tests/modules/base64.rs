use super::support::check;

#[test]
fn encode() {
    check(&[
        (r#"base64.encode("regular")"#, r#""cmVndWxhcg==""#),
        (r#"base64.encode("")"#, r#""""#),
        (r#"base64.encode("??>>~", url=True)"#, r#""Pz8-Pn4=""#),
        (r#"base64.encode("??>>~", url=True, raw=True)"#, r#""Pz8-Pn4""#),
        (r#"base64.encode("\xff\x00")"#, r#""/wA=""#),
        (r#"base64.encode("a", strict=True, other=1)"#, r#""YQ==""#),
        ("base64.encode()", "error: base64.encode: expected exactly one argument"),
        ("base64.encode(5)", "error: base64.encode: expected a string, but was int"),
        (
            r#"base64.encode("a", url=None)"#,
            "error: base64.encode: expected starlark.Bool, but was starlark.NoneType",
        ),
    ]);
}

#[test]
fn decode() {
    check(&[
        (r#"base64.decode("cmVn\r\ndWxhcg==\n")"#, r#""regular""#),
        (r#"base64.decode("/wA=")"#, r#""\xff\x00""#),
        (r#"base64.decode("YR==")"#, r#""a""#),
        (r#"base64.decode("Pz8-Pn5-", url=True)"#, r#""??>>~~""#),
        (
            r#"base64.decode("Pz8-Pn5-")"#,
            "error: base64.decode: illegal base64 data at input byte 3",
        ),
        (r#"base64.decode("YQ")"#, "error: base64.decode: illegal base64 data at input byte 0"),
        (
            r#"base64.decode("YR==", strict=True)"#,
            "error: base64.decode: illegal base64 data at input byte 2",
        ),
        (
            r#"base64.decode("YQ==", raw=True)"#,
            "error: base64.decode: illegal base64 data at input byte 2",
        ),
    ]);
}
