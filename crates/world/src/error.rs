//! Describes errors of the operating system and the network in messages.

use std::{fmt, io};

use yardstick_diagnostics::{Code, Diagnostic, codes, safe};

use crate::{World, nearby};

/// The reason why a URL could not be fetched. URLs in it have no passwords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchError {
    /// There was no answer, or it reported an error: `404 Not Found`.
    Request(String),
    /// The answer was incomplete.
    Body(String),
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Request(reason) | Self::Body(reason)) = self;
        f.write_str(reason)
    }
}

/// Formats an error of the operating system: `lstat a.yml: no such file or directory`.
pub fn describe(operation: &str, path: &str, error: &io::Error) -> String {
    format!("{operation} {}: {}", safe::line(path), reason(error))
}

/// Formats the message for an unreadable file: `Cannot read 'a.yml': no such file or directory`.
pub fn cannot_read(name: &str, reason: &str) -> String {
    format!("Cannot read '{}': {reason}", safe::line(name))
}

/// The error for an unreadable file, with a suggestion if it does not exist.
pub fn unreadable(code: Code, world: &dyn World, path: &str, error: &io::Error) -> Diagnostic {
    let is_missing = error.kind() == io::ErrorKind::NotFound;
    let hint = is_missing.then(|| nearby::hint(world, path)).flatten();
    Diagnostic::error(code, cannot_read(path, &reason(error))).notes(hint)
}

/// The error for a thread that could not be started.
pub fn no_thread(error: &dyn fmt::Display) -> Diagnostic {
    Diagnostic::error(codes::NO_THREAD, format!("Cannot start a thread: {error}"))
        .note("raise the process and memory limits (see `ulimit -a`), or pass --jobs 1")
}

/// Only the reason: in lower case, without the error number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
