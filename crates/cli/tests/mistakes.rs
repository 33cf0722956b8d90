//! Tests the messages for mistakes that people make: the files of `tests/mistakes`.
//!
//! A case starts with `=== its name`. Its parts start with `--- a name`: files of the working directory, `args` unless
//! they are `-f .` (one per line), variables in `env`, and at the end `--- says`: the text on standard error, or the report
//! on standard output of a command that says nothing else. `{tab}`
//! is a tab, `{bom}` a byte order mark. A case whose name starts with `fine-` only looks like a mistake: nothing is
//! printed. Each case is a separate test: `cargo test --test mistakes -- overlays/`. `UPDATE_CASES=1` rewrites the
//! messages.
//!
//! The mistakes of `tests/cases/mistakes` have reports in all forms; the table in their README is generated from
//! those.

use std::{
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, ExitCode, Stdio},
};

use serde_json::Value as Json;
use yardstick_testing::{
    Failed, Trial, difference, entries, is_updating,
    parts::{self, Case},
};

fn main() -> ExitCode {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut trials = parts::trials(&tests.join("mistakes"), told);
    let folders = tests.join("cases/mistakes");
    trials.push(Trial::test("table of mistakes", move || table(&folders)));
    yardstick_testing::run(trials)
}

/// Compares the table of the mistakes in `folders` with their reports. Every report must suggest what to do.
fn table(folders: &Path) -> Result<(), Failed> {
    let mut text = "# Mistakes of the first day\n\n\
        Each folder holds a mistake (`wrong`) and the same files without it (`right`). Beside what a pipe gets, `text`, `rich` and\n\
        `json` hold the report in these forms. This table is made from the reports by `UPDATE_CASES=1 cargo test --test mistakes`.\n\n\
        | mistake | code | what is said | what to do |\n|---|---|---|---|\n"
        .to_owned();
    for folder in entries(folders).iter().filter(|folder| folder.is_dir()) {
        let name = folder.file_name().expect("entries have names").to_string_lossy();
        let report = fs::read_to_string(folder.join("wrong/json"))
            .map_err(|error| format!("{name}: {error}"))?;
        let report: Json =
            serde_json::from_str(&report).map_err(|error| format!("{name}: {error}"))?;
        let findings = report["results"].as_array().into_iter().flatten();
        let findings = findings.flat_map(|one| one["errors"].as_array().into_iter().flatten());
        let all = findings.chain(report["failures"].as_array().into_iter().flatten());
        // If a warning names the cause, the error is only a consequence.
        let first = all.max_by_key(|one| (!help(one).is_empty(), one["fix"].is_object()));
        let first = first.ok_or_else(|| format!("{name}: nothing is said"))?;
        let help = help(first);
        if help.is_empty() {
            return Err(format!("{name}: nobody is told what to do").into());
        }
        let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        let (code, message) = (first["code"].as_str(), first["message"].as_str());
        let (code, message) = (code.unwrap_or_default(), cell(message.unwrap_or_default()));
        writeln!(text, "| {name} | {code} | {message} | {} |", cell(&help))?;
    }
    let page = folders.join("README.md");
    if is_updating("UPDATE_CASES") {
        fs::write(&page, &text)?;
    }
    let known = fs::read_to_string(&page).unwrap_or_default();
    if known == text { Ok(()) } else { Err(difference("README.md", &known, &text).into()) }
}

/// The suggestions of a finding: its fix and its hints.
fn help(finding: &Json) -> String {
    let fix = finding["fix"]["description"].as_str().map(|what| {
        let text = finding["fix"]["replacement"].as_str().unwrap_or_default().trim();
        format!("fix: {what}: `{text}`")
    });
    let hints = finding["hints"].as_array().into_iter().flatten().filter_map(Json::as_str);
    fix.into_iter().chain(hints.map(str::to_owned)).collect::<Vec<_>>().join("; ")
}

/// The text on standard error, without trailing blanks, which are invisible in the files.
fn told(case: &Case) -> String {
    let scratch = tempfile::tempdir().expect("scratch space");
    for (name, text) in &case.parts {
        if ["args", "env", "says"].contains(&name.as_str()) {
            continue;
        }
        let path = scratch.path().join(name);
        fs::create_dir_all(path.parent().expect("files lie somewhere")).expect("scratch space");
        fs::write(path, text.replace("{tab}", "\t").replace("{bom}", "\u{feff}"))
            .expect("scratch space");
    }
    let args: Vec<&str> = case.part("args").unwrap_or("-f\n.").lines().collect();
    let variables = case.part("env").unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(args)
        .args(["--notes", "always"])
        .current_dir(scratch.path())
        .env("NO_COLOR", "1")
        .envs(variables.lines().filter_map(|line| line.split_once('=')))
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs");
    // Commands that check files print their findings, which are what was asked for.
    let is_review = case.part("args").is_some_and(|args| args.starts_with("schema\ncheck"));
    let is_report = output.stderr.is_empty() && (is_review || !output.status.success());
    let text = String::from_utf8_lossy(if is_report { &output.stdout } else { &output.stderr });
    let lines: Vec<&str> =
        text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let is_fine = case.name.starts_with("fine-");
    assert!(is_fine == lines.is_empty(), "{}: who is told what? {text}", case.name);
    lines.join("\n")
}
