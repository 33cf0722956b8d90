//! Compares reading whole lines with reading tokens, and reading documents on several threads with reading them in
//! order: nodes, positions and problems must be the same.

mod support;

use std::{fmt::Write as _, path::Path};

use proptest::prelude::*;
use yardstick_yaml::{Options, Tree};

/// Describes everything in a tree.
fn describe(tree: &Tree) -> String {
    let mut text = String::new();
    for node in tree.nodes() {
        let (kind, style, span) = (node.kind(), node.style(), node.span());
        let content = node.is_scalar().then(|| node.text_bytes().to_vec());
        let ends = (node.indicator(), node.subtree_end(), node.len(), node.content_span());
        let names = (node.anchor(), node.tag(), node.is_merge_key(), node.has_merge_key());
        let _ = writeln!(text, "{kind:?} {style:?} {span:?} {content:?} {ends:?} {names:?}");
    }
    for document in tree.documents() {
        let (marker, end) = (document.marker(), document.has_explicit_end());
        let _ = writeln!(text, "{marker:?} {end} {} {:?}", document.position(), document.span());
    }
    let _ = write!(text, "{:?} {:?}", tree.comments(), tree.overlooked_comments());
    text
}

fn read(bytes: &[u8], options: Options) -> Result<String, String> {
    support::read(bytes, &options).map(|tree| describe(&tree)).map_err(|error| format!("{error:?}"))
}

#[track_caller]
fn compare(name: &str, bytes: &[u8]) {
    for options in [Options::reference(), Options::yaml12()] {
        let lines = read(bytes, options);
        let pieces = read(bytes, Options { threads: true, tiny_pieces: true, ..options });
        assert!(
            lines == pieces,
            "{name} in pieces\n{}\n{lines:?}\n{pieces:?}",
            String::from_utf8_lossy(bytes)
        );
        let tokens = read(bytes, Options { token_by_token: true, ..options });
        assert!(
            lines == tokens,
            "{name}\n{}\n{lines:?}\n{tokens:?}",
            String::from_utf8_lossy(bytes)
        );
    }
}

fn collect(folder: &Path, count: &mut usize) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, count);
        } else {
            compare(&path.display().to_string(), &std::fs::read(&path).unwrap());
            *count += 1;
        }
    }
}

#[test]
fn files_of_the_project() {
    let mut count = 0;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["tests/cases", "examples", "docs"] {
        collect(&root.join(folder), &mut count);
    }
    assert!(count > 1_000, "only {count} files");
}

#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn shared_files() {
    let mut count = 0;
    for folder in ["conformance/yaml-test-suite", "conformance/cases"] {
        match yardstick_testing::shared(folder) {
            Some(root) => collect(&root, &mut count),
            None => eprintln!("skipped: there is no {folder}"),
        }
    }
}

/// Pieces of lines, ordinary and unusual ones.
const PIECES: [&str; 56] = [
    "a",
    "key",
    "app.io/name",
    "x1",
    "<<",
    "true",
    "1.5",
    "~",
    "é",
    "\u{2028}",
    ":",
    ": ",
    ":  ",
    ":\t",
    "- ",
    "-  ",
    "-",
    "? ",
    " ",
    "  ",
    "    ",
    "\n",
    "\n",
    "\n  ",
    "\n    ",
    "\n\n",
    "\r\n",
    "\t",
    "#",
    " # c",
    "\"q\"",
    "'q'",
    "\"",
    "'",
    "\"a\\n\"",
    "''",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "| \n",
    "---\n",
    "\n---\n",
    "\n---\nk: v\n",
    "\n--- ",
    "\n...\n",
    "\n%TAG ! x\n",
    "!t ",
    "k: [a, 'b', \"c\"]\n",
    "k: {a: b, \"c\": 'd'}\n",
    "- [a , b]\n",
    "k: |\n",
    "- >-\n",
    "k: 'a \"b\"'\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn random_texts(picks in prop::collection::vec(0..PIECES.len(), 0..24)) {
        let text: String = picks.iter().map(|&pick| PIECES[pick]).collect();
        compare("random", text.as_bytes());
    }

    #[test]
    fn random_lines(lines in prop::collection::vec(
        (0_usize..5, prop::sample::select(vec!["", "", "---\n", "...\n", "# c\n", "\n", "- ", "- - ", "-   "]), prop::sample::select(vec!["k", "m.n", "<<", "k v", "\"k\"", ""]),
         prop::sample::select(vec![":", ": ", ":   ", "", " :", ": # c"]), prop::sample::select(vec!["", "v", "v w", "http://x:1", "a: b", "v #c", "v#c", "\"s\"", "'t'", "\"s\" ", "*a", "&a v", "|", ">-", "|2", "[x]", "[ x , 'y',\"z\" ]", "[]", "{}", "{a: b}", "{\"a\": 1, b: 'c'}", "[x", "[x] # c", "{a: b}}", "\"it's\"", "'say \"a\"'", "- v", "v ", "..."])),
        0..12,
    )) {
        let mut text = String::new();
        for (indent, dash, key, colon, value) in lines {
            let _ = writeln!(text, "{}{dash}{key}{colon}{value}", " ".repeat(indent));
        }
        compare("lines", text.as_bytes());
    }
}
