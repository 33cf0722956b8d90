//! What the files of a library say about it, whatever its caller gives. A template may evaluate a library many times,
//! so this is kept for its other instances.

use std::cell::OnceCell;

use yardstick_diagnostics::Diagnostic;
use yardstick_schema::Schema;

use super::FileAt;

/// The files of a library by their use.
pub(crate) struct LibraryFiles {
    /// All files, in order of evaluation.
    pub(super) all: Vec<FileAt>,
    /// YAML files that may contain template code.
    pub(super) templates: Vec<FileAt>,
    /// Templates that contain schema, in file order.
    pub(super) schema: Vec<FileAt>,
    /// Templates that contain data values, in file order, once they have been searched for.
    pub(super) values: OnceCell<Vec<FileAt>>,
    /// The schema that these files declare, if it is the same for all instances.
    pub(super) declared: OnceCell<Declared>,
}

/// A schema, and warnings about probable mistakes in it.
#[derive(Clone)]
pub(super) struct Declared {
    /// `None` if the library declares no data values.
    pub(super) schema: Option<Schema>,
    pub(super) warnings: Vec<Diagnostic>,
}
