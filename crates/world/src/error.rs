//! Errors of the outside as messages have them.

use std::{fmt, io};

use yardstick_diagnostics::render::safe;

/// Why a URL could not be fetched. URLs in it have no passwords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchError {
    /// There was no answer, or one that says no: `404 Not Found`.
    Request(String),
    /// The answer broke off.
    Body(String),
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Request(reason) | Self::Body(reason)) = self;
        f.write_str(reason)
    }
}

/// An operating system's error as messages have it: `lstat a.yml: no such file or directory`.
pub fn describe(operation: &str, path: &str, error: &io::Error) -> String {
    format!("{operation} {}: {}", safe::line(path), reason(error))
}

/// The reason alone: lower case, without the number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
