//! Short hashes that name things across runs.

use std::{collections::HashMap, fmt::Write};

use sha2::{Digest, Sha256};

use crate::Diagnostic;

/// The hash of `parts` in hexadecimal; where one part ends matters.
pub fn hex(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    let mut out = String::with_capacity(32);
    for byte in hash.finalize().iter().take(16) {
        let _ = write!(out, "{byte:02x}");
    }
    out
}

/// Makes the fingerprints of one report: the same from run to run, no two of them alike.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    given: HashMap<String, usize>,
}

impl Fingerprints {
    /// Of a finding in the file called `file`: what and where it is, not how the value reads just now.
    pub(super) fn of_finding(&mut self, file: &str, problem: &Diagnostic) -> String {
        let document = problem.document().max(1).to_string();
        // What is missing has no place of its own, and what is wrong with YAML no path.
        let is_placeless = problem.code.is_absence() || problem.keyword().is_empty();
        let subject = if is_placeless { problem.message.as_str() } else { "" };
        self.unique(&[problem.code.id(), &problem.pointer(), file, &document, subject])
    }

    /// Of a problem that is not about a value of a document.
    pub(super) fn of_failure(&mut self, file: &str, problem: &Diagnostic) -> String {
        self.unique(&[problem.code.id(), "", file, "", &problem.message])
    }

    fn unique(&mut self, parts: &[&str]) -> String {
        let hash = hex(parts);
        let before = self.given.entry(hash.clone()).or_default();
        *before += 1;
        match *before {
            1 => hash,
            number => hex(&[&hash, &number.to_string()]),
        }
    }
}
