//! The blocks of a page: files to write and commands to run.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::PathBuf};

use tempfile::TempDir;
use yardstick_testing::{Failed, copy};

use super::command;

/// Initial files of every example.
pub(crate) struct Start {
    pub(crate) from: PathBuf,
    /// The target directory of the files; empty for the directory of the example itself.
    pub(crate) into: &'static str,
}

/// Parts of pages that run one after the other.
#[derive(Default)]
pub(crate) struct Run {
    start: Option<Start>,
    /// The directories of the examples, and whether a command ran there.
    examples: BTreeMap<String, (TempDir, bool)>,
}

/// The first line of a fenced block.
#[derive(Default)]
pub(crate) struct Heading<'a> {
    language: &'a str,
    /// The example that the block belongs to; empty for that of the section.
    pub(crate) case: &'a str,
    pub(crate) file: Option<&'a str>,
}

impl<'a> Heading<'a> {
    pub(crate) fn read(line: &'a str) -> Self {
        let mut heading = Self::default();
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
}

impl Run {
    /// A run whose examples start with some files.
    pub(crate) fn among(start: Start) -> Self {
        Self { start: Some(start), ..Self::default() }
    }

    /// A part of a page with the current output of its commands.
    pub(crate) fn part(&mut self, text: &str) -> String {
        let mut now = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let _ = writeln!(now, "{line}");
            let Some(first) = line.strip_prefix("```") else { continue };
            let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            now.push_str(&self.block(&Heading::read(first), &body));
            now.push_str("```\n");
        }
        now
    }

    /// Fails if files were written that no command could see.
    pub(crate) fn end(self) -> Result<(), Failed> {
        match self.examples.iter().find(|(_, (_, was_run))| !was_run) {
            Some((name, _)) => {
                Err(format!("no command uses the files of the example '{name}'").into())
            }
            None => Ok(()),
        }
    }

    fn block(&mut self, heading: &Heading<'_>, body: &[&str]) -> String {
        let is_console = heading.language == "console";
        if !is_console && heading.file.is_none() {
            return lines(body);
        }
        let start = self.start.as_ref();
        let (directory, was_run) = self
            .examples
            .entry(heading.case.to_owned())
            .or_insert_with(|| (directory(start), false));
        if let Some(file) = heading.file {
            let path = directory.path().join(file);
            fs::create_dir_all(path.parent().expect("files are somewhere")).expect("scratch space");
            fs::write(path, lines(body)).expect("scratch space");
            return lines(body);
        }
        *was_run = true;
        let mut now = String::new();
        for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
            let printed = command::printed(command, directory.path());
            let _ = write!(now, "$ {command}\n{printed}");
        }
        now
    }
}

fn directory(start: Option<&Start>) -> TempDir {
    let directory = tempfile::tempdir().expect("scratch space");
    if let Some(Start { from, into }) = start {
        copy(from, &directory.path().join(into));
    }
    directory
}

fn lines(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [*line, "\n"]).collect()
}
