//! Compares the JSON reader with the YAML reader on the same text: nodes, positions and problems must be the same.

mod support;

use std::{fmt::Write as _, sync::Arc};

use proptest::prelude::*;
use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_yaml::{Mode, Options, Tree, read::parse_json};

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
        let token_by_token = Options { token_by_token: true, ..options };
        let mut yaml = read(text, token_by_token);
        // JSON may have a tab on a line after its end. The general reader may not, even in YAML 1.2.
        if yaml.is_err() && json.is_ok() && options.mode == Mode::Yaml12 {
            yaml = read(&text[..text.trim_end().len()], token_by_token);
        }
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
    for layout in LAYOUTS {
        let text =
            "{\"a\": [1, -2.5e7, {}, [], \"x, y: z\"], \"long name of a key\": {\"b\": true}}";
        let text = printed(text, layout);
        assert!(is_taken(&text), "{text}");
        compare(&text);
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
        "-?(0|[1-9][0-9]{0,19})",
        "-?(0|[1-9][0-9]{0,9})\\.[0-9]{1,18}(e[+-]?[0-9]{1,9})?",
        "[ -~é漢]{0,8}".prop_map(|text| quoted(&text)),
        "[ -~]{0,40}".prop_map(|text| quoted(&text)),
    ];
    let blank = || "[ \n\t]{0,2}";
    scalar.prop_recursive(4, 32, 5, move |inner| {
        let item = (blank(), inner.clone(), blank()).prop_map(|(a, b, c)| format!("{a}{b}{c}"));
        let key = prop_oneof!["[a-z\"\\\\]{0,3}", "[a-z]{0,20}", "[a-zé]{0,9}"];
        let pair = (blank(), key, "[ \t]?", item.clone()).prop_map(|(blank, key, space, value)| {
            format!("{blank}{}{space}:{value}", quoted(&key))
        });
        prop_oneof![
            prop::collection::vec(item, 0..5).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(pair, 0..5).prop_map(|pairs| format!("{{{}}}", pairs.join(","))),
        ]
    })
}

/// What a printer of JSON writes between tokens: after a colon, and after a comma, and around the content of brackets.
/// The last is a line break with the indentation of one level.
#[derive(Clone, Copy, Debug)]
struct Layout {
    colon: &'static str,
    comma: &'static str,
    level: Option<(&'static str, &'static str)>,
}

const LAYOUTS: [Layout; 8] = [
    Layout { colon: ":", comma: ",", level: None },
    Layout { colon: ": ", comma: ", ", level: None },
    Layout { colon: ": ", comma: ",", level: Some(("\n", "  ")) },
    Layout { colon: ": ", comma: ",", level: Some(("\n", "         ")) },
    Layout { colon: ": ", comma: ",", level: Some(("\n", "\t")) },
    Layout { colon: ":", comma: ", ", level: Some(("\n", "")) },
    Layout { colon: " : ", comma: " ,", level: Some(("\r\n", "  ")) },
    Layout { colon: ":\t", comma: ",  ", level: Some(("\n\n", " ")) },
];

/// Returns `text`, valid JSON, as a printer would write it.
fn printed(text: &str, layout: Layout) -> String {
    let mut out = String::new();
    let (mut depth, mut in_string, mut is_escaped) = (0, false, false);
    let line = |out: &mut String, depth: usize| {
        if let Some((line_break, indent)) = layout.level {
            out.push_str(line_break);
            out.push_str(&indent.repeat(depth));
        }
    };
    for c in text.chars() {
        match c {
            _ if in_string => {
                in_string = is_escaped || c != '"';
                is_escaped = !is_escaped && c == '\\';
                out.push(c);
            }
            ' ' | '\t' | '\n' => {}
            '{' | '[' => {
                depth += 1;
                out.push(c);
                line(&mut out, depth);
            }
            '}' | ']' => {
                depth -= 1;
                line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push_str(layout.comma);
                line(&mut out, depth);
            }
            ':' => out.push_str(layout.colon),
            _ => {
                in_string = c == '"';
                out.push(c);
            }
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_texts(text in value()) {
        compare(&text);
    }

    #[test]
    fn printed_texts(text in value(), layout in prop::sample::select(&LAYOUTS[..])) {
        let text = printed(&text, layout);
        assert!(is_taken(&text) || !text.starts_with(['{', '[']), "{text}");
        compare(&text);
    }

    /// Part of the text becomes something else, or nothing.
    #[test]
    fn nearly_valid_texts(
        text in value(),
        layout in prop::option::of(prop::sample::select(&LAYOUTS[..])),
        at in any::<prop::sample::Index>(),
        removed in 0..3_usize,
        piece in prop::option::of(0..PIECES.len()),
    ) {
        let text = layout.map_or_else(|| text.clone(), |layout| printed(&text, layout));
        let characters: Vec<char> = text.chars().collect();
        let at = at.index(characters.len() + 1);
        let before = characters[..at].iter().collect::<String>();
        let after = characters[characters.len().min(at + removed)..].iter().collect::<String>();
        compare(&format!("{before}{}{after}", piece.map_or("", |piece| PIECES[piece])));
    }

    #[test]
    fn pieces(pieces in prop::collection::vec(0..PIECES.len(), 0..12)) {
        compare(&pieces.into_iter().map(|at| PIECES[at]).collect::<String>());
    }
}
