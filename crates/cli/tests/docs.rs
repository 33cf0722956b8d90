//! Runs the examples of the pages in `docs`, so that they stay true.
//!
//! A fenced block `yaml file=PATH` is a file. A block `console` holds commands, `$ yardstick ARGUMENTS`,
//! each followed by what it prints: standard output, then standard error; variables of the environment may
//! stand in front (`A=1 yardstick ...`). Files last until the next
//! heading; with `case=NAME` a block belongs to the example NAME, which has files of its own.
//! `UPDATE_DOCS=1` rewrites what commands print.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

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

/// A page that is being run.
#[derive(Default)]
struct Page {
    /// The text with what commands print now.
    text: String,
    /// The directories of the examples of this section, and whether a command was run there.
    examples: BTreeMap<String, (TempDir, bool)>,
    commands: usize,
}

impl Page {
    fn run(text: &str) -> Self {
        let mut page = Self::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let _ = writeln!(page.text, "{line}");
            if line.starts_with('#') {
                page.end_section();
            }
            let Some(first) = line.strip_prefix("```") else { continue };
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            page.block(&heading(first), &body);
            page.text.push_str("```\n");
        }
        page.end_section();
        page
    }

    fn end_section(&mut self) {
        for (name, (_, was_run)) in std::mem::take(&mut self.examples) {
            assert!(was_run, "nobody runs the files of the example '{name}'");
        }
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
            self.commands += 1;
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

/// What differs, line by line, between what a page says and what the program prints.
fn difference(said: &str, printed: &str) -> String {
    let diff = similar::TextDiff::from_lines(said, printed);
    diff.unified_diff().context_radius(3).header("page", "program").to_string()
}

#[test]
fn examples_of_the_pages() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut pages: Vec<PathBuf> = fs::read_dir(directory)
        .expect("there are pages")
        .map(|entry| entry.expect("pages can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let (mut differences, mut commands) = (String::new(), 0);
    for path in pages {
        let text = fs::read_to_string(&path).expect("pages are text");
        let page = Page::run(&text);
        commands += page.commands;
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &page.text).expect("pages can be written");
        } else if page.text != text {
            let difference = difference(&text, &page.text);
            let _ = writeln!(differences, "{}\n{difference}", path.display());
        }
    }
    assert!(commands > 0, "no command was run");
    assert!(differences.is_empty(), "\n{differences}");
}
