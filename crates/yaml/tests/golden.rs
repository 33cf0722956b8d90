//! Compares with the recorded behavior of the reference: which texts it rejects, and with which messages.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]

mod support;

use std::path::Path;

use yardstick_diagnostics::{Sources, render};
use yardstick_testing::{folders_with, shared};
use yardstick_yaml::Options;

const REFUSED: &str = "ytt: Error: Unmarshaling YAML template ";

/// Returns the YAML files of a case by name.
fn inputs(case: &Path) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(case.join("in")) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yml"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn refuses_what_the_reference_refuses_in_its_words() {
    let Some(root) = shared("conformance/cases") else { return };
    let mut refused = 0;
    let mut failures = String::new();
    for folder in &folders_with("args", &root) {
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        let stderr = read("stderr");
        let expected = stderr.strip_prefix(REFUSED).map(str::trim_end);
        let whole_run = read("code").trim() == "0";
        if expected.is_none() && !whole_run {
            continue;
        }
        let strict =
            read("args").lines().any(|argument| argument == "-s" || argument == "--strict")
                || stderr.contains("Strict parsing");
        let options = Options { strict, ..Options::reference() };
        let mut got = None;
        let mut named = false;
        for (name, bytes) in inputs(folder) {
            // Only the file that the message names is known to be read as YAML.
            if expected.is_some_and(|text| !text.starts_with(&format!("'{name}'"))) {
                continue;
            }
            named = true;
            let plain = !folder.starts_with(root.join("yaml"));
            if expected.is_none() && plain {
                continue;
            }
            if let Err(problem) = support::read(&bytes, &options) {
                let problem = problem.within(format!("'{name}'"));
                got = Some(render::reference::message(&problem, &Sources::new()));
            }
        }
        if expected.is_some() && !named {
            continue;
        }
        refused += usize::from(expected.is_some());
        // The reference ignores a closing bracket that was never opened, and everything after it.
        let same = match (expected, &got) {
            (Some(expected), Some(got)) => {
                expected == got || (expected.ends_with("or '") && got.starts_with(expected))
            }
            (None, None) => true,
            _ => false,
        };
        if !same {
            let name = folder.strip_prefix(&root).unwrap().display();
            failures.push_str(&format!("{name}\n  expected: {expected:?}\n       got: {got:?}\n"));
        }
    }
    assert!(refused > 80, "only {refused} cases are refused");
    assert!(failures.is_empty(), "{failures}");
}
