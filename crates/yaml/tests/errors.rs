//! Tests every message of the reader, in both modes, with its position.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]

mod support;

use yardstick_yaml::{Mode, Options};

/// Texts with one problem each.
const TEXTS: &[&str] = &[
    "a: b: c\n",
    "a\nb: 1\n",
    "a: 1\nb\n",
    "a: 1\nb",
    "a: 1\n[x\n",
    "a: - b\n",
    "a: ? b\n",
    "a:\n    b: 1\n  c: 2\n",
    "- a\nb: 1\n",
    "a: 1\n- b\n",
    "z: 1\n: b\n",
    "z: 1\na: [1,,2]\n",
    "z: 1\na: [1}\n",
    "z: 1\na: {b: 1]\n",
    "z: 1\na: [1 2\n",
    "a: @x\n",
    "a: `x`\n",
    "a: %x\n",
    "\ta: 1\n",
    "a:\n\tb: 1\n",
    "a: 1\n\t\n  b\n",
    "-\t- b\n",
    "a: 'x\n",
    "a: \"x\n",
    "a: \"x\n--- y\"\n",
    "a: \"\\q\"\n",
    "a: \"\\/\"\n",
    "a: \"\\x4\"\n",
    "a: \"\\uD83D\"\n",
    "a: \"b\nc\"\n",
    "a: [b,\nc]\n",
    "a: | x\n",
    "a: |0\n",
    "a: |\n \tx\n",
    "a: |\n\tx\n",
    "a: |\n    \n  x\n",
    "a: & x\n",
    "a: *\n",
    "a: *x\n",
    "a: &a [*a]\n",
    "a: &b *c\n",
    "x: &c 1\na: &b *c\n",
    "a: !e!x 1\n",
    "a: !<x 1\n",
    "a: !<> 1\n",
    "a: !! 1\n",
    "a: !x%zz 1\n",
    "a: !x%ff 1\n",
    "a: !x%c3%41 1\n",
    "a: !x{ 1\n",
    "a: !!int x\n",
    "a: !!binary '*'\n",
    "a: {<<: 1}\n",
    "a: 1\n...\nb: 2\n",
    "a: 1\n...\nb\n...\n%YAML 1.1\nc\n",
    "%YAML 1.1\n%YAML 1.1\n---\n",
    "%YAML 2.0\n---\n",
    "%YAML 1.1 x\n---\n",
    "%YAML 1\n---\n",
    "%YAML x\n---\n",
    "%YAML 1.123\n---\n",
    "%TAG x y\n---\n",
    "%TAG !x y\n---\n",
    "%TAG !\n---\n",
    "%TAG ! {\n---\n",
    "%TAG ! x{\n---\n",
    "%TAG ! x\n%TAG ! y\n---\n",
    "%\n---\n",
    "%!\n---\n",
    "%FOO x\n---\n",
    "... x\n",
    "\"a\"#b\n",
    "--- a: 1\n",
    "---\n[\n",
    "a: \u{1}\n",
];

#[test]
fn messages() {
    let mut out = String::new();
    for text in TEXTS {
        out.push_str(&format!("{text:?}\n"));
        for mode in [Mode::Reference, Mode::Yaml12] {
            let options = Options { mode, ..Options::default() };
            out.push_str(&match support::read(text.as_bytes(), &options) {
                Ok(_) => format!("  {mode:?}: fine\n"),
                Err(problem) => {
                    let places: Vec<_> = problem
                        .labels
                        .iter()
                        .map(|label| {
                            format!("{} {}", label.span.start, label.text).trim_end().to_owned()
                        })
                        .collect();
                    let notes: String =
                        problem.notes.iter().map(|note| format!(" (note: {note})")).collect();
                    format!(
                        "  {mode:?}: {} {} [{}]{notes}\n",
                        problem.code,
                        problem.message_in_context(),
                        places.join(", ")
                    )
                }
            });
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn the_content_of_a_complete_document_comes_before_later_syntax() {
    let problem = support::read(b"a: !!int x\n---\nb: c: d\n", &Options::reference()).unwrap_err();
    assert_eq!(problem.message_in_context(), "yaml: cannot decode !!str `x` as a !!int");
}
