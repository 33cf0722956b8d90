//! Tests the printers against tables of expected output.

use yardstick_yaml::print::{
    EmptyDocument, JsonError, JsonOptions, JsonPrinter, PositionsPrinter, Printer, Scalar,
    YamlPrinter,
};

/// A tree for these tests; the printers do not depend on one.
#[derive(Clone, Debug)]
enum Value {
    Scalar(Scalar<'static>),
    Map(Vec<(Value, Value)>),
    Array(Vec<Value>),
}

use Value::{Array, Map};

fn text(text: &'static str) -> Value {
    Value::Scalar(text.into())
}

fn int(value: i64) -> Value {
    Value::Scalar(Scalar::Int(value))
}

fn map<const N: usize>(pairs: [(&'static str, Value); N]) -> Value {
    Map(pairs.into_iter().map(|(key, value)| (text(key), value)).collect())
}

fn drive<P: Printer>(printer: &mut P, value: &Value) -> Result<(), P::Error> {
    match value {
        Value::Scalar(scalar) => printer.scalar(*scalar)?,
        Map(pairs) => {
            printer.begin_map();
            for (key, value) in pairs {
                if let Value::Scalar(scalar) = key {
                    printer.key(*scalar, None)?;
                } else {
                    printer.begin_key(None)?;
                    drive(printer, key)?;
                    printer.end_key();
                }
                drive(printer, value)?;
            }
            printer.end_map();
        }
        Array(items) => {
            printer.begin_array();
            for item in items {
                printer.item(None);
                drive(printer, item)?;
            }
            printer.end_array();
        }
    }
    Ok(())
}

fn yaml_documents(documents: &[Value], empty: EmptyDocument) -> String {
    let mut printer = YamlPrinter::new();
    for document in documents {
        printer.document(empty, None);
        drive(&mut printer, document).unwrap();
    }
    String::from_utf8(printer.finish()).unwrap()
}

fn yaml(value: &Value) -> String {
    yaml_documents(std::slice::from_ref(value), EmptyDocument::Print)
}

#[test]
fn strings_choose_the_plainest_style_that_carries_them() {
    for (value, printed) in [
        ("", r#""""#),
        (" ", "' '"),
        ("a ", "'a '"),
        ("true", r#""true""#),
        ("y", r#""y""#),
        ("N", r#""N""#),
        ("off", r#""off""#),
        ("~", r#""~""#),
        ("1", r#""1""#),
        ("1e3", r#""1e3""#),
        (".5", r#"".5""#),
        ("010", r#""010""#),
        ("1_000", r#""1_000""#),
        ("+1", r#""+1""#),
        ("12:30:45", r#""12:30:45""#),
        ("2001-01-01", r#""2001-01-01""#),
        ("-.inf", r#""-.inf""#),
        ("=", "="),
        ("<<", "<<"),
        ("--", "--"),
        ("-a", "-a"),
        ("?a", "?a"),
        (":a", ":a"),
        ("---", "'---'"),
        ("... x", "'... x'"),
        ("- a", "'- a'"),
        ("-", "'-'"),
        ("?", "'?'"),
        (":", "':'"),
        ("a:", "'a:'"),
        ("a: b", "'a: b'"),
        ("a #b", "'a #b'"),
        ("#a", "'#a'"),
        ("a:b#c]d,e, f", "a:b#c]d,e, f"),
        ("&a", "'&a'"),
        ("'a'", "'''a'''"),
        ("\"a\"", "'\"a\"'"),
        ("[a", "'[a'"),
        ("it's", "it's"),
        ("a\\b", "a\\b"),
        ("\t", r#""\t""#),
        ("a\tb: c", r#""a\tb: c""#),
        ("a\rb", r#""a\rb""#),
        ("é: 日本", "'é: 日本'"),
        ("日本", "日本"),
        ("❤", "❤"),
        ("\u{1F600}", r#""\U0001F600""#),
        ("\0\x07\x7F\x1B", r#""\0\a\x7F\e""#),
        ("\u{A0}", "\u{A0}"),
        ("\u{FEFF}a", r#""\uFEFF\x61""#),
        ("a\u{FEFF}", r#""a\uFEFF""#),
        ("x\u{2028}y", "'x\u{2028}  y'"),
        ("x\u{2028} y", r#""x\L y""#),
        ("x\u{85}y", r#""x\Ny""#),
    ] {
        assert_eq!(yaml(&Array(vec![text(value)])), format!("- {printed}\n"), "{value:?}");
    }
}

#[test]
fn text_of_several_lines_is_a_literal_where_it_can_be() {
    for (value, printed) in [
        ("a\n", "|\n  a"),
        ("a\nb", "|-\n  a\n  b"),
        ("\na", "|2-\n\n  a"),
        ("a\n\n", "|+\n  a\n"),
        ("\n", "|2+\n"),
        (" a\nb", "|2-\n   a\n  b"),
        ("a\n b", "|-\n  a\n   b"),
        ("a \nb", r#""a \nb""#),
        ("a\n ", r#""a\n ""#),
        ("a\tb\nc", r#""a\tb\nc""#),
        ("é\nc: d", "|-\n  é\n  c: d"),
        ("é\u{2028}f\n", "|\n  é\u{2028}  f"),
    ] {
        assert_eq!(yaml(&Array(vec![text(value)])), format!("- {printed}\n"), "{value:?}");
    }
}

#[test]
fn bytes_that_are_no_text_print_as_base64() {
    let short = Value::Scalar(Scalar::Str(b"\xFF"));
    assert_eq!(yaml(&map([("a", short)])), "a: !!binary /w==\n");
    let long = Value::Scalar(Scalar::Str(&[0xFF; 60]));
    let line = "/".repeat(70);
    assert_eq!(
        yaml(&map([("a", long)])),
        format!("a: !!binary |\n  {line}\n  {}\n", "/".repeat(10))
    );
}

#[test]
fn layout_of_nested_collections() {
    let value = map([
        (
            "a",
            Array(vec![
                int(1),
                Array(vec![int(2), Array(vec![int(3), int(4)])]),
                map([("k", text("v")), ("w", Array(vec![text("x")])), ("m", map([("p", int(5))]))]),
                Map(vec![]),
                Array(vec![]),
            ]),
        ),
        ("b", Map(vec![])),
        ("c", Array(vec![])),
        ("d", text("x\ny\n")),
        ("e", Value::Scalar(Scalar::Null)),
    ]);
    let printed = "\
a:
- 1
- - 2
  - - 3
    - 4
- k: v
  w:
  - x
  m:
    p: 5
- {}
- []
b: {}
c: []
d: |
  x
  y
e: null
";
    assert_eq!(yaml(&value), printed);
}

#[test]
fn keys_that_do_not_fit_a_line_take_the_long_form() {
    let long: &'static str = Box::leak("k".repeat(129).into_boxed_str());
    assert_eq!(yaml(&map([(&long[1..], int(1))])), format!("{}: 1\n", &long[1..]));
    let value = Array(vec![
        map([(long, Array(vec![int(1), int(2)])), ("b", int(3))]),
        map([("a\nb", map([("c", int(4)), ("d", text("x\n"))]))]),
        Map(vec![
            (Array(vec![int(1), int(2)]), Array(vec![int(3)])),
            (Array(vec![]), int(4)),
            (Map(vec![(text("x"), int(5))]), Map(vec![])),
        ]),
    ]);
    let printed = format!(
        "\
- ? {long}
  : - 1
    - 2
  b: 3
- ? |-
    a
    b
  : c: 4
    d: |
      x
- ? - 1
    - 2
  : - 3
  []: 4
  ? x: 5
  : {{}}
"
    );
    assert_eq!(yaml(&value), printed);
}

#[test]
fn documents_are_separated_and_empty_ones_left_out() {
    let documents = [
        Value::Scalar(Scalar::Null),
        int(1),
        Map(vec![]),
        text("a\n\n"),
        Array(vec![]),
        text(""),
        map([("a", Value::Scalar(Scalar::Null))]),
    ];
    assert_eq!(
        yaml_documents(&documents, EmptyDocument::Skip),
        "1\n---\n|+\n  a\n\n---\n\"\"\n---\na: null\n"
    );
    assert_eq!(yaml_documents(&documents[..3], EmptyDocument::Print), "null\n---\n1\n---\n{}\n");
}

fn json(value: &Value, options: JsonOptions) -> Result<String, JsonError> {
    let mut printer = JsonPrinter::new(options);
    printer.document(EmptyDocument::Skip, None);
    drive(&mut printer, value)?;
    Ok(String::from_utf8(printer.finish()).unwrap())
}

#[test]
fn json_sorts_keys_at_every_level() {
    let value = map([
        ("b", map([("z", int(1)), ("a", Array(vec![map([("y", int(1)), ("x", int(2))])]))])),
        ("a", text("<a&b>\u{2028}\u{1}\n")),
        ("B", Map(vec![])),
    ]);
    assert_eq!(
        json(&value, JsonOptions::default()).unwrap(),
        r#"{"B":{},"a":"\u003ca\u0026b\u003e\u2028\u0001\n","b":{"a":[{"x":2,"y":1}],"z":1}}"#
    );
    let printed = r#"{
  "B": {},
  "a": "<a&b>\u2028\u0001\n",
  "b": {
    "a": [
      {
        "x": 2,
        "y": 1
      }
    ],
    "z": 1
  }
}"#;
    let options = JsonOptions { indent: 2, escape_html: false };
    assert_eq!(json(&value, options).unwrap(), printed);
}

#[test]
fn json_refuses_what_it_cannot_say() {
    let key = Map(vec![(int(1), int(2))]);
    assert_eq!(json(&key, JsonOptions::default()), Err(JsonError::KeyNotString));
    let inf = Value::Scalar(Scalar::Float(f64::NEG_INFINITY));
    let error = json(&inf, JsonOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), "json: unsupported value: -Inf");
}

#[test]
fn an_abandoned_document_leaves_nothing() {
    let mut printer = JsonPrinter::new(JsonOptions::default());
    printer.document(EmptyDocument::Skip, None);
    printer.scalar(Scalar::Int(1)).unwrap();
    printer.document(EmptyDocument::Skip, None);
    printer.begin_array();
    printer.item(None);
    printer.scalar(Scalar::Float(f64::NAN)).unwrap_err();
    printer.abandon_document();
    printer.document(EmptyDocument::Skip, None);
    printer.scalar(Scalar::Int(2)).unwrap();
    assert_eq!(printer.finish(), b"12");
}

#[test]
fn positions_in_a_column_that_only_widens() {
    let mut printer = PositionsPrinter::new();
    printer.document(EmptyDocument::Skip, Some("a.yml:1"));
    printer.begin_map();
    printer.key("m".into(), Some("a.yml:1")).unwrap();
    printer.scalar("l1\nl2\n".into()).unwrap();
    printer.key("k".into(), Some("other/file.yml:10")).unwrap();
    printer.begin_array();
    printer.item(Some("a.yml:3"));
    printer.scalar(Scalar::Int(1)).unwrap();
    printer.item(None);
    printer.scalar("yes".into()).unwrap();
    printer.end_array();
    printer.end_map();
    printer.document(EmptyDocument::Skip, Some("a.yml:9"));
    printer.scalar("c".into()).unwrap();
    let printed = "          a.yml:1 | [doc]
          a.yml:1 |   m:
                  |     |
  l1
  l2
other/file.yml:10 |   k:
          a.yml:3 |     [0] 1
    [1] \"yes\"
          a.yml:9 | [doc]
                  |   c
";
    assert_eq!(String::from_utf8(printer.finish()).unwrap(), printed);
}
