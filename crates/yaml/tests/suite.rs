//! The official YAML test suite: valid texts give the expected events, invalid ones are refused.
//!
//! `suite-differences.txt` names the cases in which reference mode differs, because the reference
//! does.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "short beats fast here")]
#![allow(clippy::print_stderr, reason = "a test that is skipped says so")]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use yardstick_yaml::{Options, events};

struct Case {
    name: String,
    input: Vec<u8>,
    /// None: must be refused.
    events: Option<String>,
}

fn cases() -> Option<Vec<Case>> {
    let Some(root) = support::shared("conformance/yaml-test-suite") else {
        eprintln!("skipped: the YAML test suite is not on this machine");
        return None;
    };
    let mut folders = Vec::new();
    collect(&root, &mut folders);
    folders.sort();
    let cases: Vec<Case> = folders
        .into_iter()
        .map(|folder| Case {
            name: folder.strip_prefix(&root).unwrap().display().to_string(),
            input: std::fs::read(folder.join("in.yaml")).unwrap(),
            events: (!folder.join("error").exists())
                .then(|| std::fs::read_to_string(folder.join("test.event")).unwrap()),
        })
        .collect();
    assert!(cases.len() > 400, "only {} cases found", cases.len());
    Some(cases)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join("in.yaml").exists() {
        found.push(folder.to_owned());
        return;
    }
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        }
    }
}

/// What is wrong with the reading of `case`, if anything.
fn fault(case: &Case, options: &Options) -> Option<String> {
    let read = support::read(&case.input, options);
    match (&case.events, read) {
        (None, Err(_)) => None,
        (None, Ok(tree)) => Some(format!("accepted:\n{}", events::events(&tree))),
        (Some(_), Err(problem)) => Some(format!("refused: {}", problem.message_in_context())),
        (Some(expected), Ok(tree)) => {
            let got = events::events(&tree);
            let same = normal(&got, options) == normal(expected, options);
            (!same).then(|| format!("expected:\n{expected}got:\n{got}"))
        }
    }
}

/// The reference puts a marker in front of texts that have none, so it cannot tell whether there
/// was one, and has an empty document in front of what follows directives or comments.
fn normal(events: &str, options: &Options) -> String {
    if options.mode == yardstick_yaml::Mode::Yaml12 {
        return events.to_owned();
    }
    let events = events.replace("+DOC ---", "+DOC").replace("-DOC ...", "-DOC");
    events.replace("+DOC\n=VAL :\n-DOC\n", "")
}

#[test]
fn yaml12_mode_passes_all() {
    let Some(cases) = cases() else { return };
    let mut failures = String::new();
    for case in &cases {
        if let Some(fault) = fault(case, &Options::yaml12()) {
            let input = String::from_utf8_lossy(&case.input);
            failures.push_str(&format!("=== {}\n{input}--- {fault}\n", case.name));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn reference_mode_differs_only_where_listed() {
    let Some(cases) = cases() else { return };
    let listed: BTreeMap<&str, &str> = include_str!("suite-differences.txt")
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once('#').expect("every difference has a reason"))
        .map(|(name, reason)| (name.trim(), reason.trim()))
        .collect();
    let mut failures = String::new();
    for case in &cases {
        let fault = fault(case, &Options::reference());
        match (fault, listed.get(case.name.as_str())) {
            (None, None) | (Some(_), Some(_)) => {}
            (Some(fault), None) => failures.push_str(&format!("=== {}: {fault}\n", case.name)),
            (None, Some(reason)) => {
                failures.push_str(&format!("=== {} is listed ({reason}) but passes\n", case.name));
            }
        }
    }
    for name in listed.keys() {
        assert!(cases.iter().any(|case| case.name == *name), "{name} is listed but unknown");
    }
    assert!(failures.is_empty(), "{failures}");
}
