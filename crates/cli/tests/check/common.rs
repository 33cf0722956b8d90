//! A world in memory and helpers to run commands in it.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use yardstick_world::{self as world, World};

/// Files by name, below `/`.
pub(crate) struct Memory(world::Memory);

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Memory {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let empty = world::Memory::new().with_current_directory("/");
        Self(files.iter().fold(empty, |world, (name, content)| world.with_file(name, *content)))
    }

    pub(crate) fn with_stdin(self, content: &str) -> Self {
        Self(self.0.with_stdin(content))
    }

    pub(crate) fn with_page(self, url: &str, content: &str) -> Self {
        Self(self.0.with_page(url, content))
    }

    pub(crate) fn write(&self, name: &str, content: &[u8]) {
        self.0.write(name, content).unwrap();
    }

    /// Runs `check` or `schema` with the words of `line`.
    pub(crate) fn run(self, line: &str) -> Answer {
        let words: Vec<&str> = line.split_whitespace().collect();
        self.run_words(&words)
    }

    pub(crate) fn run_words(self, words: &[&str]) -> Answer {
        let world: Arc<dyn World> = Arc::new(self.0);
        run_in(&world, words)
    }

    /// Runs several lines in order.
    pub(crate) fn run_all<const N: usize>(self, lines: [&str; N]) -> [Answer; N] {
        let world: Arc<dyn World> = Arc::new(self.0);
        lines.map(|line| run_in(&world, &line.split_whitespace().collect::<Vec<_>>()))
    }
}

fn run_in(world: &Arc<dyn World>, words: &[&str]) -> Answer {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let answer = yardstick_cli::run(&words, world);
    Answer {
        status: answer.status.code(),
        out: String::from_utf8(answer.stdout.concat()).unwrap(),
        err: answer.stderr,
    }
}

/// Checks `instance` against `schema`. Returns the report as text.
pub(crate) fn check(schema: &str, instance: &str) -> String {
    let memory = Memory::new(&[("s.yaml", schema), ("i.yaml", instance)]);
    let answer = memory.run("check -f s.yaml i.yaml");
    answer.err + &answer.out
}

/// The folder of shared test data. Prints a message if the test is skipped.
pub(crate) fn shared(what: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let candidates = std::env::var_os("YARDSTICK_SHARED")
        .map(PathBuf::from)
        .into_iter()
        .chain([root.join("../shared"), root.join("../../shared")]);
    let found =
        candidates.map(|shared| shared.join("conformance").join(what)).find(|path| path.exists());
    if found.is_none() {
        eprintln!("skipped: no shared data at conformance/{what} (set YARDSTICK_SHARED)");
    }
    found
}
