//! Libraries: trees of files evaluated with data values of their own.
//!
//! The root of the input is the outermost library; others live in `_ytt_lib` directories and are
//! evaluated when a template asks for it. All go through the same stages, each a type of its own:
//! [`LibraryRun`] → [`WithSchema`] → [`Prepared`] (data values are known) → [`RenderedLibrary`].

mod addressed;
mod environment;
mod hints;
mod module;
mod output_rules;
mod output_schemas;
mod overlays;
mod project;
mod remarks;
mod render;
mod run;
mod special;
mod tree;
mod twins;

pub(crate) use addressed::{Addressed, LibraryInputs, Purpose};
pub(crate) use output_schemas::check_given;
pub(crate) use project::Project;
pub(crate) use remarks::unused_call;
pub(crate) use render::{RenderedContent, RenderedFile, RenderedLibrary};
pub(crate) use run::{LibraryRun, Prepared, WithSchema};
pub(crate) use tree::{FileAt, FileIndex, FileTree};
