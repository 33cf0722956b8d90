//! The real world: files, standard input, environment and network of the process.

use std::{
    fs,
    hash::{BuildHasher, RandomState},
    io::{self, IsTerminal, Read, Write},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use yardstick_diagnostics::limits::INPUT_BYTES;

use crate::{
    Entry, EntryKind, FetchError, Lock, Policy, SignalGuard, Stamp, Stream, World, disk, network,
    replace, signals,
};

/// The real world of the process.
#[derive(Debug, Default)]
pub struct Real {
    stdin_taken: AtomicBool,
}

impl Real {
    /// The process's own world.
    pub fn new() -> Self {
        Self::default()
    }
}

fn kind_of(kind: fs::FileType) -> EntryKind {
    if kind.is_symlink() {
        EntryKind::Link
    } else if kind.is_dir() {
        EntryKind::Directory
    } else if kind.is_file() {
        EntryKind::File
    } else if is_pipe(kind) {
        EntryKind::Pipe
    } else {
        EntryKind::Other
    }
}

#[cfg(unix)]
fn is_pipe(kind: fs::FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: fs::FileType) -> bool {
    false
}

/// Converts a name to text. A name that is not UTF-8 could neither be printed nor looked up again.
fn as_text(name: std::ffi::OsString) -> io::Result<String> {
    name.into_string()
        .map_err(|name| io::Error::other(format!("name is not UTF-8: {}", name.to_string_lossy())))
}

impl World for Real {
    fn entry(&self, path: &str) -> io::Result<EntryKind> {
        fs::symlink_metadata(path).map(|metadata| kind_of(metadata.file_type()))
    }

    fn kind(&self, path: &str) -> io::Result<EntryKind> {
        fs::metadata(path).map(|metadata| kind_of(metadata.file_type()))
    }

    fn list(&self, directory: &str) -> io::Result<Vec<Entry>> {
        fs::read_dir(directory)?
            .map(|entry| {
                let entry = entry?;
                let kind = kind_of(entry.file_type()?);
                Ok(Entry { name: as_text(entry.file_name())?, kind })
            })
            .collect()
    }

    fn files_below(&self, directory: &str, hidden: bool) -> io::Result<Vec<String>> {
        // The internal files of version control are not files of the project.
        let walk = ignore::WalkBuilder::new(directory)
            .hidden(!hidden)
            .filter_entry(|entry| entry.depth() == 0 || entry.file_name() != ".git")
            .sort_by_file_path(Path::cmp)
            .build();
        let mut files = Vec::new();
        for entry in walk {
            let entry = entry.map_err(io::Error::other)?;
            if entry.file_type().is_some_and(|kind| kind.is_file()) {
                files.push(as_text(entry.into_path().into_os_string())?);
            }
        }
        Ok(files)
    }

    fn read_link(&self, path: &str) -> io::Result<String> {
        as_text(fs::read_link(path)?.into_os_string())
    }

    fn canonical(&self, path: &str) -> String {
        let found = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        found.and_then(|found| as_text(found.into_os_string())).unwrap_or_else(|_| path.to_owned())
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        disk::read(path, INPUT_BYTES)
    }

    fn stamp(&self, path: &str) -> io::Result<Stamp> {
        let metadata = fs::metadata(path)?;
        let since = metadata.modified()?.duration_since(std::time::UNIX_EPOCH);
        let modified = since.map_or(0, |since| since.as_nanos() as u64);
        Ok(Stamp { size: metadata.len(), modified })
    }

    fn stdin(&self) -> Option<io::Result<Vec<u8>>> {
        if self.stdin_taken.swap(true, Ordering::Relaxed) {
            return None;
        }
        let mut bytes = Vec::new();
        let most = disk::most_of_stdin(INPUT_BYTES);
        let read = io::stdin().lock().take(most + 1).read_to_end(&mut bytes);
        Some(match read {
            Ok(length) if length as u64 > most => Err(disk::too_large(most)),
            Ok(_) => Ok(bytes),
            Err(error) => Err(error),
        })
    }

    fn current_directory(&self) -> io::Result<String> {
        as_text(std::env::current_dir()?.into_os_string())
    }

    fn home_directory(&self) -> Option<String> {
        std::env::home_dir()?.into_os_string().into_string().ok()
    }

    fn unique_number(&self) -> u64 {
        RandomState::new().hash_one(std::process::id())
    }

    fn now(&self) -> u64 {
        let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    }

    fn environment(&self) -> Vec<(String, String)> {
        let mut all: Vec<_> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        all.sort();
        all
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn write_stderr(&self, text: &str) {
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn is_terminal(&self, stream: Stream) -> bool {
        match stream {
            Stream::Output => io::stdout().is_terminal(),
            Stream::Error => io::stderr().is_terminal(),
        }
    }

    fn fetch(&self, url: &str, policy: &Policy) -> Result<Vec<u8>, FetchError> {
        network::fetch(url, policy)
    }

    fn create_directory(&self, path: &str) -> io::Result<()> {
        disk::create_directory(path)
    }

    fn create_new_directory(&self, path: &str, like: Option<&str>) -> io::Result<()> {
        disk::create_new_directory(path, like)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        fs::write(path, bytes)
    }

    fn write_new(&self, path: &str, bytes: &[u8], like: Option<&str>) -> io::Result<()> {
        disk::write_new(path, bytes, like)
    }

    fn sync(&self, directory: &str, files: &[String]) -> io::Result<()> {
        disk::sync(directory, files)
    }

    fn lock(&self, directory: &str) -> io::Result<Lock> {
        Ok(Box::new(disk::lock(directory)?))
    }

    fn try_lock(&self, directory: &str) -> io::Result<Option<Lock>> {
        Ok(disk::try_lock(directory)?.map(|file| Box::new(file) as Lock))
    }

    fn defer_signals(&self) -> Box<dyn SignalGuard> {
        signals::defer()
    }

    fn remove_directory(&self, path: &str) -> io::Result<()> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
            Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path),
            Ok(_) => fs::remove_file(path),
        }
    }

    fn remove_file(&self, path: &str) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn exchange(&self, a: &str, b: &str) -> io::Result<bool> {
        replace::exchange(a, b).map_or(Ok(false), |done| done.map(|()| true))
    }

    fn replace_directory(&self, fresh: &str, target: &str) -> io::Result<String> {
        replace::directory(fresh, target)
    }
}
