//! Short hashes that name things across runs.

use sha2::{Digest, Sha256};

/// The hash of `parts` in hexadecimal; where one part ends matters.
pub(crate) fn hex(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
