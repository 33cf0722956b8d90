//! Runs the binary over `tests/cases`: arguments and files in, exact text and exit status out.
//!
//! CONTRIBUTING.md describes a case. Each is a separate test, named by its path:
//! `cargo test --test cases -- overlays/`. `UPDATE_CASES=1` rewrites the expected output.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Output, Stdio},
};

use yardstick_testing::{Failed, Trial, copy, difference, entries, folders_with, is_updating};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let trial = |case: PathBuf| {
        let name = case.strip_prefix(&root).expect("cases lie below the root");
        let name = name.display().to_string().replace('\\', "/");
        Trial::test(name, move || check(&case))
    };
    yardstick_testing::run(folders_with("args", &root).into_iter().map(trial).collect())
}

/// Report forms that a case may have besides the one that its arguments request, each in a file of that name.
const FORMS: [&str; 3] = ["text", "rich", "json"];

fn check(case: &Path) -> Result<(), Failed> {
    let scratch = tempfile::tempdir().expect("scratch space");
    let output = run(case, scratch.path(), None);
    if is_updating("UPDATE_CASES") {
        update(case, &output);
    }
    let mut report = differences(case, scratch.path(), &output);
    for form in FORMS.into_iter().filter(|form| case.join(form).exists()) {
        let scratch = tempfile::tempdir().expect("scratch space");
        let output = run(case, scratch.path(), Some(form));
        // Commands that only report print their report to standard output.
        let said = if output.stderr.is_empty() { output.stdout } else { output.stderr };
        if is_updating("UPDATE_CASES") {
            fs::write(case.join(form), &said).expect("cases can be written");
        }
        let (expected, said) =
            (fs::read_to_string(case.join(form)), String::from_utf8_lossy(&said).into_owned());
        let expected = expected.expect("reports are text");
        if expected != said {
            report.push_str(&difference(form, &expected, &said));
        }
    }
    if report.is_empty() { Ok(()) } else { Err(report.into()) }
}

/// Runs the case; `form` overrides the report form that its arguments request.
fn run(case: &Path, scratch: &Path, form: Option<&str>) -> Output {
    let input = case.join("in");
    if input.exists() {
        copy(&input, scratch);
    }
    let args = fs::read_to_string(case.join("args")).expect("args are text");
    let mut child = Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(args.lines())
        .args(form.into_iter().flat_map(|form| ["--diagnostics", form]))
        .current_dir(scratch)
        .env("NO_COLOR", "1")
        .env_remove("YARDSTICK_DIAGNOSTICS")
        .env_remove("YARDSTICK_NOTES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let stdin = fs::read(case.join("stdin")).unwrap_or_default();
    // A command that does not read its input may have ended before it is written.
    let _ = child.stdin.take().expect("stdin is piped").write_all(&stdin);
    child.wait_with_output().expect("the binary ends")
}

/// The differences from the expected output; empty if there are none.
fn differences(case: &Path, scratch: &Path, output: &Output) -> String {
    let mut report = String::new();
    let mut compare = |what: &str, expected: &[u8], got: &[u8]| {
        if expected != got {
            let text = |bytes: &[u8]| {
                bytes.utf8_chunks().fold(String::new(), |text, chunk| {
                    text + chunk.valid() + &chunk.invalid().escape_ascii().to_string()
                })
            };
            report.push_str(&difference(what, &text(expected), &text(got)));
        }
    };
    let read = |name: &str| fs::read(case.join(name)).unwrap_or_default();
    compare("stdout", &read("stdout"), &output.stdout);
    compare("stderr", &read("stderr"), &output.stderr);
    let code = fs::read_to_string(case.join("code")).unwrap_or_else(|_| "0".to_owned());
    let status = output.status.code().map_or_else(|| "killed".to_owned(), |code| code.to_string());
    compare("exit status", code.trim().as_bytes(), status.as_bytes());
    let mut left = vec![PathBuf::from("out")];
    left.retain(|out| case.join(out).exists());
    while let Some(path) = left.pop() {
        let expected = case.join(&path);
        if expected.is_dir() {
            left.extend(
                entries(&expected)
                    .iter()
                    .map(|entry| path.join(entry.file_name().expect("entries have names"))),
            );
        } else {
            let below = path.strip_prefix("out").expect("it starts there");
            let got = fs::read(scratch.join(below)).unwrap_or_default();
            compare(&below.to_string_lossy(), &read(&path.to_string_lossy()), &got);
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
