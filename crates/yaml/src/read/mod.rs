//! From bytes to a tree.

mod options;

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, FileId, Result, SourceFile};

pub use options::{Limits, Mode, Options};

use crate::tree::Tree;

/// Reads `source`, which is numbered `file` in spans.
pub fn parse(source: Arc<SourceFile>, file: FileId, options: &Options) -> Result<Tree> {
    let _ = (source, file, options);
    Err(Box::new(Diagnostic::error("YS0100", "not yet")))
}
