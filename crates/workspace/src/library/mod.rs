//! Libraries: trees of files that are evaluated with their own data values.
//!
//! The root of the input is the outermost library. Others are in `_ytt_lib` directories and are evaluated when a
//! template requests it. All go through the same stages, and each stage has a type: [`LibraryRun`] → [`WithSchema`] →
//! [`Prepared`] (data values are known) → [`RenderedLibrary`].

mod addressed;
mod environment;
mod files;
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
