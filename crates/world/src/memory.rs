//! A world in memory, for tests and for servers that must not touch the machine.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hasher},
    io,
    sync::Mutex,
};

use crate::{
    Entry, EntryKind, FetchError, Lock, Policy, SignalGuard, Stamp, Stream, World, paths, signals,
};

/// Files, links and standard input in memory. The current directory is `/project` unless another is set. No stream is
/// a terminal.
#[derive(Debug)]
pub struct Memory {
    nodes: Mutex<BTreeMap<String, Node>>,
    stdin: Mutex<Option<Vec<u8>>>,
    said: Mutex<String>,
    environment: Vec<(String, String)>,
    pages: BTreeMap<String, Vec<u8>>,
    here: String,
    now: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            nodes: Mutex::default(),
            stdin: Mutex::default(),
            said: Mutex::default(),
            environment: Vec::new(),
            pages: BTreeMap::new(),
            here: "/project".to_owned(),
            now: 0,
        }
    }
}

#[derive(Clone, Debug)]
enum Node {
    File(Vec<u8>),
    Link(String),
    Directory,
}

impl Memory {
    /// An empty world.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the directory where relative paths start.
    #[must_use]
    pub fn with_current_directory(self, directory: &str) -> Self {
        Self { here: directory.to_owned(), ..self }
    }

    /// Sets the time, which is otherwise the first second of 1970.
    #[must_use]
    pub fn with_time(self, now: u64) -> Self {
        Self { now, ..self }
    }

    /// Adds a file.
    #[must_use]
    pub fn with_file(self, path: &str, text: impl Into<Vec<u8>>) -> Self {
        self.with_node(path, Node::File(text.into()))
    }

    /// Adds a link.
    #[must_use]
    pub fn with_link(self, path: &str, target: &str) -> Self {
        self.with_node(path, Node::Link(target.to_owned()))
    }

    /// Adds an empty directory.
    #[must_use]
    pub fn with_directory(self, path: &str) -> Self {
        self.with_node(path, Node::Directory)
    }

    /// Sets the content of standard input.
    #[must_use]
    pub fn with_stdin(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.stdin = Mutex::new(Some(text.into()));
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self.environment.sort();
        self
    }

    /// Adds a page at a URL.
    #[must_use]
    pub fn with_page(mut self, url: &str, text: impl Into<Vec<u8>>) -> Self {
        self.pages.insert(url.to_owned(), text.into());
        self
    }

    /// The text written to standard error.
    pub fn stderr_text(&self) -> String {
        self.said.lock().expect("no thread panics while writing").clone()
    }

    /// The content of all files, by absolute path.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let nodes = self.nodes();
        nodes
            .iter()
            .filter_map(|(path, node)| match node {
                Node::File(bytes) => Some((path.clone(), bytes.clone())),
                _ => None,
            })
            .collect()
    }

    fn with_node(self, path: &str, node: Node) -> Self {
        self.nodes().insert(paths::absolute(&self.here, path), node);
        self
    }

    fn nodes(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Node>> {
        self.nodes.lock().expect("no thread panics while it holds the nodes")
    }

    /// Resolves all links above the last component of the path, and the last one too if `follow_last` is set.
    fn locate(&self, path: &str, follow_last: bool) -> io::Result<String> {
        let nodes = self.nodes();
        let mut left: Vec<String> =
            paths::absolute(&self.here, path).split('/').rev().map(str::to_owned).collect();
        let mut found = String::new();
        let mut links = 0;
        while let Some(piece) = left.pop() {
            if piece.is_empty() {
                continue;
            }
            let next = paths::join(&format!("{found}/"), &piece);
            match nodes.get(&next) {
                Some(Node::Link(target)) if follow_last || !left.is_empty() => {
                    links += 1;
                    if links > 40 {
                        return Err(io::Error::other("too many links"));
                    }
                    let target = paths::absolute(&format!("{found}/"), target);
                    left.extend(target.split('/').rev().map(str::to_owned));
                    found.clear();
                }
                _ => found = next,
            }
        }
        Ok(if found.is_empty() { "/".to_owned() } else { found })
    }

    fn is_directory(&self, path: &str) -> bool {
        let below = if path == "/" { path.to_owned() } else { format!("{path}/") };
        let nodes = self.nodes();
        matches!(nodes.get(path), Some(Node::Directory))
            || nodes
                .range(below.clone()..)
                .next()
                .is_some_and(|(other, _)| other.starts_with(&below))
            || paths::is_within(&self.here, path)
    }
}

fn not_found() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "No such file or directory")
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "File exists")
}

impl World for Memory {
    fn entry(&self, path: &str) -> io::Result<EntryKind> {
        let follow = path.ends_with('/') || path.ends_with("/.");
        let place = self.locate(path, follow)?;
        if path.is_empty() {
            return Err(not_found());
        }
        let node = self.nodes().get(&place).cloned();
        match node {
            Some(Node::File(_)) => Ok(EntryKind::File),
            Some(Node::Link(_)) => Ok(EntryKind::Link),
            Some(Node::Directory) => Ok(EntryKind::Directory),
            None if self.is_directory(&place) => Ok(EntryKind::Directory),
            None => Err(not_found()),
        }
    }

    fn kind(&self, path: &str) -> io::Result<EntryKind> {
        if path.is_empty() { Err(not_found()) } else { self.entry(&format!("{path}/")) }
    }

    fn list(&self, directory: &str) -> io::Result<Vec<Entry>> {
        let place = self.locate(directory, true)?;
        if !self.is_directory(&place) {
            return Err(not_found());
        }
        let below = if place == "/" { place } else { format!("{place}/") };
        let names: BTreeSet<String> = self
            .nodes()
            .range(below.clone()..)
            .map_while(|(path, _)| path.strip_prefix(&below))
            .filter_map(|rest| rest.split('/').next().map(str::to_owned))
            .collect();
        names
            .into_iter()
            .map(|name| Ok(Entry { kind: self.entry(&format!("{below}{name}"))?, name }))
            .collect()
    }

    /// This world has no ignore files.
    fn files_below(&self, directory: &str, hidden: bool) -> io::Result<Vec<String>> {
        let place = self.locate(directory, true)?;
        let below = if place == "/" { place } else { format!("{place}/") };
        let nodes = self.nodes();
        let files = nodes.range(below.clone()..).filter(|(_, node)| matches!(node, Node::File(_)));
        let is_shown = |name: &&str| hidden || !name.split('/').any(|piece| piece.starts_with('.'));
        let names = files.map_while(|(path, _)| path.strip_prefix(&below)).filter(is_shown);
        let directory = directory.trim_end_matches('/');
        Ok(names.map(|name| format!("{directory}/{name}")).collect())
    }

    fn read_link(&self, path: &str) -> io::Result<String> {
        let place = self.locate(path, false)?;
        match self.nodes().get(&place) {
            Some(Node::Link(target)) => Ok(target.clone()),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "Invalid argument")),
        }
    }

    fn canonical(&self, path: &str) -> String {
        self.locate(path, true).unwrap_or_else(|_| paths::absolute(&self.here, path))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let place = self.locate(path, true)?;
        match self.nodes().get(&place) {
            Some(Node::File(bytes)) => Ok(bytes.clone()),
            _ => Err(not_found()),
        }
    }

    /// This world has no clock: the content of a file replaces the time of the last write.
    fn stamp(&self, path: &str) -> io::Result<Stamp> {
        let bytes = self.read(path)?;
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        Ok(Stamp { size: bytes.len() as u64, modified: hasher.finish() })
    }

    fn stdin(&self) -> Option<io::Result<Vec<u8>>> {
        self.stdin.lock().expect("no thread panics while it takes the input").take().map(Ok)
    }

    fn current_directory(&self) -> io::Result<String> {
        Ok(self.here.clone())
    }

    fn home_directory(&self) -> Option<String> {
        Some("/home/user".to_owned())
    }

    fn unique_number(&self) -> u64 {
        0
    }

    fn now(&self) -> u64 {
        self.now
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.environment.clone()
    }

    fn variable(&self, name: &str) -> Option<String> {
        let found = self.environment.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
    }

    fn write_stderr(&self, text: &str) {
        self.said.lock().expect("no thread panics while writing").push_str(text);
    }

    fn is_terminal(&self, _: Stream) -> bool {
        false
    }

    fn fetch(&self, url: &str, _: &Policy) -> Result<Vec<u8>, FetchError> {
        let missing = || {
            let reason =
                if self.pages.is_empty() { "there is no network here" } else { "404 Not Found" };
            FetchError::Request(reason.to_owned())
        };
        self.pages.get(url).cloned().ok_or_else(missing)
    }

    fn create_directory(&self, path: &str) -> io::Result<()> {
        let place = self.locate(path, true)?;
        match self.nodes().entry(place).or_insert(Node::Directory) {
            Node::File(_) => Err(io::Error::from(io::ErrorKind::NotADirectory)),
            Node::Link(_) | Node::Directory => Ok(()),
        }
    }

    fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let place = self.locate(path, true)?;
        self.nodes().insert(place, Node::File(bytes.to_vec()));
        Ok(())
    }

    fn create_new_directory(&self, path: &str, _: Option<&str>) -> io::Result<()> {
        if self.entry(path).is_ok() {
            return Err(exists());
        }
        self.create_directory(path)
    }

    fn write_new(&self, path: &str, bytes: &[u8], _: Option<&str>) -> io::Result<()> {
        if self.entry(path).is_ok() {
            return Err(exists());
        }
        self.write(path, bytes)
    }

    fn sync(&self, _: &str, _: &[String]) -> io::Result<()> {
        Ok(())
    }

    fn lock(&self, _: &str) -> io::Result<Lock> {
        Ok(Box::new(()))
    }

    fn defer_signals(&self) -> Box<dyn SignalGuard> {
        Box::new(signals::NoSignals)
    }

    fn remove_directory(&self, path: &str) -> io::Result<()> {
        let place = self.locate(path, false)?;
        self.nodes().retain(|other, _| !paths::is_within(other, &place));
        Ok(())
    }

    fn remove_file(&self, path: &str) -> io::Result<()> {
        let place = self.locate(path, false)?;
        self.nodes().remove(&place).map(|_| ()).ok_or_else(not_found)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (self.locate(from, false)?, self.locate(to, false)?);
        let mut nodes = self.nodes();
        let moved: Vec<String> =
            nodes.keys().filter(|path| paths::is_within(path, &from)).cloned().collect();
        for path in moved {
            if let Some(node) = nodes.remove(&path) {
                nodes.insert(format!("{to}{}", &path[from.len()..]), node);
            }
        }
        Ok(())
    }

    fn exchange(&self, a: &str, b: &str) -> io::Result<bool> {
        let aside = format!("{a}.aside");
        self.entry(a).and(self.entry(b))?;
        self.rename(a, &aside)?;
        self.rename(b, a)?;
        self.rename(&aside, b)?;
        Ok(true)
    }

    fn replace_directory(&self, fresh: &str, target: &str) -> io::Result<String> {
        if self.entry(target).is_ok() {
            self.exchange(fresh, target)?;
        } else {
            self.rename(fresh, target)?;
        }
        Ok(fresh.to_owned())
    }
}
