//! The official YAML test suite: valid texts result in the expected events, invalid ones are rejected.
//!
//! Each text is two tests, one for each mode: `cargo test -p yardstick-yaml --test suite -- yaml12/`.
//! `suite-differences.txt` lists the cases in which reference mode differs, because the reference does.

mod support;

use std::{collections::BTreeMap, fs, path::Path, process::ExitCode, sync::Arc};

use support::events;
use yardstick_testing::{Failed, Trial, folders_with, shared};
use yardstick_yaml::Options;

struct Case {
    name: String,
    input: Vec<u8>,
    /// The expected events; `None` if the text must be rejected.
    events: Option<String>,
}

impl Case {
    fn read(root: &Path, folder: &Path) -> Self {
        let text = || fs::read_to_string(folder.join("test.event")).expect("a case has events");
        Self {
            name: folder.strip_prefix(root).expect("it lies below").display().to_string(),
            input: fs::read(folder.join("in.yaml")).expect("a case has input"),
            events: (!folder.join("error").exists()).then(text),
        }
    }
}

/// Describes what is wrong with the result for `case`, if anything.
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

/// Normalizes events for reference mode. The reference adds a marker to texts without one, so it cannot tell whether
/// there was one, and it has an empty document before what follows directives or comments.
fn normal(events: &str, options: &Options) -> String {
    if options.mode == yardstick_yaml::Mode::Yaml12 {
        return events.to_owned();
    }
    let events = events.replace("+DOC ---", "+DOC").replace("-DOC ...", "-DOC");
    events.replace("+DOC\n=VAL :\n-DOC\n", "")
}

/// Returns the cases in which reference mode differs, each with its reason.
fn listed() -> BTreeMap<&'static str, &'static str> {
    include_str!("suite-differences.txt")
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once('#').expect("every difference has a reason"))
        .map(|(name, reason)| (name.trim(), reason.trim()))
        .collect()
}

fn check_yaml12(case: &Case) -> Result<(), Failed> {
    fault(case, &Options::yaml12()).map_or(Ok(()), |fault| {
        Err(format!("{}--- {fault}", String::from_utf8_lossy(&case.input)).into())
    })
}

/// Checks that reference mode passes, unless the case is listed; then it must not pass.
fn check_reference(case: &Case, reason: Option<&str>) -> Result<(), Failed> {
    match (fault(case, &Options::reference()), reason) {
        (None, None) | (Some(_), Some(_)) => Ok(()),
        (Some(fault), None) => Err(fault.into()),
        (None, Some(reason)) => Err(format!("it is listed ({reason}) but passes").into()),
    }
}

fn main() -> ExitCode {
    let Some(root) = shared("conformance/yaml-test-suite") else { return ExitCode::SUCCESS };
    let mut listed = listed();
    let mut trials = Vec::new();
    for folder in folders_with("in.yaml", &root) {
        let case = Arc::new(Case::read(&root, &folder));
        let reason = listed.remove(case.name.as_str());
        let (yaml12, reference) = (Arc::clone(&case), Arc::clone(&case));
        let name = &case.name;
        trials.push(Trial::test(format!("yaml12/{name}"), move || check_yaml12(&yaml12)));
        let check = move || check_reference(&reference, reason);
        trials.push(Trial::test(format!("reference/{name}"), check));
    }
    assert!(trials.len() > 800, "only {} tests found", trials.len());
    assert!(listed.is_empty(), "listed but unknown: {listed:?}");
    yardstick_testing::run(trials)
}
