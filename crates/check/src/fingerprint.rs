//! Short hashes that name things across runs.

use std::fmt::Write;

use sha2::{Digest, Sha256};

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
