//! Libraries: trees of files evaluated with data values of their own.
//!
//! The root of the input is the outermost library; others live in `_ytt_lib` directories and are
//! evaluated when a template asks for it. All go through the same steps: schema, data values,
//! templates, overlays.

mod addressed;
mod environment;
mod module;
mod output_rules;
mod project;
mod reference;
mod run;
mod special;
mod tree;

pub(crate) use addressed::{Addressed, Given, Purpose};
pub(crate) use project::{Project, Settings};
pub(crate) use reference::LibraryRef;
pub(crate) use run::{Content, LibraryRun, Rendered, RenderedFile, prepare};
pub(crate) use special::{DATA_VALUES, SCHEMA, SpecialFiles, is_special, refuse};
pub(crate) use tree::FileTree;
