//! A world in which one call fails. The tests of the command use it too.

use std::{
    io,
    sync::atomic::{AtomicUsize, Ordering},
};

use yardstick_world::{
    Entry, EntryKind, FetchError, Lock, Memory, Policy, SignalGuard, Stamp, Stream, World,
};

/// A world in which the call number `fails_at` fails.
pub(crate) struct Failing {
    pub(crate) inner: Memory,
    fails_at: usize,
    calls: AtomicUsize,
}

impl Failing {
    pub(crate) fn new(inner: Memory, fails_at: usize) -> Self {
        Self { inner, fails_at, calls: AtomicUsize::new(0) }
    }

    /// True if the failing call was made.
    pub(crate) fn has_failed(&self) -> bool {
        self.calls.load(Ordering::Relaxed) > self.fails_at
    }

    fn call<T>(&self, result: impl FnOnce(&Memory) -> io::Result<T>) -> io::Result<T> {
        if self.calls.fetch_add(1, Ordering::Relaxed) == self.fails_at {
            return Err(io::Error::other("injected"));
        }
        result(&self.inner)
    }
}

impl World for Failing {
    fn write_stderr(&self, text: &str) {
        self.inner.write_stderr(text);
    }

    fn entry(&self, path: &str) -> io::Result<EntryKind> {
        self.inner.entry(path)
    }

    fn kind(&self, path: &str) -> io::Result<EntryKind> {
        self.inner.kind(path)
    }

    fn list(&self, directory: &str) -> io::Result<Vec<Entry>> {
        self.call(|world| world.list(directory))
    }

    fn files_below(&self, directory: &str, hidden: bool) -> io::Result<Vec<String>> {
        self.call(|world| world.files_below(directory, hidden))
    }

    fn read_link(&self, path: &str) -> io::Result<String> {
        self.call(|world| world.read_link(path))
    }

    fn canonical(&self, path: &str) -> String {
        self.inner.canonical(path)
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.call(|world| world.read(path))
    }

    fn stamp(&self, path: &str) -> io::Result<Stamp> {
        self.call(|world| world.stamp(path))
    }

    fn stdin(&self) -> Option<io::Result<Vec<u8>>> {
        self.inner.stdin()
    }

    fn current_directory(&self) -> io::Result<String> {
        self.inner.current_directory()
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

    fn is_terminal(&self, stream: Stream) -> bool {
        self.inner.is_terminal(stream)
    }

    fn fetch(&self, url: &str, policy: &Policy) -> Result<Vec<u8>, FetchError> {
        self.inner.fetch(url, policy)
    }

    fn create_directory(&self, path: &str) -> io::Result<()> {
        self.call(|world| world.create_directory(path))
    }

    fn create_new_directory(&self, path: &str, like: Option<&str>) -> io::Result<()> {
        self.call(|world| world.create_new_directory(path, like))
    }

    fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.call(|world| world.write(path, bytes))
    }

    fn write_new(&self, path: &str, bytes: &[u8], like: Option<&str>) -> io::Result<()> {
        self.call(|world| world.write_new(path, bytes, like))
    }

    fn sync(&self, directory: &str, files: &[String]) -> io::Result<()> {
        self.call(|world| world.sync(directory, files))
    }

    fn lock(&self, directory: &str) -> io::Result<Lock> {
        self.call(|world| world.lock(directory))
    }

    fn defer_signals(&self) -> Box<dyn SignalGuard> {
        self.inner.defer_signals()
    }

    fn remove_directory(&self, path: &str) -> io::Result<()> {
        self.call(|world| world.remove_directory(path))
    }

    fn remove_file(&self, path: &str) -> io::Result<()> {
        self.call(|world| world.remove_file(path))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.call(|world| world.rename(from, to))
    }

    fn exchange(&self, a: &str, b: &str) -> io::Result<bool> {
        self.call(|world| world.exchange(a, b))
    }

    fn replace_directory(&self, fresh: &str, target: &str) -> io::Result<String> {
        self.call(|world| world.replace_directory(fresh, target))
    }
}
