//! Compares the JSON reader with the YAML reader on the same text: nodes, positions and problems must be the same.

mod support;

use std::{fmt::Write as _, sync::Arc};

use proptest::prelude::*;
use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_yaml::{Options, Tree, read::parse_json};

/// Describes everything in a tree of JSON.
fn describe(tree: &Tree) -> String {
    let mut text = String::new();
    for node in tree.nodes() {
        let (kind, style, span) = (node.kind(), node.style(), node.span());
        let content = node.is_scalar().then(|| node.text().to_owned());
        let ends = (node.indicator(), node.subtree_end(), node.len(), node.content_span());
        let _ = writeln!(text, "{kind:?} {style:?} {span:?} {content:?} {ends:?}");
    }
    for document in tree.documents() {
        let (marker, end) = (document.marker(), document.has_explicit_end());
        let _ = writeln!(text, "{marker:?} {end} {} {:?}", document.position(), document.span());
    }
    text
}

fn read(text: &str, options: Options) -> Result<String, String> {
    let tree = support::read(text.as_bytes(), &options);
    tree.map(|tree| describe(&tree)).map_err(|error| format!("{error:?}"))
}

#[track_caller]
fn compare(text: &str) {
    for options in [Options::reference(), Options::yaml12()] {
        let json = read(text, options);
        let yaml = read(text, Options { token_by_token: true, ..options });
        assert!(json == yaml, "{text}\n{json:#?}\n{yaml:#?}");
    }
}

/// Whether the JSON reader accepts `text`.
fn is_taken(text: &str) -> bool {
    let source = Arc::new(SourceFile::new("test.json", text.as_bytes()));
    parse_json(&source, FileId(0), &Options::yaml12()).is_some()
}

#[test]
fn json_is_taken() {
    for text in [
        "{}",
        "[]",
        " [ ] \n",
        "{\"a\":1}",
        "{\"a\":-1,\"b\":[1.5,-0,1e5,1E-5,0.0]}",
        "{\n\t\"a\": {\r\n\t\t\"b\": [\n\t\t\ttrue, false, null\n\t\t]\n\t}\n}\n",
        "[\"\", \"x y\", \"\\n\\t\\\"\\\\\\u00e9\\b\\f\\r\\/\", \"é 漢字 😀\"]",
        "[[[[]]], {}, [{}]]",
        "{\"<<\": 1, \"a\": \"<<\"}",
        "{\"a\" : 1 , \"a\" : 2}",
        "[{\"a\":\"b: c # d\"},\"- x\",\"'\"]",
    ] {
        assert!(is_taken(text), "{text}");
        compare(text);
    }
    // A far indicator, which is stored separately.
    compare(&format!("[{}1,{}2]", " ".repeat(300), "\n".repeat(260)));
}

#[test]
fn all_else_is_left_to_yaml() {
    let long = format!("{{\"{}\": 1}}", "k".repeat(1100));
    for text in [
        "",
        "1",
        "\"x\"",
        "{a: 1}",
        "{\"a\": b}",
        "{\"a\": 1,}",
        "[1,]",
        "[1 2]",
        "[01]",
        "[+1]",
        "[.5]",
        "[1.]",
        "[1e]",
        "[-]",
        "[truex]",
        "[nul]",
        "[\"a\nb\"]",
        "[\"a\tb\"]",
        "[\"\\x41\"]",
        "[\"\\u12\"]",
        "[\"\\ud83d\\ude00\"]",
        "[\"\u{85}\", \"\u{2028}\"]",
        "[1] # x",
        "[1]\n---\n[2]",
        "[1]\n...\n",
        "--- [1]",
        "# x\n[1]",
        "{\"a\"\n: 1}",
        "{\"a\": 1",
        "[1}",
        "{\"a\"}",
        "{\"a\":}",
        "[,]",
        "\u{FEFF}[1]",
        "\t[1]",
        &long,
    ] {
        assert!(!is_taken(text), "{text}");
        compare(text);
    }
}

#[test]
fn nesting_has_a_limit() {
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    compare(&deep(900));
    compare(&deep(100_000));
}

/// Pieces of JSON, and of text that is almost JSON.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    ": ",
    ", ",
    " ",
    "\n",
    "\t",
    "\r\n",
    "\"a\"",
    "\"b\": ",
    "\"c\":",
    "1",
    "-1",
    "0",
    "1.5e3",
    "true",
    "false",
    "null",
    "\"\"",
    "\"\\n\"",
    "\"\\u0041\"",
    "\"é\"",
    "{}",
    "[]",
    "{\"k\": [1, 2]}",
    "[\"x\", {}]",
    "x",
    "#",
    "'y'",
    "\\",
    "\"",
    "-",
    "\u{85}",
    "\"\u{2028}\"",
    "01",
    "\"<<\": ",
];

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn value() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        "-?[0-9]\\.[0-9]{1,3}(e[+-]?[0-9])?",
        "[ -~é漢]{0,8}".prop_map(|text| quoted(&text)),
    ];
    let blank = || "[ \n\t]{0,2}";
    scalar.prop_recursive(4, 32, 5, move |inner| {
        let item = (blank(), inner.clone(), blank()).prop_map(|(a, b, c)| format!("{a}{b}{c}"));
        let pair = (blank(), "[a-z\"\\\\]{0,3}", "[ \t]?", item.clone()).prop_map(
            |(blank, key, space, value)| format!("{blank}{}{space}:{value}", quoted(&key)),
        );
        prop_oneof![
            prop::collection::vec(item, 0..5).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(pair, 0..5).prop_map(|pairs| format!("{{{}}}", pairs.join(","))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_texts(text in value()) {
        compare(&text);
    }

    #[test]
    fn nearly_valid_texts(text in value(), at in any::<prop::sample::Index>(), piece in 0..PIECES.len()) {
        let boundaries: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
        let at = boundaries[at.index(boundaries.len())];
        compare(&format!("{}{}{}", &text[..at], PIECES[piece], &text[at..]));
    }

    #[test]
    fn pieces(pieces in prop::collection::vec(0..PIECES.len(), 0..12)) {
        compare(&pieces.into_iter().map(|at| PIECES[at]).collect::<String>());
    }
}
