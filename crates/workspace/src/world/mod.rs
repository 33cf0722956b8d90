//! What lies outside the program, behind one trait.

mod memory;
mod real;
mod replace;

use std::io;

pub use memory::MemoryWorld;
pub use real::RealWorld;

/// What a path names, links not followed.
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

/// Why a URL could not be fetched.
#[derive(Clone, Debug)]
pub enum FetchError {
    /// There was no answer, or one that says no: `404 Not Found`.
    Request(String),
    /// The answer broke off.
    Body(String),
}

/// Files, standard input, environment and network. Paths are text with `/`; relative ones start at
/// [`World::current_directory`].
pub trait World: Send + Sync {
    /// What `path` names, links not followed unless it ends in `/`.
    fn entry(&self, path: &str) -> io::Result<EntryKind>;

    /// The entries of a directory, in any order.
    fn list(&self, directory: &str) -> io::Result<Vec<Entry>>;

    /// Where a link points.
    fn read_link(&self, path: &str) -> io::Result<String>;

    /// The bytes of a file, links followed.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Standard input up to its end. Only the first call gives anything; `None` after that.
    fn stdin(&self) -> Option<io::Result<Vec<u8>>>;

    /// Where relative paths start: absolute.
    fn current_directory(&self) -> io::Result<String>;

    /// The user's own directory, if known.
    fn home_directory(&self) -> Option<String>;

    /// All environment variables that are text, in order of their names.
    fn environment(&self) -> Vec<(String, String)>;

    /// The body behind an `http` or `https` URL.
    fn fetch(&self, url: &str) -> Result<Vec<u8>, FetchError>;

    /// Makes a directory and the ones above it, if they are not there.
    fn create_directory(&self, path: &str) -> io::Result<()>;

    /// Writes a file. While that is under way a part of it can be seen, so results are written under
    /// another name first.
    fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Removes a directory with all that is in it; no error if it is not there.
    fn remove_directory(&self, path: &str) -> io::Result<()>;

    /// Gives a file another name on the same disk, replacing the file that has it.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;

    /// Puts the directory `fresh` in the place of whatever is at `target` next to it, and removes that.
    /// At no time is there neither of them at `target`.
    fn replace_directory(&self, fresh: &str, target: &str) -> io::Result<()>;
}

/// An operating system's error as messages have it: `lstat a.yml: no such file or directory`.
pub(crate) fn describe(operation: &str, path: &str, error: &io::Error) -> String {
    format!("{operation} {path}: {}", reason(error))
}

/// The reason alone: lower case, without the number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
