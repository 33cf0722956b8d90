//! Checks rules of the code base that no lint covers: what each crate may use, and what must exist only once.
//!
//! Each test reads manifests, sources or pages of the workspace, and names the place of each violation.

#[path = "house/architecture.rs"]
mod architecture;
#[path = "house/messages.rs"]
mod messages;
#[path = "house/modules.rs"]
mod modules;
#[path = "house/sources.rs"]
mod sources;
#[path = "house/tables.rs"]
mod tables;

use std::collections::BTreeSet;

use sources::{Line, ORDER, crates, dependencies, lines, refuse};

#[test]
fn only_the_command_reads_arguments() {
    for krate in ORDER.iter().filter(|krate| **krate != "cli") {
        let used = dependencies(krate, "dependencies");
        assert!(!used.contains("clap"), "{krate} uses clap");
    }
    refuse(&["std::env::args"], &["cli"]);
}

#[test]
fn only_the_command_prints_and_ends_the_process() {
    refuse(&["println!(", "print!(", "dbg!(", "process::exit", "ExitCode"], &["cli"]);
    // The world knows whether a stream is a terminal.
    refuse(&["stdout()", "stderr()", "io::stdout", "io::stderr", "process::"], &["cli", "world"]);
    let imports = lines().into_iter().filter(|line| {
        let is_import = line.text.trim_start().starts_with("use std::");
        let names = ["stdout", "stderr"].iter().any(|name| line.text.contains(name));
        is_import && names && !["cli", "world"].contains(&line.krate.as_str())
    });
    let imports: Vec<String> = imports.map(|line| line.place).collect();
    assert!(imports.is_empty(), "only cli and world may use the streams: {imports:?}");
}

/// This is about the wall clock, which tests set. Measuring durations is fine.
#[test]
fn only_the_world_knows_the_time() {
    refuse(&["SystemTime::now"], &["world"]);
}

#[test]
fn only_the_world_touches_files_and_the_network() {
    let files = ["fs::read", "fs::write", "fs::create", "fs::remove", "fs::rename", "fs::copy"];
    refuse(&files, &["world"]);
    // The command writes to descriptors that are already open.
    refuse(&["fs::", "OpenOptions", "TcpStream", "TcpListener"], &["world", "cli"]);
    refuse(&["File::open", "File::create", "ureq::", "env::var", "env::current_dir"], &["world"]);
}

#[test]
fn the_system_is_one_trait() {
    let traits: Vec<String> = lines()
        .into_iter()
        .filter(|line| line.text.contains("trait World"))
        .map(|line| line.place)
        .collect();
    assert_eq!(traits.len(), 1, "{traits:?}");
    assert!(traits[0].starts_with("crates/world/"), "{traits:?}");
}

#[test]
fn words_are_compared_in_one_place() {
    let is_distance = |line: &Line| {
        let name = line.text.split_once("fn ").map(|(_, rest)| rest);
        name.is_some_and(|name| {
            let name = name.split(['(', '<']).next().unwrap_or_default().to_lowercase();
            let names =
                ["levenshtein", "osa", "edit_distance", "distance", "similarity", "likeness"];
            names.contains(&name.as_str())
        })
    };
    let found: Vec<String> =
        lines().into_iter().filter(is_distance).map(|line| line.place).collect();
    // The two are the distance and the similarity of words.
    assert_eq!(found.len(), 2, "{found:?}");
    let is_there = |place: &String| place.starts_with("crates/diagnostics/src/spelling.rs");
    assert!(found.iter().all(is_there), "{found:?}");
    for krate in crates() {
        let used = dependencies(&krate, "dependencies");
        assert!(!used.contains("strsim"), "{krate} has spelling hints of its own");
    }
}

/// Two messages keep the wording of the reference: names in template code, and undeclared keys of data values.
#[test]
fn hints_about_spelling_have_one_wording() {
    let is_own = |line: &&Line| {
        let rest = line.text.split_once("did you mean ").map_or("", |(_, rest)| rest);
        line.krate != "diagnostics" && rest.contains('{')
    };
    let lines = lines();
    let found: Vec<&Line> = lines.iter().filter(is_own).collect();
    let crates: BTreeSet<&str> = found.iter().map(|line| line.krate.as_str()).collect();
    let places: Vec<&str> = found.iter().map(|line| line.place.as_str()).collect();
    assert_eq!((found.len(), crates), (2, BTreeSet::from(["schema", "starlark"])), "{places:?}");
}
