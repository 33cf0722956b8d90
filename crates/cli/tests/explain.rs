//! Checks that every code has an explanation, and that every example of `yardstick explain` is true: the wrong one
//! fails with the explained code, the right one succeeds.

use std::{collections::BTreeSet, fs, process::Command};

use yardstick_cli::explain::{Entry, Example, Kind, entries};
use yardstick_diagnostics::codes::GROUPS;

/// The output of the command, and whether it succeeded.
fn run(example: &Example) -> (String, bool) {
    let scratch = tempfile::tempdir().expect("scratch space");
    let place = |name: &str| {
        let path = scratch.path().join(name);
        fs::create_dir_all(path.parent().expect("files are somewhere")).expect("scratch space");
        path
    };
    for (name, text) in example.written() {
        fs::write(place(name), text).expect("scratch space");
    }
    #[cfg(unix)]
    for (name, target) in example.links() {
        std::os::unix::fs::symlink(target, place(name)).expect("scratch space");
    }
    let output = command(example)
        .current_dir(scratch.path())
        .env_remove("YARDSTICK_NOTES")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the binary starts");
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

/// The command of an example. Limits and redirected input need a shell.
fn command(example: &Example) -> Command {
    let binary = env!("CARGO_BIN_EXE_yardstick");
    if !example.command.contains(" < ") && !example.command.contains("&&") {
        let mut command = Command::new(binary);
        command.args(example.words().into_iter().map(word)).args(["--diagnostics", "json"]);
        return command;
    }
    let line = example.command.replace("yardstick ", "\"$YARDSTICK\" --diagnostics json ");
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).env("YARDSTICK", binary);
    command
}

/// True if the examples of this entry need a shell and its limits, which not every system has.
fn needs_linux(entry: &Entry) -> bool {
    let is_shell = |one: &Example| one.command.contains("ulimit") || one.command.contains(" < ");
    entry.examples.iter().flatten().any(is_shell)
}

/// A word of a command: `$'\xff'` contains a byte that is not UTF-8.
#[cfg(unix)]
fn word(text: String) -> std::ffi::OsString {
    use std::os::unix::ffi::OsStringExt;
    match text.strip_prefix("$'\\xff").and_then(|rest| rest.strip_suffix('\'')) {
        Some(rest) => std::ffi::OsString::from_vec([&[0xFF], rest.as_bytes()].concat()),
        None => text.into(),
    }
}

#[cfg(not(unix))]
fn word(text: String) -> std::ffi::OsString {
    text.into()
}

fn mistakes(entry: &Entry) -> Vec<String> {
    let Some([wrong, right]) = &entry.examples else { return Vec::new() };
    if needs_linux(entry) && !cfg!(target_os = "linux") {
        return Vec::new();
    }
    let mut mistakes = Vec::new();
    let title = entry.title();
    let (said, succeeded) = run(wrong);
    let is_code = entry.kind == Kind::Code;
    if is_code && !said.contains(&entry.name) || !is_code && succeeded {
        mistakes.push(format!("{title}: the wrong example is not wrong:\n{said}"));
    }
    let (said, succeeded) = run(right);
    if !succeeded || is_code && said.contains(&format!("\"{}\"", entry.name)) {
        mistakes.push(format!("{title}: the right example is not right:\n{said}"));
    }
    mistakes
}

#[test]
fn examples_are_true() {
    let all = entries();
    let shown = all.iter().filter(|entry| entry.examples.is_some()).count();
    assert!(shown > 200, "only {shown} examples");
    let mistakes: Vec<String> = all.iter().flat_map(mistakes).collect();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// A code without an example is allowed only if its page gives the reason.
#[test]
fn every_code_has_examples() {
    let all = entries();
    let codes = all.iter().filter(|entry| entry.kind == Kind::Code);
    let bare: Vec<&Entry> = codes.filter(|entry| entry.examples.is_none()).collect();
    for entry in &bare {
        let reason = entry.not_shown.as_deref().unwrap_or_default();
        assert!(reason.len() > 40, "{}: neither examples nor a reason", entry.name);
    }
    assert!(bare.len() <= 1, "{:?}", bare.iter().map(|entry| &entry.name).collect::<Vec<_>>());
}

#[test]
fn every_code_is_explained() {
    let all = entries();
    let is_explained =
        |name: &str| all.iter().any(|entry| entry.kind == Kind::Code && entry.name == name);
    let missing: Vec<&str> = GROUPS
        .iter()
        .flat_map(|group| group.codes)
        .map(|code| code.id())
        .filter(|id| !is_explained(id))
        .collect();
    assert!(missing.is_empty(), "not in crates/cli/explain/codes.txt: {missing:?}");
}

#[test]
fn every_rule_format_and_annotation_is_explained() {
    let all = entries();
    let is_explained =
        |kind: Kind, name: &str| all.iter().any(|one| one.kind == kind && one.name == name);
    let page = include_str!("../../../docs/rules.md");
    let names = |section: &str| -> Vec<String> {
        let (_, rest) = page.split_once(section).expect(section);
        let rows = rest.lines().skip_while(|line| !line.starts_with("| `"));
        let rows = rows.take_while(|line| line.starts_with("| `"));
        rows.filter_map(|row| row.split('`').nth(1)).map(str::to_owned).collect()
    };
    for name in names("### Formats") {
        assert!(is_explained(Kind::Format, &name), "format {name}");
    }
    for name in names("## Named rules") {
        let name = name.split(['=', '(']).next().unwrap_or_default();
        assert!(is_explained(Kind::Rule, name), "rule {name}");
    }
}

/// `explain` and the page that lists all annotations have the same ones.
#[test]
fn every_annotation_is_listed_and_explained() {
    let page = include_str!("../../../docs/reference/annotations.md");
    let first_cells =
        page.lines().filter_map(|line| line.strip_prefix("| `@")?.split(" | ").next());
    let words = first_cells.flat_map(|cell| cell.split(['`', ' ', ',']));
    // The long forms of comments and code do not apply to a node, so they cannot be misused.
    let is_named = |word: &&str| word.contains('/') && !word.starts_with("template/");
    let listed: BTreeSet<&str> =
        words.map(|word| word.trim_start_matches('@')).filter(is_named).collect();
    let all = entries();
    let annotations = all.iter().filter(|entry| entry.kind == Kind::Annotation);
    let explained: BTreeSet<&str> =
        annotations.map(|entry| entry.name.trim_start_matches('@')).collect();
    assert_eq!(listed, explained);
}
