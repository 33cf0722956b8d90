use super::support::check;

#[test]
fn values() {
    check(&[
        (
            r#"url.parse("http://a:b%20c@x.com:80/p?q#f").string()"#,
            r#""http://a:b%20c@x.com:80/p?q#f""#,
        ),
        (r#"url.parse("http://a:b%20c@x.com:80/p").user.password"#, r#""b c""#),
        (r#"url.parse("http://a:b%20c@x.com:80/p").user.string()"#, r#""a:b%20c""#),
        (r#"url.parse("http://a@x.com").user.name"#, r#""a""#),
        (r#"url.parse("http://a@x.com").user.password"#, "None"),
        (r#"url.parse("http://a@x.com").without_user().string()"#, r#""http://x.com""#),
        (r#"url.parse("http://x.com").user"#, "None"),
        (r#"url.parse("http://[::1]:80/x").hostname()"#, r#""::1""#),
        (r#"url.parse("http://x:80").hostname()"#, r#""x""#),
        (r#"url.parse("http://x")"#, "struct(...)"),
        (r#"url.parse("http://x").string(1)"#, "error: url.value.string: expected no argument"),
        (r#"url.parse("http://a@x").user.string(1)"#, "error: string: expected no argument"),
        (r#"url.parse(":foo")"#, r#"error: url.parse: parse ":foo": missing protocol scheme"#),
        ("url.parse(1)", "error: url.parse: expected a string, but was int"),
    ]);
}

#[test]
fn escapes() {
    check(&[
        (
            r#"url.path_segment_encode("a b/=:@&+$,;?#[]!'()*~é%")"#,
            r#""a%20b%2F=:@&+$%2C%3B%3F%23%5B%5D%21%27%28%29%2A~%C3%A9%25""#,
        ),
        (r#"url.path_segment_decode("a%20b%2F+x")"#, r#""a b/+x""#),
        (
            r#"url.path_segment_decode("a%4")"#,
            r#"error: url.path_segment_decode: invalid URL escape "%4""#,
        ),
        (r#"url.query_param_value_encode("a b/=:@&+$")"#, r#""a+b%2F%3D%3A%40%26%2B%24""#),
        (r#"url.query_param_value_decode("a+b%2f%FF")"#, r#""a b/\xff""#),
    ]);
}

#[test]
fn parameters() {
    check(&[
        (
            r#"url.query_params_encode({"z": ["1", "2"], "a b": ["x&y"], "e": []})"#,
            r#""a+b=x%26y&z=1&z=2""#,
        ),
        (r#"url.query_params_encode(struct.make(a=["b"]))"#, r#""a=b""#),
        (
            r#"url.query_params_decode("x=1&y1=2;x=3&y1&&z=")"#,
            r#"{"x": ["1", "3"], "y1": ["2", ""], "z": [""]}"#,
        ),
        (
            r#"url.query_params_decode("a=%zz")"#,
            r#"error: url.query_params_decode: invalid URL escape "%zz""#,
        ),
        (
            r#"url.query_params_encode(["1"])"#,
            "error: url.query_params_encode: expected argument to be a map, but was []interface {}",
        ),
        (
            r#"url.query_params_encode({1: ["1"]})"#,
            "error: url.query_params_encode: expected map key to be string, but was int64",
        ),
        (
            r#"url.query_params_encode({"z": "1"})"#,
            "error: url.query_params_encode: expected map value to be array, but was string",
        ),
        (
            r#"url.query_params_encode({"z": [1]})"#,
            "error: url.query_params_encode: expected array value to be string, but was int64",
        ),
    ]);
}
