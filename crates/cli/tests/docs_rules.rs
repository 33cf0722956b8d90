//! Runs the examples of `docs/rules.md`, a page of short sessions: what it shows is what the program does.
//!
//! A block that starts with ```` ```yaml file=NAME ```` is a file. A block that starts with
//! ```` ```console ```` holds commands behind `$`, each followed by what it prints: standard output, then
//! standard error. Files last until the next heading. `UPDATE_CASES=1` rewrites what commands print.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

fn pages() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let entries = fs::read_dir(directory).expect("the pages can be listed");
    let paths = entries.map(|entry| entry.expect("the pages can be listed").path());
    let mut pages: Vec<_> = paths.filter(|path| path.ends_with("rules.md")).collect();
    pages.sort();
    pages
}

/// The words of a command; quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut is_open) = (String::new(), None, false);
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\'' | '"', None) => (quote, is_open) = (Some(c), true),
            (' ', None) => {
                if is_open {
                    words.push(std::mem::take(&mut word));
                }
                is_open = false;
            }
            (c, _) => {
                word.push(c);
                is_open = true;
            }
        }
    }
    if is_open {
        words.push(word);
    }
    words
}

/// What a command prints, without blanks that nobody sees.
fn printed(command: &str, directory: &Path) -> String {
    let words = words(command);
    assert_eq!(words.first().map(String::as_str), Some("yardstick"), "{command}");
    let output = Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .args(&words[1..])
        .current_dir(directory)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary starts");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    visible(text.lines())
}

fn visible<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let text = lines.fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{}", line.trim_end());
        text
    });
    let text = text.trim_end();
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// Runs the commands of a page; the page with what they print in it.
fn run(page: &str, runs: &mut usize) -> String {
    let mut out = String::new();
    let mut scratch: Option<TempDir> = None;
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let _ = writeln!(out, "{line}");
        let Some(kind) = line.strip_prefix("```") else {
            if line.starts_with('#') {
                scratch = None;
            }
            continue;
        };
        let mut body = Vec::new();
        for line in lines.by_ref().take_while(|line| *line != "```") {
            body.push(line);
        }
        let name = kind.split(' ').find_map(|word| word.strip_prefix("file="));
        if name.is_some() || kind == "console" {
            let directory =
                scratch.get_or_insert_with(|| tempfile::tempdir().expect("scratch space"));
            if let Some(name) = name {
                let path = directory.path().join(name);
                fs::create_dir_all(path.parent().expect("files are somewhere"))
                    .expect("scratch space");
                fs::write(path, body.join("\n") + "\n").expect("scratch space");
            }
        }
        match (kind, &scratch) {
            ("console", Some(directory)) => {
                for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
                    let _ = write!(out, "$ {command}\n{}", printed(command, directory.path()));
                    *runs += 1;
                }
            }
            _ => body.iter().for_each(|line| {
                let _ = writeln!(out, "{line}");
            }),
        }
        out.push_str("```\n");
    }
    out
}

#[test]
fn examples() {
    let mut runs = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("pages are text");
        let was = run(&text, &mut runs);
        if std::env::var_os("UPDATE_CASES").is_some() {
            fs::write(&page, was).expect("pages can be written");
        } else {
            assert!(text == was, "{} shows something else than:\n{was}", page.display());
        }
    }
    assert!(runs > 0, "no page shows a command");
}
