//! Reads the manifests, sources and pages of the workspace.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use yardstick_testing::entries;

/// The crates in the order of the data. Each may use those before it.
pub(crate) const ORDER: [&str; 15] = [
    "diagnostics",
    "world",
    "yaml",
    "re2",
    "starlark",
    "template",
    "overlay",
    "schema",
    "check",
    "bridge",
    "workspace",
    "project",
    "language-server",
    "cli",
    "playground",
];

/// The crate with shared test code. Only tests may use it.
pub(crate) const TESTING: &str = "testing";

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect(name)
}

/// The folders below `crates`.
pub(crate) fn crates() -> Vec<String> {
    let name = |path: &PathBuf| path.file_name().expect("folders have names").display().to_string();
    entries(&root().join("crates")).iter().map(name).collect()
}

/// The names in a section of the manifest of `krate`, including sections for one platform only.
pub(crate) fn dependencies(krate: &str, section: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_inside = false;
    for line in page(&format!("crates/{krate}/Cargo.toml")).lines() {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            is_inside = header == section || header.ends_with(&format!(".{section}"));
        } else if is_inside && line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            names.extend(line.split(['.', ' ', '=']).next().map(str::to_owned));
        }
    }
    names
}

/// Those of `names` that are crates of the workspace, by folder.
pub(crate) fn own(names: &BTreeSet<String>) -> BTreeSet<String> {
    // The package of the command has the name of the program.
    let name = |name: &String| match name.as_str() {
        "yardstick" => Some("cli".to_owned()),
        other => other.strip_prefix("yardstick-").map(str::to_owned),
    };
    names.iter().filter_map(name).collect()
}

/// A line of code.
pub(crate) struct Line {
    pub(crate) krate: String,
    /// The file and line: `crates/yaml/src/lib.rs:1`.
    pub(crate) place: String,
    pub(crate) text: String,
}

/// All lines in the sources of all crates except `testing`, without comments.
pub(crate) fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for krate in crates().into_iter().filter(|krate| krate != TESTING) {
        let mut left = vec![root().join("crates").join(&krate).join("src")];
        while let Some(path) = left.pop() {
            if path.is_dir() {
                left.extend(entries(&path));
                continue;
            }
            let name = path.strip_prefix(root()).expect("it lies below").display().to_string();
            let text = fs::read_to_string(&path).expect("sources are text");
            for (number, line) in text.lines().enumerate() {
                if !line.trim_start().starts_with("//") {
                    let place = format!("{name}:{}", number + 1);
                    lines.push(Line { krate: krate.clone(), place, text: line.to_owned() });
                }
            }
        }
    }
    assert!(lines.len() > 10_000, "only {} lines of code found", lines.len());
    lines
}

/// Fails for lines outside of the `allowed` crates that contain one of `words`.
#[track_caller]
pub(crate) fn refuse(words: &[&str], allowed: &[&str]) {
    let is_bad = |line: &Line| {
        !allowed.contains(&line.krate.as_str()) && words.iter().any(|word| line.text.contains(word))
    };
    let found: Vec<String> = lines()
        .into_iter()
        .filter(is_bad)
        .map(|line| format!("{}: {}", line.place, line.text.trim()))
        .collect();
    assert!(found.is_empty(), "only {allowed:?} may use {words:?}:\n{}", found.join("\n"));
}

/// All source files at or below `path`.
pub(crate) fn sources(path: PathBuf) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut left = vec![path];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(entries(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    files
}
