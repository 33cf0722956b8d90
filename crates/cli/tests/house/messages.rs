//! Messages are for people: nothing is decided by their words.

use crate::sources::{Line, lines};

/// What holds words for people.
const WORDS: [&str; 6] = ["message", "description", "note", "hint", "reason", "sentence"];

/// Ways to look into a text.
const LOOKS: [&str; 8] = [
    "contains",
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "find",
    "split_once",
    "rsplit_once",
];

/// Files that may look into words, and why.
const ALLOWED: [(&str, &str); 12] = [
    ("crates/check/src/checker.rs", "the advice of the YAML reader is replaced by that of check"),
    ("crates/check/src/rules/exact.rs", "the validator's own text holds numbers that were marked"),
    ("crates/check/src/schema/problems.rs", "the file is named once: as it is seen from here"),
    ("crates/cli/src/commands/schema/import.rs", "two kinds of references share a code"),
    ("crates/diagnostics/src/findings.rs", "a finding names its path itself"),
    ("crates/diagnostics/src/render/console.rs", "a place that the message has is not repeated"),
    ("crates/diagnostics/src/render/rich.rs", "the first line of a message is shown bold"),
    ("crates/overlay/src/explain.rs", "the annotation that is wrong is the one that is named"),
    ("crates/schema/src/validate/judge.rs", "what `fail` was given follows the function's name"),
    ("crates/schema/src/values/quoting.rs", "a hint must not show a secret"),
    ("crates/workspace/src/session.rs", "a warning is known by what its note names"),
    ("crates/workspace/src/values/", "advice about -f and overlays is worded for data values"),
];

/// Whether a line looks into words, or compares them with others.
fn looks_into_words(line: &str) -> bool {
    let is_word = |before: &str| {
        let before = ["()", ".as_str()", ".message()"]
            .iter()
            .fold(before, |before, end| before.strip_suffix(end).unwrap_or(before));
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        WORDS.contains(&before.rsplit(|c| !is_part(c)).next().unwrap_or_default())
    };
    let looks = LOOKS.iter().any(|look| {
        let call = format!(".{look}(");
        line.match_indices(&call).any(|(at, _)| is_word(&line[..at]))
    });
    let compares = [" == \"", " != \""]
        .iter()
        .any(|sign| line.match_indices(sign).any(|(at, _)| is_word(&line[..at])));
    looks || compares
}

#[test]
fn nothing_is_decided_by_the_words_of_a_message() {
    let is_test = |line: &Line| line.text.contains("assert");
    let found: Vec<Line> =
        lines().into_iter().filter(|line| looks_into_words(&line.text) && !is_test(line)).collect();
    let is_allowed = |line: &&Line| ALLOWED.iter().any(|(file, _)| line.place.starts_with(file));
    let refused: Vec<String> = found
        .iter()
        .filter(|line| !is_allowed(line))
        .map(|line| format!("{}: {}", line.place, line.text.trim()))
        .collect();
    assert!(
        refused.is_empty(),
        "let the error carry what is decided by (a kind, a name) instead of its words:\n{}",
        refused.join("\n")
    );
    for (file, reason) in ALLOWED {
        let is_needed = found.iter().any(|line| line.place.starts_with(file));
        assert!(is_needed, "{file} does not look into words any more: {reason}");
    }
}

#[test]
fn looks_into_words_are_found() {
    for line in [
        "if error.message.contains(\"not declared\") {",
        "let name = message.strip_prefix(\"undefined: \")?;",
        "if error.message().starts_with(\"got \") {",
        "notes.retain(|note| !note.starts_with(OVERLAY));",
        "if message == \"unexpected end\" {",
    ] {
        assert!(looks_into_words(line), "{line}");
    }
    for line in ["if text.starts_with('@') {", "let message = format!(\"{text} == \\\"x\\\"\");"] {
        assert!(!looks_into_words(line), "{line}");
    }
}
