//! Libraries: trees of files evaluated with data values of their own.
//!
//! The root of the input is the outermost library; others live in `_ytt_lib` directories and are
//! evaluated when a template asks for it. All go through the same stages, each a type of its own:
//! [`LibraryRun`] → [`WithSchema`] → [`Prepared`] (data values are known) → [`RenderedLibrary`].

mod addressed;
mod doubts;
mod environment;
mod hints;
mod lost;
mod module;
mod output_rules;
mod output_schemas;
mod overlays;
mod project;
mod remarks;
mod render;
mod run;
mod special;
mod suspicion;
mod tree;
mod twins;

pub(crate) use addressed::{Addressed, Given, Purpose};
pub(crate) use lost::lossy_value;
pub(crate) use output_schemas::check_given;
pub(crate) use project::{ParsedFile, Project};
pub(crate) use remarks::unused_call;
pub(crate) use render::{RenderedContent, RenderedFile, RenderedLibrary};
pub(crate) use run::{LibraryRun, Prepared, WithSchema};
pub(crate) use suspicion::{BYTE_ORDER_MARK, Use, suspicious_text};
pub(crate) use tree::{FileAt, FileIndex, FileTree};
