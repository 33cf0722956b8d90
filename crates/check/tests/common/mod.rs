//! A world in memory and helpers to run commands in it.

#![allow(dead_code)]

use std::{
    collections::BTreeMap,
    ffi::OsString,
    io,
    path::{Component, Path, PathBuf},
    sync::{Arc, Mutex},
};

use yardstick_check::{command, world::World};

/// Files by name, below `/`.
#[derive(Default)]
pub(crate) struct Memory {
    files: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    stdin: Vec<u8>,
}

fn absolute(path: &Path) -> PathBuf {
    let mut out = PathBuf::from("/");
    for component in path.components() {
        match component {
            Component::Normal(name) => out.push(name),
            Component::ParentDir => {
                out.pop();
            }
            _ => {}
        }
    }
    out
}

impl World for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let files = self.files.lock().unwrap();
        let content = files.get(&absolute(path)).cloned();
        content.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn read_stdin(&self) -> io::Result<Vec<u8>> {
        Ok(self.stdin.clone())
    }

    fn canonical(&self, path: &Path) -> PathBuf {
        absolute(path)
    }

    fn is_directory(&self, path: &Path) -> bool {
        let path = absolute(path);
        self.files.lock().unwrap().keys().any(|file| file != &path && file.starts_with(&path))
    }

    fn files_below(&self, directory: &Path) -> io::Result<Vec<PathBuf>> {
        let root = absolute(directory);
        let files = self.files.lock().unwrap();
        let below = files.keys().filter_map(|file| file.strip_prefix(&root).ok());
        Ok(below.map(|file| directory.join(file)).collect())
    }

    fn write(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        self.files.lock().unwrap().insert(absolute(path), content.to_vec());
        Ok(())
    }

    fn fetch(&self, url: &str) -> Result<Vec<u8>, String> {
        let path = format!("/net/{}", url.split("://").nth(1).unwrap_or_default());
        let content = self.read(Path::new(&path)).map_err(|problem| problem.to_string())?;
        Ok(content)
    }
}

/// What a command answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Memory {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let memory = Memory::default();
        for (name, content) in files {
            memory.write(Path::new(name), content.as_bytes()).unwrap();
        }
        memory
    }

    pub(crate) fn with_stdin(mut self, content: &str) -> Self {
        self.stdin = content.as_bytes().to_vec();
        self
    }

    /// Runs `check` or `schema` with the words of `line`.
    pub(crate) fn run(self, line: &str) -> Answer {
        let words: Vec<&str> = line.split_whitespace().collect();
        self.run_words(&words)
    }

    pub(crate) fn run_words(self, words: &[&str]) -> Answer {
        let world: Arc<dyn World> = Arc::new(self);
        let arguments: Vec<OsString> = words[1..].iter().map(OsString::from).collect();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let status = match words[0] {
            "check" => command::check(&arguments, &world, &mut out, &mut err),
            _ => command::schema(&arguments, &world, &mut out, &mut err),
        };
        Answer {
            status: status.unwrap(),
            out: String::from_utf8(out).unwrap(),
            err: String::from_utf8(err).unwrap(),
        }
    }
}

/// Checks `instance` against `schema`; returns the report as text.
pub(crate) fn check(schema: &str, instance: &str) -> String {
    let memory = Memory::new(&[("s.yaml", schema), ("i.yaml", instance)]);
    let answer = memory.run("check -f s.yaml i.yaml");
    answer.err + &answer.out
}

/// The folder of shared test data, or a note that the test is skipped.
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
