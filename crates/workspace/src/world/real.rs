//! The world of a process: its files, its standard input, its environment, the network.

use std::{
    fs,
    io::{self, Read},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use super::{Entry, EntryKind, FetchError, World};

/// The most bytes taken from a URL.
const LARGEST_DOWNLOAD: u64 = 256 * 1024 * 1024;

/// How long a server may take to accept a connection, and to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a download may take.
const LONGEST_DOWNLOAD: Duration = Duration::from_secs(600);

/// The process's own world.
#[derive(Debug, Default)]
pub struct RealWorld {
    stdin_taken: AtomicBool,
}

impl RealWorld {
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

/// Names come back as text; one that is not UTF-8 could neither be printed nor looked up again.
/// Why a download failed; what the system says needs nothing in front of it.
fn reason(error: ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
}

fn as_text(name: std::ffi::OsString) -> io::Result<String> {
    name.into_string()
        .map_err(|name| io::Error::other(format!("name is not UTF-8: {}", name.to_string_lossy())))
}

impl World for RealWorld {
    fn entry(&self, path: &str) -> io::Result<EntryKind> {
        fs::symlink_metadata(path).map(|metadata| kind_of(metadata.file_type()))
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

    fn read_link(&self, path: &str) -> io::Result<String> {
        as_text(fs::read_link(path)?.into_os_string())
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn stdin(&self) -> Option<io::Result<Vec<u8>>> {
        if self.stdin_taken.swap(true, Ordering::Relaxed) {
            return None;
        }
        let mut bytes = Vec::new();
        Some(io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes))
    }

    fn current_directory(&self) -> io::Result<String> {
        as_text(std::env::current_dir()?.into_os_string())
    }

    fn home_directory(&self) -> Option<String> {
        std::env::home_dir()?.into_os_string().into_string().ok()
    }

    fn environment(&self) -> Vec<(String, String)> {
        let mut all: Vec<_> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        all.sort();
        all
    }

    fn fetch(&self, url: &str) -> Result<Vec<u8>, FetchError> {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            // A connection that the server has closed meanwhile would fail.
            .max_idle_connections(0)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .timeout_recv_body(Some(LONGEST_DOWNLOAD))
            .build()
            .into();
        let mut response =
            agent.get(url).call().map_err(|error| FetchError::Request(reason(error)))?;
        let status = response.status();
        if !status.is_success() {
            return Err(FetchError::Request(status.to_string()));
        }
        response
            .body_mut()
            .with_config()
            .limit(LARGEST_DOWNLOAD)
            .read_to_vec()
            .map_err(|error| FetchError::Body(reason(error)))
    }

    fn create_directory(&self, path: &str) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        fs::write(path, bytes)
    }

    fn remove_directory(&self, path: &str) -> io::Result<()> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
            Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path),
            Ok(_) => fs::remove_file(path),
        }
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn replace_directory(&self, fresh: &str, target: &str) -> io::Result<()> {
        super::replace::directory(self, fresh, target)
    }
}
