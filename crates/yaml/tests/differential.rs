//! Against other parsers: libyaml for reference mode, granit-parser for YAML 1.2.
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

#[path = "support/libyaml.rs"]
mod libyaml;
mod support;

use std::path::Path;

use yardstick_yaml::{Options, events};

/// All YAML texts among the shared test data.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["conformance/yaml-test-suite", "conformance/cases"] {
        match support::shared(folder) {
            Some(root) => collect(&root, &mut found),
            None => eprintln!("skipped: {folder} is not on this machine"),
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

/// What reference mode makes of `bytes`.
fn ours(bytes: &[u8]) -> Result<String, String> {
    match support::read(bytes, &Options::reference()) {
        Ok(tree) => Ok(events::events(&tree).replace("+DOC ---", "+DOC")),
        Err(problem) => Err(problem.message.trim_start_matches("yaml: ").to_owned()),
    }
}

/// What libyaml makes of the text as the reference hands it over; lines are those of the file.
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

#[test]
fn reference_mode_reads_like_libyaml() {
    let mut failures = String::new();
    let corpus = corpus();
    for (name, bytes) in &corpus {
        let (ours, theirs) = (ours(bytes), theirs(bytes));
        if ours != theirs {
            failures.push_str(&format!("=== {name}\n  ours: {ours:?}\ntheirs: {theirs:?}\n"));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
