//! Shared code of the test runners. Only tests use this crate.
//!
//! A runner collects cases from files, one [`Trial`] each, and passes them to [`run`]. Every case has a name, can be
//! selected with a filter, and runs in parallel with the others, just like a `#[test]`. CONTRIBUTING.md lists the
//! runners and their file formats.

pub mod parts;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Mutex,
};

pub use libtest_mimic::{Failed, Trial};

/// Runs `trials` according to the arguments of the test command (`-- FILTER`, `--exact`, `--list`).
pub fn run(trials: Vec<Trial>) -> ExitCode {
    assert!(!trials.is_empty(), "a runner without cases tests nothing");
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit_code()
}

/// All entries of `directory`, sorted by name.
pub fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory)
        .unwrap_or_else(|problem| panic!("{}: {problem}", directory.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("its entries can be read").path()).collect();
    paths.sort();
    paths
}

/// The directories below `root` that contain a file called `marker`, sorted by name.
pub fn folders_with(marker: &str, root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut left = vec![root.to_owned()];
    while let Some(directory) = left.pop() {
        if directory.join(marker).exists() {
            found.push(directory);
        } else {
            left.extend(entries(&directory).into_iter().filter(|path| path.is_dir()));
        }
    }
    found.sort();
    found
}

/// Copies the content of the directory `from` to the directory `to`, which need not exist.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("scratch space");
    for path in entries(from) {
        let target = to.join(path.file_name().expect("entries have names"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("scratch space");
        }
    }
}

/// The line-by-line difference between two texts; empty if they are equal. Shows carriage returns, escape codes and
/// trailing blanks, which a terminal hides.
pub fn difference(what: &str, expected: &str, got: &str) -> String {
    let mut report = String::new();
    if expected != got {
        let diff = similar::TextDiff::from_lines(expected, got);
        let (left, right) = (format!("{what} expected"), format!("{what} got"));
        let text = diff.unified_diff().context_radius(3).header(&left, &right).to_string();
        for line in text.split_terminator('\n') {
            let shown = line.trim_end_matches([' ', '\t', '\r']);
            let hidden = line[shown.len()..].escape_debug();
            let hidden = hidden.to_string().replace(' ', "·");
            let _ = writeln!(report, "{}{hidden}", shown.replace('\u{1b}', "\\e"));
        }
    }
    report
}

/// Replaces a part of a file with the actual result of a case. Cases of one file may run at the same time.
pub fn rewrite(file: &Path, part: &str, now: &str) {
    static LOCK: Mutex<()> = Mutex::new(());
    let _guard = LOCK.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let text = fs::read_to_string(file).expect("the file of a case is text");
    assert!(text.contains(part), "{} changed while its cases ran", file.display());
    fs::write(file, text.replacen(part, now, 1)).expect("the file of a case can be written");
}

/// True if the environment variable `name` requests an update of the expected results.
pub fn is_updating(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// The recorded material at `path`, outside the repository. Prints a message if it is missing.
pub fn shared(path: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let candidates = match std::env::var_os("YARDSTICK_SHARED") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => vec![root.join("../shared"), root.join("../../shared")],
    };
    let found = candidates.iter().map(|folder| folder.join(path)).find(|folder| folder.exists());
    if found.is_none() {
        #[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
        {
            eprintln!("skipped: no recorded material at {path} (set YARDSTICK_SHARED)");
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_show_what_a_terminal_hides() {
        assert_eq!(difference("text", "a\n", "a\n"), "");
        let report = difference("text", "a\nb\n", "a \r\nb\n");
        assert!(report.contains("-a\n+a·\\r\n b\n"), "{report}");
    }

    #[test]
    fn a_missing_line_end_is_a_difference() {
        let report = difference("text", "a", "a\n");
        assert!(report.contains("No newline at end of file"), "{report}");
    }
}
