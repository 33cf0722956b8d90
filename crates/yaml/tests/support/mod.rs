//! Helpers for several tests.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod events;

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, SourceFile};
use yardstick_yaml::{Options, Tree, parse};

/// Reads `bytes` as a file called `x.yml`.
pub(crate) fn read(bytes: &[u8], options: &Options) -> Result<Tree, Box<Diagnostic>> {
    parse(Arc::new(SourceFile::new("x.yml", bytes)), FileId(0), options)
}
