//! What lies outside the program, behind one trait: files, standard streams, the environment, the network.
//!
//! Everything else reaches the machine through [`World`], so tests and servers that must not touch it bring
//! a [`Memory`] instead of the [`Real`] one.
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
mod whole;

use std::{any::Any, io};

pub use error::{FetchError, cannot_read, describe, no_thread, reason, unreadable};
pub use glob::Glob;
pub use machine::{Instant, on_large_stack, on_threads};
pub use memory::Memory;
pub use network::Policy;
pub use real::Real;
pub use serve::{Page, serve};
pub use signals::Held;
pub use terminal::{Stream, When};
pub use whole::write_whole;
use yardstick_diagnostics::Content;

/// What is ours until it is dropped.
pub type Lock = Box<dyn Any + Send + Sync>;

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file with bytes in it.
    File,
    /// A directory.
    Directory,
    /// A link to another path.
    Link,
    /// A named pipe: readable once.
    Pipe,
    /// A device, a socket.
    Other,
}

/// An entry of a directory.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the directory.
    pub name: String,
    /// What it is, links not followed.
    pub kind: EntryKind,
}

/// What tells cheaply that a file is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its length in bytes.
    pub size: u64,
    /// When it was last written, in nanoseconds since 1970.
    pub modified: u64,
}

/// Files, standard streams, environment and network. Paths are text with `/`; relative ones start at
/// [`World::current_directory`].
pub trait World: Send + Sync {
    /// What `path` names, links not followed unless it ends in `/`.
    fn entry(&self, path: &str) -> io::Result<EntryKind>;

    /// What `path` names, links followed.
    fn kind(&self, path: &str) -> io::Result<EntryKind>;

    /// The entries of a directory, in any order.
    fn list(&self, directory: &str) -> io::Result<Vec<Entry>>;

    /// The files below `directory` that version control would keep, in order of their paths: what ignore
    /// files name is left out, and so are hidden files unless `hidden` is set. Each path starts with
    /// `directory` as it is written.
    fn files_below(&self, directory: &str, hidden: bool) -> io::Result<Vec<String>>;

    /// Where a link points.
    fn read_link(&self, path: &str) -> io::Result<String>;

    /// The absolute path without links and dots. If that cannot be found, as much of it as the letters say.
    fn canonical(&self, path: &str) -> String;

    /// The bytes of a file, links followed.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// The bytes of a file that was found rather than named. A pipe or a device is refused: no user asked to wait
    /// for it.
    fn read_found(&self, path: &str) -> io::Result<Vec<u8>> {
        match self.kind(path)? {
            EntryKind::File => self.read(path),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")),
        }
    }

    /// The bytes of a file, shared. Where files are read once for many runs, all get the same content.
    fn content(&self, path: &str) -> io::Result<Content> {
        self.read(path).map(Content::from)
    }

    /// When a file was written and how long it is, links followed.
    fn stamp(&self, path: &str) -> io::Result<Stamp>;

    /// Standard input up to its end. Only the first call gives anything; `None` after that.
    fn stdin(&self) -> Option<io::Result<Vec<u8>>>;

    /// Where relative paths start: absolute.
    fn current_directory(&self) -> io::Result<String>;

    /// The user's own directory, if known.
    fn home_directory(&self) -> Option<String>;

    /// A number that no other run has at the same time, for names of temporary files. Random: process
    /// numbers repeat, above all in containers.
    fn unique_number(&self) -> u64;

    /// The time: seconds since 1970.
    fn now(&self) -> u64;

    /// All environment variables that are text, in order of their names.
    fn environment(&self) -> Vec<(String, String)>;

    /// One environment variable.
    fn variable(&self, name: &str) -> Option<String>;

    /// Whether somebody sees what is written to `stream` as it comes.
    fn is_terminal(&self, stream: Stream) -> bool;

    /// Writes to standard error at once: what templates print, progress. It may be closed; that is no reason to fail.
    fn say(&self, text: &str);

    /// The body at an `http` or `https` URL, as far as `policy` allows.
    fn fetch(&self, url: &str, policy: &Policy) -> Result<Vec<u8>, FetchError>;

    /// Makes a directory and the ones above it, if they are not there; new ones for their owner alone.
    fn create_directory(&self, path: &str) -> io::Result<()>;

    /// Makes a directory that must not be there yet, not even as a link: for its owner alone, or with the mode
    /// of the directory `like`.
    fn create_new_directory(&self, path: &str, like: Option<&str>) -> io::Result<()>;

    /// Writes a file. While that is under way a part of it can be seen, so results are written under
    /// another name first.
    fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Writes a file that must not be there yet, not even as a link: for its owner alone, or with the mode of
    /// the file `like`.
    fn write_new(&self, path: &str, bytes: &[u8], like: Option<&str>) -> io::Result<()>;

    /// Waits until `files`, which are in `directory`, are safe from a loss of power.
    fn sync(&self, directory: &str, files: &[String]) -> io::Result<()>;

    /// Waits until no other run, in this or another container, works in `directory`. It is ours until the
    /// result is dropped.
    fn lock(&self, directory: &str) -> io::Result<Lock>;

    /// Locks a directory without waiting; `None` if another run works there.
    fn try_lock(&self, directory: &str) -> io::Result<Option<Lock>> {
        self.lock(directory).map(Some)
    }

    /// Keeps the process from being interrupted until the result is dropped.
    fn hold_signals(&self) -> Box<dyn Held>;

    /// Removes a directory with all that is in it; no error if it is not there.
    fn remove_directory(&self, path: &str) -> io::Result<()>;

    /// Removes a file.
    fn remove_file(&self, path: &str) -> io::Result<()>;

    /// Gives a file another name on the same disk, replacing the file that has it.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Lets two files or two directories on one disk change places in one step. `false` if this system or disk
    /// cannot do that.
    fn exchange(&self, a: &str, b: &str) -> io::Result<bool>;

    /// Puts the directory `fresh` in the place of the one at `target` next to it. Where the system can, there is
    /// one of them at `target` at any time. The old one is then at the path that comes back.
    fn replace_directory(&self, fresh: &str, target: &str) -> io::Result<String>;

    /// Whether `path` is a directory, or a link to one.
    fn is_directory(&self, path: &str) -> bool {
        matches!(self.kind(path), Ok(EntryKind::Directory))
    }

    /// Whether there is something at `path` that can be read as a file.
    fn is_readable(&self, path: &str) -> bool {
        matches!(self.kind(path), Ok(kind) if kind != EntryKind::Directory)
    }

    /// Whether text for `stream` has colors. A non-empty `NO_COLOR` means no, as <https://no-color.org> says;
    /// what the user asks for with a flag (`when`) counts more.
    fn has_color(&self, stream: Stream, when: When) -> bool {
        when.decide(|| {
            let is_refused = self.variable("NO_COLOR").is_some_and(|value| !value.is_empty());
            !is_refused && self.is_terminal(stream)
        })
    }
}
