//! Short hashes that identify findings across runs. Services such as GitLab use them to show only the new findings.

use std::{collections::HashMap, fmt::Write};

use sha2::{Digest, Sha256};

use crate::Diagnostic;

/// Hashes `parts` to hexadecimal. The boundaries between the parts matter.
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

/// Makes the fingerprints of one report. They are stable across runs and unique in the report.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    given: HashMap<String, usize>,
}

impl Fingerprints {
    /// The fingerprint of a finding in the file called `file`. It depends on the kind and the place of the problem,
    /// not on the current value.
    pub(super) fn of_finding(&mut self, file: &str, problem: &Diagnostic) -> String {
        let document = problem.document().max(1).to_string();
        // Missing values have no place of their own, and YAML errors have no path.
        let is_placeless = problem.code.is_absence() || problem.keyword().is_empty();
        let subject = if is_placeless { problem.message.as_str() } else { "" };
        self.unique(&[problem.code.id(), &problem.pointer(), file, &document, subject])
    }

    /// The fingerprint of a problem that does not concern a value of a document.
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
