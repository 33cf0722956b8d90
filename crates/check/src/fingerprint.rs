//! Short hashes that name things across runs.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use yardstick_diagnostics::Diagnostic;

use crate::errors::Finding;

/// The hash of `parts` in hexadecimal; where one part ends matters.
pub(crate) fn hex(parts: &[&str]) -> String {
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
pub(crate) struct Fingerprints {
    given: FxHashMap<String, usize>,
}

impl Fingerprints {
    /// Of a finding in the file called `file`: what and where it is, not how the value reads just now.
    pub(crate) fn of_finding(&mut self, file: &str, finding: &Finding) -> String {
        let document = finding.document.max(1).to_string();
        let problem = &finding.diagnostic;
        // What is missing has no place of its own, and what is wrong with YAML no path.
        let is_placeless = matches!(problem.code, "YS150" | "YS155") || finding.keyword.is_empty();
        let subject = if is_placeless { problem.message.as_str() } else { "" };
        self.unique(&[problem.code, &finding.path.pointer(), file, &document, subject])
    }

    /// Of a problem that is not about a value of a document.
    pub(crate) fn of_failure(&mut self, file: &str, problem: &Diagnostic) -> String {
        self.unique(&[problem.code, "", file, "", &problem.message])
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
