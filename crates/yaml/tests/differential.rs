//! Compares the reader with other parsers: libyaml for reference mode, granit-parser for YAML 1.2.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]

#[path = "support/libyaml.rs"]
mod libyaml;
mod support;

use std::path::Path;

use proptest::prelude::*;
use support::events;
use yardstick_yaml::Options;

/// Returns all YAML texts in the shared test data.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["conformance/yaml-test-suite", "conformance/cases"] {
        if let Some(root) = yardstick_testing::shared(folder) {
            collect(&root, &mut found);
        }
    }
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "yml" || extension == "yaml")
        {
            found.push((path.display().to_string(), std::fs::read(path).unwrap()));
        }
    }
}

/// Returns the result of reference mode for `bytes`.
fn ours(bytes: &[u8]) -> Result<String, String> {
    match support::read(bytes, &Options::reference()) {
        Ok(tree) => Ok(events::events(&tree).replace("+DOC ---", "+DOC")),
        Err(problem) => Err(problem.message_in_context().trim_start_matches("yaml: ").to_owned()),
    }
}

/// Returns the result of libyaml for the text that the reference passes to it. Lines are those of the file.
fn theirs(bytes: &[u8]) -> Result<String, String> {
    let is_space = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
    let start = bytes.iter().position(|byte| !is_space(byte)).unwrap_or(bytes.len());
    let marked =
        bytes[start..].strip_prefix(b"---").is_some_and(|rest| rest.first().is_some_and(is_space));
    if marked {
        return libyaml::events(bytes);
    }
    let prefixed = [b"---\n", bytes].concat();
    libyaml::events(&prefixed).map_err(|message| {
        let Some((line, text)) =
            message.strip_prefix("line ").and_then(|rest| rest.split_once(": "))
        else {
            return message;
        };
        let line: u64 = line.parse().unwrap();
        format!("line {}: {text}", (line - 1).max(1))
    })
}

/// Returns why the reference differs from this version of libyaml for a text, if that is known. The reference uses an
/// older branch, and it checks the content of documents, which libyaml leaves to its users.
fn known_difference(bytes: &[u8], ours: &Result<String, String>) -> Option<&'static str> {
    let has = |text: &str| memchr::memmem::find(bytes, text.as_bytes()).is_some();
    let says = |text: &str| ours.as_ref().is_err_and(|message| message.contains(text));
    Some(match () {
        () if says("anchor") => "looks up anchors",
        () if says("map merge") => "merges",
        () if says("cannot decode") || says("!!binary") => "resolves tagged scalars",
        () if has("\u{FEFF}") => "takes a byte order mark for text",
        () if has("%YAML") => "knows YAML 1.1 only",
        () if says("hexdecimal") => "spells it so",
        () if has("\\/") || has("\\'") => "has the escape \\' but not \\/",
        () if has("?") => "ends a plain scalar at '?' in flow",
        () if has("://") || has(":]") || has(":}") || has(":,") || has(":[") || has(":{") => {
            "lets plain scalars in flow hold ':'"
        }
        () if has("!") && (has(",") || has("[") || has("]")) => "lets tags hold ',', '[' and ']'",
        () => return None,
    })
}

fn disagreement(bytes: &[u8]) -> Option<String> {
    let ours = ours(bytes);
    if known_difference(bytes, &ours).is_some() {
        return None;
    }
    let theirs = theirs(bytes);
    (ours != theirs).then(|| format!("  ours: {ours:?}\ntheirs: {theirs:?}\n"))
}

#[test]
fn reference_mode_reads_the_corpus_like_libyaml() {
    let mut failures = String::new();
    for (name, bytes) in &corpus() {
        if let Some(disagreement) = disagreement(bytes) {
            failures.push_str(&format!("=== {name}\n{disagreement}"));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Generates texts from pieces that affect the structure.
fn yaml_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "b", "key", "1", " ", " ", "  ", "\n", "\n", "\n  ", "\n ", ":", ": ", ": ", "- ",
        "- ", "-", "[", "]", "{", "}", ", ", ",", "#", " # c", "\"", "'", "''", "|\n", ">\n",
        "|-\n  ", ">+\n", "&a ", "*a", "!!str ", "!t ", "---\n", "--- ", "...\n", "\t", "\r\n",
        "\r", "\\n", "\\\n", "\u{85}", "\u{2028}", "é", "~", "<<", "%", "@", "`",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Returns the events of granit-parser, without styles and names of anchors, which it reports differently.
fn granit(text: &str) -> Result<String, String> {
    use granit_parser::{Event, Parser};
    let mut out = String::new();
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| error.to_string())?;
        match event {
            Event::Scalar(text, ..) => {
                out.push_str("=VAL ");
                events::escape(&mut out, &text);
            }
            Event::Alias(_) => out.push_str("=ALI"),
            Event::MappingStart(..) => out.push_str("+MAP"),
            Event::MappingEnd => out.push_str("-MAP"),
            Event::SequenceStart(..) => out.push_str("+SEQ"),
            Event::SequenceEnd => out.push_str("-SEQ"),
            Event::DocumentStart(..) => out.push_str("+DOC"),
            Event::DocumentEnd => out.push_str("-DOC"),
            Event::StreamStart => out.push_str("+STR"),
            Event::StreamEnd => out.push_str("-STR"),
            _ => continue,
        }
        out.push('\n');
    }
    Ok(out)
}

/// Returns our events in YAML 1.2 mode, with the same omissions.
fn ours_yaml12(bytes: &[u8]) -> Result<String, String> {
    let tree =
        support::read(bytes, &Options::yaml12()).map_err(|problem| problem.message_in_context())?;
    let mut out = String::new();
    for line in events::events(&tree).lines() {
        let kind = &line[..4];
        out.push_str(kind);
        if kind == "=VAL" {
            // Anchor and tag come first; the text follows the sign of its style.
            let mut rest = &line[5..];
            while rest.starts_with('&') || rest.starts_with('<') {
                rest = rest.split_once(' ').map_or("", |(_, rest)| rest);
            }
            out.push(' ');
            out.push_str(&rest[1..]);
        }
        out.push('\n');
    }
    Ok(out)
}

fn tildes(events: &str) -> String {
    events.replace("=VAL ~\n", "=VAL \n")
}

#[test]
fn yaml12_mode_reads_the_corpus_like_granit() {
    let mut failures = String::new();
    for (name, bytes) in &corpus() {
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        // It reports an absent scalar as `~`.
        let (ours, theirs) = (ours_yaml12(bytes), granit(text));
        let (ours, theirs) = (ours.map(|text| tildes(&text)), theirs.map(|text| tildes(&text)));
        let same = match (&ours, &theirs) {
            (Ok(ours), Ok(theirs)) => ours == theirs,
            (ours, theirs) => ours.is_err() == theirs.is_err(),
        };
        // It leaves the content of documents to its users, so it accepts these two.
        let says = |text: &str| ours.as_ref().is_err_and(|message| message.contains(text));
        let known = says("cannot decode")
            || says("contains itself")
            || name.contains("yaml-test-suite/9C9N")
            || name.contains("chars/tab-first");
        if !same && !known {
            failures.push_str(&format!("=== {name}\n  ours: {ours:?}\ntheirs: {theirs:?}\n"));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    #[test]
    fn reference_mode_reads_generated_texts_like_libyaml(text in yaml_like()) {
        if let Some(disagreement) = disagreement(text.as_bytes()) {
            prop_assert!(false, "{text:?}\n{disagreement}");
        }
    }
}

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(4_000)
}
