//! Runs the recorded cases: verdicts, and the messages of `ys`.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::common::{Memory, shared};

/// The folders below `root` that have a file `expect`.
fn cases(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for group in fs::read_dir(root).unwrap().flatten().filter(|entry| entry.path().is_dir()) {
        let inner = fs::read_dir(group.path()).unwrap().flatten().map(|entry| entry.path());
        found.extend(inner.filter(|case| case.join("expect").exists()));
    }
    found.sort();
    found
}

fn memory(case: &Path) -> (Memory, bool) {
    let read = |name: &str| fs::read_to_string(case.join("in").join(name)).unwrap();
    let mut files =
        vec![("schema.yaml", read("schema.yaml")), ("instance.yaml", read("instance.yaml"))];
    let has_catalog = case.join("in/catalog").exists();
    if has_catalog {
        files.push(("catalog/yaml-schema.yaml", read("catalog/yaml-schema.yaml")));
    }
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    (Memory::new(&files), has_catalog)
}

fn run(case: &Path, more: &str) -> crate::common::Answer {
    let (memory, has_catalog) = memory(case);
    let map = if has_catalog { "--map https://yaml-schema.net/=catalog/" } else { "" };
    memory.run(&format!("check {map} {more} -f schema.yaml instance.yaml"))
}

#[test]
fn verdicts() {
    let Some(root) = shared("check-cases") else { return };
    let cases = cases(&root);
    assert!(cases.len() > 400, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let expected = match fs::read_to_string(case.join("expect")).unwrap().trim() {
            "valid" => 0,
            "invalid" => 1,
            _ => 2,
        };
        let answer = run(case, "");
        if answer.status != expected {
            wrong.push(format!("{}: {answer:?}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_of_ys() {
    let Some(root) = shared("check-cases") else { return };
    let listed: BTreeSet<String> = include_str!("ys-differences.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split("  #").next().unwrap_or(line).trim().to_owned())
        .collect();
    let mut different = BTreeSet::new();
    for case in cases(&root).into_iter().filter(|case| case.join("ys-output").exists()) {
        let expected = fs::read_to_string(case.join("ys-output")).unwrap();
        let answer = run(&case, "--output ys");
        if answer.err.trim() != expected.trim() {
            different.insert(case.strip_prefix(&root).unwrap().display().to_string());
        }
    }
    assert_eq!(different, listed, "what differs must be listed, and what is listed must differ");
}
