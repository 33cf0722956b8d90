//! The error type of the library interface.

use std::fmt;

use yardstick_diagnostics::{Diagnostic, Sources, render::reference};

/// An error in the input. Its text is what the command prints after `Error: `.
#[derive(Clone, Debug)]
pub struct Failure {
    diagnostic: Box<Diagnostic>,
    text: String,
}

impl Failure {
    pub(super) fn new(diagnostic: Diagnostic, sources: &Sources) -> Self {
        Self { text: reference::message(&diagnostic, sources), diagnostic: Box::new(diagnostic) }
    }

    /// The problem as data: its code, message and hints.
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.diagnostic
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Failure {}
