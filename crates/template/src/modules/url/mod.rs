//! `@ytt:url`: URLs and their escapes.

mod address;
mod escape;
mod query;

use std::rc::Rc;

use yardstick_starlark::{Args, Result, Text, Thread, Value};

use self::{
    address::{Address, User},
    escape::Part,
};
use super::args;
use crate::structs::Struct;

/// Builds the module `url`.
pub fn module() -> Value {
    super::of_functions(
        "url",
        &[
            ("parse", parse),
            ("path_segment_encode", |_, args| encode(args, Part::PathSegment)),
            ("path_segment_decode", |_, args| decode(args, Part::PathSegment)),
            ("query_param_value_encode", |_, args| encode(args, Part::Query)),
            ("query_param_value_decode", |_, args| decode(args, Part::Query)),
            ("query_params_encode", query::encode),
            ("query_params_decode", query::decode),
        ],
    )
}

fn encode(args: &Args<'_>, part: Part) -> Result<Value> {
    Ok(Value::str(escape::escape(args::one_string(args)?.as_bytes(), part)))
}

fn decode(args: &Args<'_>, part: Part) -> Result<Value> {
    escape::unescape(args::one_string(args)?.as_bytes(), part).map(Value::str)
}

fn parse(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    Address::parse(args::one_string(args)?.as_bytes()).map(value)
}

/// Creates the struct for a URL.
fn value(address: Address) -> Value {
    let address = Rc::new(address);
    let user = address.user.as_ref().map_or(Value::None, user);
    let method = |name: &str, result: fn(&Address) -> Value| {
        let address = Rc::clone(&address);
        Value::native(format!("url.value.{name}"), move |_, args| {
            args::none(&args)?;
            Ok(result(&address))
        })
    };
    let fields = vec![
        ("user".into(), user),
        ("without_user".into(), method("without_user", |address| value(address.without_user()))),
        ("string".into(), method("string", |address| Value::str(address.to_text()))),
        ("hostname".into(), method("hostname", |address| Value::str(address.host_name()))),
    ];
    Value::host(Struct::opaque(
        "@ytt:url.value",
        fields,
        "@ytt:url.value does not automatically encode (hint: use .string())",
    ))
}

fn user(user: &User) -> Value {
    let text = Text::from(user.to_text());
    let string = Value::native("string", move |_, args| {
        args::none(&args)?;
        Ok(Value::Str(text.clone()))
    });
    let fields = vec![
        ("name".into(), Value::str(&user.name[..])),
        ("password".into(), user.password.as_deref().map_or(Value::None, Value::str)),
        ("string".into(), string),
    ];
    Value::host(Struct::opaque(
        "@ytt:url.user",
        fields,
        "@ytt:url.user does not automatically encode (hint: use .string())",
    ))
}

#[cfg(test)]
mod tests {
    use super::address::Address;

    fn round_trip(url: &str) -> String {
        match Address::parse(url.as_bytes()) {
            Ok(address) => String::from_utf8_lossy(&address.to_text()).into_owned(),
            Err(error) => error.message().to_owned(),
        }
    }

    #[test]
    fn urls_are_kept_as_written() {
        for url in [
            "",
            "http://alice:s%20ecret@example.com:8080/p%20a?q=1#frag",
            "/path/only",
            "mailto:joe@x.com",
            "http://[::1]:80/x",
            "http://[fe80::1%25en0]:80/",
            "http://x/a%2fb",
            "http://x?",
            "http://x/?a=b?c",
            "//host/path",
            "file:///etc/fstab",
            "file:/etc/fstab",
            "a/b:c",
            "*",
            "http://x/[a]!'()*",
            "http://x/#a!(b)?/:@",
            "http://b%C3%BCcher.de/",
        ] {
            assert_eq!(round_trip(url), url);
        }
    }

    #[test]
    fn some_are_written_anew() {
        let cases = [
            ("HTTP://X/ä b", "http://X/%C3%A4%20b"),
            ("http://bücher.de", "http://b%C3%BCcher.de"),
            ("http://u:@x", "http://u:@x"),
            ("http://x#a b", "http://x#a%20b"),
            ("http://x#", "http://x"),
            ("http:", "http:"),
            ("http://x/\"", "http://x/%22"),
        ];
        for (url, expected) in cases {
            assert_eq!(round_trip(url), expected, "{url}");
        }
    }

    #[test]
    fn faults() {
        let cases = [
            (":foo", r#"parse ":foo": missing protocol scheme"#),
            ("http://a b/", r#"parse "http://a b/": invalid character " " in host name"#),
            ("http://x/%zz#f", r#"parse "http://x/%zz": invalid URL escape "%zz""#),
            ("http://x/#%z", r#"parse "http://x/#%z": invalid URL escape "%z""#),
            ("http://x:abc/", r#"parse "http://x:abc/": invalid port ":abc" after host"#),
            ("http://[::1", r#"parse "http://[::1": missing ']' in host"#),
            ("http://a%20b/", r#"parse "http://a%20b/": invalid URL escape "%20""#),
            ("http://a<b@x/", r#"parse "http://a<b@x/": net/url: invalid userinfo"#),
            ("http://x\n/", r#"parse "http://x\n/": net/url: invalid control character in URL"#),
            ("a:b:c/d", "a:b:c/d"),
            ("1a:b", r#"parse "1a:b": first path segment in URL cannot contain colon"#),
        ];
        for (url, expected) in cases {
            assert_eq!(round_trip(url), expected, "{url}");
        }
    }
}
