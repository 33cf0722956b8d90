//! Access to everything outside the program, through one trait: files, standard streams, the environment, the network.
//!
//! All other crates reach the machine through [`World`]. Tests, and servers that must not touch the machine, use
//! [`Memory`] instead of [`Real`].
//!
//! ```
//! use yardstick_world::{Memory, World};
//!
//! fn greeting(world: &dyn World) -> std::io::Result<String> {
//!     let name = world.read("name.txt")?;
//!     Ok(format!("Hello {}", String::from_utf8_lossy(&name)))
//! }
//!
//! let world = Memory::new().with_file("name.txt", "Ann");
//! assert_eq!(greeting(&world)?, "Hello Ann");
//! assert!(greeting(&Memory::new()).is_err());
//! # Ok::<(), std::io::Error>(())
//! ```

mod atomic;
mod disk;
mod error;
mod glob;
mod machine;
mod memory;
pub mod nearby;
pub mod network;
pub mod paths;
mod real;
mod replace;
mod serve;
mod signals;
mod terminal;

use std::{any::Any, io};

pub use atomic::write_atomically;
pub use error::{FetchError, cannot_read, describe, no_thread, reason, unreadable};
pub use glob::Glob;
pub use machine::{
    ChangeStack, Instant, UseSmallPages, change_stacks_with, expect_small_pieces, on_large_stack,
    on_threads, stack_limit, start_thread, use_small_pages_with,
};
pub use memory::Memory;
pub use network::Policy;
pub use real::Real;
pub use serve::{Page, serve};
pub use signals::SignalGuard;
pub use terminal::{Stream, When};
use yardstick_diagnostics::Content;

/// A lock that is held until it is dropped.
pub type Lock = Box<dyn Any + Send + Sync>;

/// The kind of a directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A link to another path.
    Link,
    /// A named pipe, which can be read only once.
    Pipe,
    /// A device or a socket.
    Other,
}

/// An entry of a directory.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the directory.
    pub name: String,
    /// Its kind; a link is not followed.
    pub kind: EntryKind,
}

/// Detects cheaply whether a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its length in bytes.
    pub size: u64,
    /// The time of the last write, in nanoseconds since 1970.
    pub modified: u64,
}

/// Files, standard streams, environment and network. Paths are text with `/`. Relative paths start at
/// [`World::current_directory`].
pub trait World: Send + Sync {
    /// The kind of entry at `path`. A link is not followed, unless `path` ends in `/`.
    fn entry(&self, path: &str) -> io::Result<EntryKind>;

    /// The kind of entry at `path`, following links.
    fn kind(&self, path: &str) -> io::Result<EntryKind>;

    /// The entries of a directory, in any order.
    fn list(&self, directory: &str) -> io::Result<Vec<Entry>>;

    /// The files below `directory` that version control would keep, sorted by path. Files that an ignore file names
    /// are omitted, and so are hidden files unless `hidden` is set. Each path starts with `directory` as written.
    fn files_below(&self, directory: &str, hidden: bool) -> io::Result<Vec<String>>;

    /// The target of a link.
    fn read_link(&self, path: &str) -> io::Result<String>;

    /// The absolute path without links and dots. If it cannot be resolved, the path is only cleaned as text.
    fn canonical(&self, path: &str) -> String;

    /// The bytes of a file, following links.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// The bytes of a file that was found in a search, not named by the user. Rejects pipes and devices, because the
    /// user did not ask to wait for them.
    fn read_found(&self, path: &str) -> io::Result<Vec<u8>> {
        match self.kind(path)? {
            EntryKind::File => self.read(path),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")),
        }
    }

    /// The shared content of a file. In a world that reads files once for many runs, all get the same content.
    fn content(&self, path: &str) -> io::Result<Content> {
        self.read(path).map(Content::from)
    }

    /// The time of the last write and the size of a file, following links.
    fn stamp(&self, path: &str) -> io::Result<Stamp>;

    /// Standard input up to its end. Only the first call returns it; later calls return `None`.
    fn stdin(&self) -> Option<io::Result<Vec<u8>>>;

    /// The absolute path of the directory where relative paths start.
    fn current_directory(&self) -> io::Result<String>;

    /// The home directory of the user, if known.
    fn home_directory(&self) -> Option<String>;

    /// A number that no other run uses at the same time, for names of temporary files. It is random, because process
    /// numbers repeat, especially in containers.
    fn unique_number(&self) -> u64;

    /// The current time in seconds since 1970.
    fn now(&self) -> u64;

    /// All environment variables that are valid UTF-8, sorted by name.
    fn environment(&self) -> Vec<(String, String)>;

    /// One environment variable.
    fn variable(&self, name: &str) -> Option<String>;

    /// True if `stream` is a terminal, where somebody reads the output as it is written.
    fn is_terminal(&self, stream: Stream) -> bool;

    /// Writes to standard error immediately: the output of `print` in templates, progress. Ignores a closed stream.
    fn write_stderr(&self, text: &str);

    /// Fetches the body of an `http` or `https` URL, within the limits of `policy`.
    fn fetch(&self, url: &str, policy: &Policy) -> Result<Vec<u8>, FetchError>;

    /// Creates a directory and its parents, unless they exist. New ones are accessible by their owner only.
    fn create_directory(&self, path: &str) -> io::Result<()>;

    /// Creates a directory that must not exist, not even as a link. It is accessible by its owner only, or has the
    /// mode of the directory `like`.
    fn create_new_directory(&self, path: &str, like: Option<&str>) -> io::Result<()>;

    /// Writes a file. Other processes can see a partial file meanwhile, so write results under another name first.
    fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Writes a file that must not exist, not even as a link. It is readable by its owner only, or has the mode of the
    /// file `like`.
    fn write_new(&self, path: &str, bytes: &[u8], like: Option<&str>) -> io::Result<()>;

    /// Waits until `files`, which are in `directory`, would survive a power failure.
    fn sync(&self, directory: &str, files: &[String]) -> io::Result<()>;

    /// Waits until no other run, in this or another container, works in `directory`, and locks it until the result is
    /// dropped.
    fn lock(&self, directory: &str) -> io::Result<Lock>;

    /// Locks a directory without waiting; `None` if another run works there.
    fn try_lock(&self, directory: &str) -> io::Result<Option<Lock>> {
        self.lock(directory).map(Some)
    }

    /// Delays signals that would end the process until the result is dropped.
    fn defer_signals(&self) -> Box<dyn SignalGuard>;

    /// Removes a directory with its content. A missing directory is not an error.
    fn remove_directory(&self, path: &str) -> io::Result<()>;

    /// Removes a file.
    fn remove_file(&self, path: &str) -> io::Result<()>;

    /// Renames a file on the same disk, replacing an existing one.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Exchanges two files or two directories on one disk in one step. Returns `false` if this system or disk cannot
    /// do that.
    fn exchange(&self, a: &str, b: &str) -> io::Result<bool>;

    /// Replaces the directory `target` with the directory `fresh` next to it. If the system can exchange names, one of
    /// them is at `target` at any time. Returns the path where the old one is now.
    fn replace_directory(&self, fresh: &str, target: &str) -> io::Result<String>;

    /// True if `path` is a directory, or a link to one.
    fn is_directory(&self, path: &str) -> bool {
        matches!(self.kind(path), Ok(EntryKind::Directory))
    }

    /// True if `path` can be read as a file.
    fn is_readable(&self, path: &str) -> bool {
        matches!(self.kind(path), Ok(kind) if kind != EntryKind::Directory)
    }

    /// Whether to use colors on `stream`. A non-empty `NO_COLOR` turns them off, as <https://no-color.org> specifies;
    /// the user's flag (`when`) overrides it.
    fn has_color(&self, stream: Stream, when: When) -> bool {
        when.decide(|| {
            let is_refused = self.variable("NO_COLOR").is_some_and(|value| !value.is_empty());
            !is_refused && self.is_terminal(stream)
        })
    }
}
