//! Runs the binary over `tests/cases`: arguments and files in, exact text and exit status out.
//!
//! CONTRIBUTING.md describes a case. `UPDATE_CASES=1` rewrites what is expected.

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn cases_in(directory: &Path, found: &mut Vec<PathBuf>) {
    if directory.join("args").exists() {
        found.push(directory.to_owned());
        return;
    }
    let entries = fs::read_dir(directory).expect("the directory of cases can be read");
    for entry in entries.map(|entry| entry.expect("its entries can be read")) {
        if entry.path().is_dir() {
            cases_in(&entry.path(), found);
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("scratch space");
    for entry in fs::read_dir(from).expect("a case's input can be read") {
        let path = entry.expect("its entries can be read").path();
        let target = to.join(path.file_name().expect("entries have names"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("scratch space");
        }
    }
}

fn run(case: &Path, scratch: &Path) -> Output {
    let input = case.join("in");
    if input.exists() {
        copy(&input, scratch);
    }
    let args = fs::read_to_string(case.join("args")).expect("args are text");
    let mut child = Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(args.lines())
        .current_dir(scratch)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let stdin = fs::read(case.join("stdin")).unwrap_or_default();
    // A command that does not read its input may be gone before it is written.
    let _ = child.stdin.take().expect("stdin is piped").write_all(&stdin);
    child.wait_with_output().expect("the binary ends")
}

/// What differs from what the case expects; empty if nothing does.
fn differences(case: &Path, scratch: &Path, output: &Output) -> String {
    let mut report = String::new();
    let mut compare = |what: &str, expected: &[u8], got: &[u8]| {
        if expected != got {
            let (expected, got) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(got));
            let _ = writeln!(report, "  {what} expected:\n{expected}\n  {what} got:\n{got}");
        }
    };
    let read = |name: &str| fs::read(case.join(name)).unwrap_or_default();
    compare("stdout", &read("stdout"), &output.stdout);
    compare("stderr", &read("stderr"), &output.stderr);
    let code = fs::read_to_string(case.join("code")).unwrap_or_else(|_| "0".to_owned());
    let status = output.status.code().map_or_else(|| "killed".to_owned(), |code| code.to_string());
    compare("exit status", code.trim().as_bytes(), status.as_bytes());
    if case.join("out").exists() {
        let mut left = vec![PathBuf::new()];
        while let Some(below) = left.pop() {
            let expected = case.join("out").join(&below);
            if expected.is_dir() {
                let entries = fs::read_dir(&expected).expect("expected output can be read");
                left.extend(
                    entries.map(|e| below.join(e.expect("its entries can be read").file_name())),
                );
            } else {
                let got = fs::read(scratch.join(&below)).unwrap_or_default();
                compare(&below.to_string_lossy(), &fs::read(&expected).unwrap_or_default(), &got);
            }
        }
    }
    report
}

fn update(case: &Path, output: &Output) {
    let write = |name: &str, bytes: &[u8], unless: &[u8]| {
        let path = case.join(name);
        if bytes == unless {
            let _ = fs::remove_file(path);
        } else {
            fs::write(path, bytes).expect("cases can be written");
        }
    };
    write("stdout", &output.stdout, b"");
    write("stderr", &output.stderr, b"");
    let code = format!("{}\n", output.status.code().unwrap_or(-1));
    write("code", code.as_bytes(), b"0\n");
}

#[test]
fn cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let mut cases = Vec::new();
    cases_in(&root, &mut cases);
    cases.sort();
    assert!(!cases.is_empty(), "no cases in {}", root.display());
    let mut failures = String::new();
    for case in &cases {
        let scratch = tempfile::tempdir().expect("scratch space");
        let output = run(case, scratch.path());
        if std::env::var_os("UPDATE_CASES").is_some() {
            update(case, &output);
        }
        let report = differences(case, scratch.path(), &output);
        if !report.is_empty() {
            let name = case.strip_prefix(&root).unwrap_or(case).display();
            let _ = writeln!(failures, "{name}\n{report}");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}
