//! Output files, and writing them to their destination.

mod around;
mod changes;
mod destination;
mod directory;
mod journal;
mod stage;

pub use around::{Overlap, input_around, mark_of_output};
pub use changes::{Change, Tally, changes, tally};
pub use destination::{Precious, precious_in};
pub use directory::{around, remove_leftovers, write_emptied, write_files};
pub use stage::{Stage, Staged};

/// One file of the result.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Its path below the output directory.
    pub path: String,
    /// Its content.
    pub contents: Vec<u8>,
    /// Whether it is YAML. A stream of documents contains only YAML files.
    pub is_yaml: bool,
}

impl OutputFile {
    /// A file of YAML documents.
    pub fn yaml(path: String, contents: Vec<u8>) -> Self {
        Self { path, contents, is_yaml: true }
    }

    /// A text file.
    pub fn text(path: String, contents: Vec<u8>) -> Self {
        Self { path, contents, is_yaml: false }
    }
}
