//! Mistakes that people make, and what they are told: the files of `tests/mistakes`.
//!
//! A case starts with `=== its name`. Its parts start with `--- a name`: files of the working directory, `args` if they
//! are not `-f .` (one a line), and at the end `--- says`: what is printed to standard error. `{tab}` stands for a tab.
//! Each case is a test of its own: `cargo test --test mistakes -- overlays/`. `UPDATE_CASES=1` rewrites what is said.

use std::{
    fs,
    path::Path,
    process::{Command, ExitCode, Stdio},
};

use yardstick_testing::parts::{self, Case};

fn main() -> ExitCode {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mistakes");
    yardstick_testing::run(parts::trials(&directory, told))
}

/// What is printed to standard error; trailing blanks are invisible in the files.
fn told(case: &Case) -> String {
    let scratch = tempfile::tempdir().expect("scratch space");
    for (name, text) in &case.parts {
        if name == "args" || name == "says" {
            continue;
        }
        let path = scratch.path().join(name);
        fs::create_dir_all(path.parent().expect("files lie somewhere")).expect("scratch space");
        fs::write(path, text.replace("{tab}", "\t")).expect("scratch space");
    }
    let args: Vec<&str> = case.part("args").unwrap_or("-f\n.").lines().collect();
    let output = Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(args)
        .args(["--notes", "always"])
        .current_dir(scratch.path())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> =
        text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    assert!(!lines.is_empty(), "{}: nobody is told anything", case.name);
    lines.join("\n")
}
