//! Runs the examples of the pages in and below `docs`, so that they stay true.
//!
//! A fenced block `yaml file=PATH` is a file. A block `console` holds commands, `$ yardstick ARGUMENTS`,
//! each followed by what it prints: standard output, then standard error; variables of the environment may
//! come first (`A=1 yardstick ...`). Files last until the next heading; with `case=NAME` a block belongs to
//! the example NAME, which has files of its own. Each section with commands is a test of its own, named by its
//! page and heading: `cargo test --test docs -- check/`. `UPDATE_DOCS=1` rewrites what commands print.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use tempfile::TempDir;
use yardstick_testing::{Failed, Trial, difference, entries, is_updating, rewrite};

fn main() -> ExitCode {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut trials = Vec::new();
    for path in pages(&directory) {
        let page = path.strip_prefix(&directory).expect("pages lie below").with_extension("");
        let page = page.display().to_string().replace('\\', "/");
        let text = fs::read_to_string(&path).expect("pages are text");
        for section in sections(&text) {
            let path = path.clone();
            let name = format!("{page}/{}", anchor(section.lines().next().unwrap_or_default()));
            trials.push(Trial::test(name, move || check(&path, &section)));
        }
    }
    yardstick_testing::run(trials)
}

/// The pages below `directory`.
fn pages(directory: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for path in entries(directory) {
        if path.is_dir() {
            pages.extend(self::pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages
}

/// The sections of a page that have examples, each with its heading.
fn sections(text: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if line.starts_with('#') && !is_code {
            sections.push(String::new());
        }
        if let Some(section) = sections.last_mut() {
            let _ = writeln!(section, "{line}");
        }
    }
    sections.retain(|section| section.contains("\n```console") || section.contains(" file="));
    sections
}

/// The name that links use for a heading.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let letters = words.chars().map(|c| if c == ' ' { '-' } else { c });
    letters.filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

fn check(page: &Path, section: &str) -> Result<(), Failed> {
    let now = Section::run(section);
    if is_updating("UPDATE_DOCS") {
        rewrite(page, section, &now);
        return Ok(());
    }
    let report = difference("page", section, &now);
    if report.is_empty() { Ok(()) } else { Err(report.into()) }
}

/// What the first line of a fenced block says.
#[derive(Default)]
struct Heading<'a> {
    language: &'a str,
    /// The example it belongs to; that of the section if it has no name.
    case: &'a str,
    file: Option<&'a str>,
}

fn heading(line: &str) -> Heading<'_> {
    let mut heading = Heading::default();
    for (at, word) in line.split_whitespace().enumerate() {
        match word.split_once('=') {
            None if at == 0 => heading.language = word,
            Some(("case", name)) => heading.case = name,
            Some(("file", path)) => heading.file = Some(path),
            _ => panic!("what is {word:?} in the block {line:?}?"),
        }
    }
    heading
}

/// A section that is being run.
#[derive(Default)]
struct Section {
    /// The text with what commands print now.
    text: String,
    /// The directories of the examples, and whether a command was run there.
    examples: BTreeMap<String, (TempDir, bool)>,
}

impl Section {
    /// The text of a section with what its commands print now.
    fn run(text: &str) -> String {
        let mut section = Self::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let _ = writeln!(section.text, "{line}");
            let Some(first) = line.strip_prefix("```") else { continue };
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            section.block(&heading(first), &body);
            section.text.push_str("```\n");
        }
        for (name, (_, was_run)) in section.examples {
            assert!(was_run, "no command uses the files of the example '{name}'");
        }
        section.text
    }

    fn block(&mut self, heading: &Heading<'_>, body: &[&str]) {
        let is_console = heading.language == "console";
        if !is_console && heading.file.is_none() {
            self.lines(body);
            return;
        }
        let (directory, was_run) = self
            .examples
            .entry(heading.case.to_owned())
            .or_insert_with(|| (tempfile::tempdir().expect("scratch space"), false));
        let directory = directory.path().to_owned();
        if let Some(file) = heading.file {
            let path = directory.join(file);
            fs::create_dir_all(path.parent().expect("files are somewhere")).expect("scratch space");
            fs::write(path, body.join("\n") + "\n").expect("scratch space");
            self.lines(body);
            return;
        }
        *was_run = true;
        for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
            let printed = printed(command, &directory);
            let _ = write!(self.text, "$ {command}\n{printed}");
        }
    }

    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            let _ = writeln!(self.text, "{line}");
        }
    }
}

/// What a command prints, without blanks that nobody sees.
fn printed(command: &str, directory: &Path) -> String {
    let words = words(command);
    let program = words.iter().position(|word| word == "yardstick").expect(command);
    let variables = words[..program].iter().map(|word| word.split_once('=').expect(command));
    let output = Command::new(env!("CARGO_BIN_EXE_yardstick"))
        .env_remove("YARDSTICK_DIAGNOSTICS")
        .env_remove("YARDSTICK_NOTES")
        .envs(variables)
        .args(&words[program + 1..])
        .current_dir(directory)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary starts");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("output is text");
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    if lines.is_empty() { String::new() } else { lines.join("\n") + "\n" }
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
