//! Overlays the files of a world with those that are open in the editor.
//!
//! All code that reads files uses [`OpenFiles`], so that it sees what the user sees: the text in the editor, saved or
//! not. Everything else comes from the underlying world; nothing is ever written.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io,
    sync::{Arc, PoisonError, RwLock},
};

use yardstick_world::{
    Entry, EntryKind, FetchError, Lock, Policy, SignalGuard, Stamp, Stream, World, paths,
};

use crate::{address, text::Text};

type Buffers = Arc<RwLock<BTreeMap<String, Text>>>;

/// A world in which open files have the text of the editor.
#[derive(Clone)]
pub struct OpenFiles {
    inner: Arc<dyn World>,
    buffers: Buffers,
    /// The directory that relative paths start from; `None` for that of the underlying world.
    here: Option<String>,
}

impl OpenFiles {
    /// The world `inner`, with no file open.
    pub fn new(inner: Arc<dyn World>) -> Self {
        Self { inner, buffers: Buffers::default(), here: None }
    }

    /// A world with the same open files, seen from `directory`.
    #[must_use]
    pub fn seen_from(&self, directory: &str) -> Self {
        Self { here: Some(directory.to_owned()), ..self.clone() }
    }

    /// Opens or replaces the file at `path`.
    pub fn set(&self, path: &str, text: Text) {
        let mut buffers = self.buffers.write().unwrap_or_else(PoisonError::into_inner);
        buffers.insert(path.to_owned(), text);
    }

    /// Closes the file at `path`. Its content comes from the disk again.
    pub fn close(&self, path: &str) {
        self.buffers.write().unwrap_or_else(PoisonError::into_inner).remove(path);
    }

    /// The text of an open file.
    pub fn text(&self, path: &str) -> Option<Text> {
        self.buffers.read().unwrap_or_else(PoisonError::into_inner).get(path).cloned()
    }

    /// The paths of all open files, in order.
    pub fn paths(&self) -> Vec<String> {
        let buffers = self.buffers.read().unwrap_or_else(PoisonError::into_inner);
        buffers.keys().cloned().collect()
    }

    /// Makes `path` absolute.
    pub fn absolute(&self, path: &str) -> String {
        paths::absolute(&self.current_directory().unwrap_or_else(|_| "/".to_owned()), path)
    }

    fn place(&self, path: &str) -> String {
        match &self.here {
            // A trailing slash means that links are followed.
            Some(here) => {
                let slash = if path.len() > 1 && path.ends_with('/') { "/" } else { "" };
                format!("{}{slash}", address::to_system(&paths::absolute(here, path)))
            }
            None => address::to_system(path).to_owned(),
        }
    }

    /// The kind of `path` if it exists only in the editor: an unsaved file, or the directory of one.
    fn only_open(&self, path: &str) -> Option<EntryKind> {
        let path = self.absolute(path);
        let below = format!("{}/", path.trim_end_matches('/'));
        let buffers = self.buffers.read().unwrap_or_else(PoisonError::into_inner);
        let first = buffers.range(path.clone()..).next().map(|(path, _)| path);
        if first == Some(&path) {
            return Some(EntryKind::File);
        }
        let next = buffers.range(below.clone()..).next().map(|(path, _)| path);
        next.filter(|next| next.starts_with(&below)).map(|_| EntryKind::Directory)
    }
}

fn refused<T>() -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "a language server writes no files"))
}

impl World for OpenFiles {
    // Standard error is the log of the editor, where the output of templates is not useful.
    fn write_stderr(&self, _: &str) {}

    fn entry(&self, path: &str) -> io::Result<EntryKind> {
        match self.inner.entry(&self.place(path)) {
            Err(error) => self.only_open(path).ok_or(error),
            answer => answer,
        }
    }

    fn kind(&self, path: &str) -> io::Result<EntryKind> {
        match self.inner.kind(&self.place(path)) {
            Err(error) => self.only_open(path).ok_or(error),
            answer => answer,
        }
    }

    fn list(&self, directory: &str) -> io::Result<Vec<Entry>> {
        let mut entries = match self.inner.list(&self.place(directory)) {
            Ok(entries) => entries,
            Err(_) if self.only_open(directory) == Some(EntryKind::Directory) => Vec::new(),
            Err(error) => return Err(error),
        };
        // Unsaved files belong to their directory, which may not exist yet either.
        let prefix = format!("{}/", self.absolute(directory).trim_end_matches('/'));
        for path in self.paths() {
            let Some(below) = path.strip_prefix(&prefix) else { continue };
            let (name, kind) = match below.split_once('/') {
                Some((name, _)) => (name, EntryKind::Directory),
                None => (below, EntryKind::File),
            };
            if !entries.iter().any(|entry| entry.name == name) {
                entries.push(Entry { name: name.to_owned(), kind });
            }
        }
        Ok(entries)
    }

    fn files_below(&self, directory: &str, hidden: bool) -> io::Result<Vec<String>> {
        let place = self.place(directory);
        let files = self.inner.files_below(&place, hidden)?;
        let relative = |path: String| match path.strip_prefix(&place) {
            Some(rest) => format!("{directory}{rest}"),
            None => path,
        };
        Ok(files.into_iter().map(relative).collect())
    }

    fn read_link(&self, path: &str) -> io::Result<String> {
        self.inner.read_link(&self.place(path))
    }

    fn canonical(&self, path: &str) -> String {
        self.inner.canonical(&self.place(path))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        if let Some(text) = self.text(&self.absolute(path)) {
            return Ok(text.as_str().as_bytes().to_vec());
        }
        let place = self.place(path);
        // A pipe among the files of a workspace would block the editor forever.
        match self.inner.kind(&place)? {
            EntryKind::File => self.inner.read(&place),
            _ => Err(io::Error::other("not a regular file")),
        }
    }

    fn stamp(&self, path: &str) -> io::Result<Stamp> {
        match self.text(&self.absolute(path)) {
            Some(text) => {
                let mut hasher = DefaultHasher::new();
                text.as_str().hash(&mut hasher);
                Ok(Stamp { size: text.as_str().len() as u64, modified: hasher.finish() })
            }
            None => self.inner.stamp(&self.place(path)),
        }
    }

    fn stdin(&self) -> Option<io::Result<Vec<u8>>> {
        // Standard input belongs to the editor.
        None
    }

    fn current_directory(&self) -> io::Result<String> {
        match &self.here {
            Some(here) => Ok(here.clone()),
            None => self.inner.current_directory().map(address::from_system),
        }
    }

    fn home_directory(&self) -> Option<String> {
        self.inner.home_directory()
    }

    fn unique_number(&self) -> u64 {
        self.inner.unique_number()
    }

    fn now(&self) -> u64 {
        self.inner.now()
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.inner.environment()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.inner.variable(name)
    }

    fn is_terminal(&self, _: Stream) -> bool {
        false
    }

    fn fetch(&self, _: &str, _: &Policy) -> Result<Vec<u8>, FetchError> {
        // Opening a file must not cause network traffic.
        Err(FetchError::Request("the language server does not use the network".to_owned()))
    }

    fn create_directory(&self, _: &str) -> io::Result<()> {
        refused()
    }

    fn create_new_directory(&self, _: &str, _: Option<&str>) -> io::Result<()> {
        refused()
    }

    fn write(&self, _: &str, _: &[u8]) -> io::Result<()> {
        refused()
    }

    fn write_new(&self, _: &str, _: &[u8], _: Option<&str>) -> io::Result<()> {
        refused()
    }

    fn sync(&self, _: &str, _: &[String]) -> io::Result<()> {
        refused()
    }

    fn lock(&self, _: &str) -> io::Result<Lock> {
        refused()
    }

    fn defer_signals(&self) -> Box<dyn SignalGuard> {
        self.inner.defer_signals()
    }

    fn remove_directory(&self, _: &str) -> io::Result<()> {
        refused()
    }

    fn remove_file(&self, _: &str) -> io::Result<()> {
        refused()
    }

    fn rename(&self, _: &str, _: &str) -> io::Result<()> {
        refused()
    }

    fn exchange(&self, _: &str, _: &str) -> io::Result<bool> {
        refused()
    }

    fn replace_directory(&self, _: &str, _: &str) -> io::Result<String> {
        refused()
    }
}
