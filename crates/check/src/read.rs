//! From the bytes of a file to a tree: encodings, then YAML 1.2.

use std::sync::Arc;

use yardstick_diagnostics::{Content, Diagnostic, FileId, SourceFile};
use yardstick_yaml::{Options, Tree};

/// The bytes as UTF-8; UTF-16 and UTF-32 are transcoded.
pub(crate) fn to_utf8(bytes: Vec<u8>) -> Content {
    match yardstick_yaml::read::to_utf8(&bytes) {
        Some(text) => text.into(),
        None => bytes.into(),
    }
}

/// Reads `source` as YAML 1.2.
pub(crate) fn parse(source: Arc<SourceFile>, file: FileId) -> Result<Tree, Box<Diagnostic>> {
    yardstick_yaml::parse(source, file, &Options::yaml12())
}
