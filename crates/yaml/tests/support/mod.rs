//! What several tests need.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod events;

use std::path::PathBuf;
use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile};
use yardstick_yaml::{Options, Tree, parse};

/// Reads `bytes` as a file called `x.yml`.
pub(crate) fn read(bytes: &[u8], options: &Options) -> Result<Tree, Box<Diagnostic>> {
    parse(Arc::new(SourceFile::new("x.yml", bytes)), FileId(0), options)
}

/// The folder of test data that is shared between projects; none if this machine does not have it.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let candidates = match std::env::var_os("YARDSTICK_SHARED") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => vec![root.join("../shared"), root.join("../../shared")],
    };
    candidates.into_iter().map(|folder| folder.join(path)).find(|folder| folder.exists())
}
