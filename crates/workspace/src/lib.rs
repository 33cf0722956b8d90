//! The rendering engine: turns the input files of a project into documents and text files.
//!
//! Programs use [`Renderer`], which does everything:
//!
//! ```
//! use yardstick_workspace::Renderer;
//!
//! let output = Renderer::new()
//!     .file("schema.yml", "#@data/values-schema\n---\nname: app\n")
//!     .file("config.yml", "#@ load(\"@ytt:data\", \"data\")\nname: #@ data.values.name\n")
//!     .file("fixed.yml", "a: 1\n")
//!     .data_value("name", "shop")
//!     .render()?;
//! assert_eq!(output.file("config.yml").as_deref(), Some("name: shop\n"));
//! assert_eq!(output.text(), "name: shop\n---\na: 1\n");
//! # Ok::<(), yardstick_workspace::Failure>(())
//! ```
//!
//! The command performs the steps separately:
//!
//! 1. [`inputs::resolve`] turns `-f` values (or bulk JSON, [`bulk`]) into a list of [`InputFile`]s;
//! 2. [`marks::apply`] changes their paths and kinds, or drops them;
//! 3. [`render`] turns them into documents and text files, in a [`Session`] and with
//!    [`Options`](options::Options); [`validate`](validate::validate) stops after computing the data values;
//! 4. [`output`] writes the result to a directory, or to bulk JSON.
//!
//! ```
//! use std::sync::Arc;
//! use yardstick_diagnostics::Sources;
//! use yardstick_workspace::{
//!     Session, SymlinkRules, Target, inputs, marks, options::Options, render, world::Memory,
//! };
//!
//! let world = Arc::new(Memory::new().with_file("conf/a.yml", "a: #@ 1 + 1\n"));
//! let mut files = inputs::resolve(&*world, &["conf"], &SymlinkRules::default())?;
//! marks::apply(&mut files, &["a.yml:path=b.yml"])?;
//! let session = Session::new(world, Arc::new(Sources::new()));
//! let rendered = render(session, files, &Options::default(), Target::Files)?;
//! assert_eq!(rendered.files[0].path, "b.yml");
//! assert_eq!(rendered.files[0].contents, b"a: 2\n");
//! # Ok::<(), Box<yardstick_diagnostics::Diagnostic>>(())
//! ```
//!
//! Everything outside the program is accessed through one trait, [`World`]. The command, tests and servers differ only
//! in its implementation.

mod annotations;
mod api;
pub mod bulk;
mod coverage;
pub mod inputs;
pub mod inspect;
mod library;
mod lint;
pub mod marks;
pub mod options;
pub mod output;
mod output_schema_flag;
mod pipeline;
mod plain;
mod print;
pub mod project_schema;
mod render;
mod repeated;
mod schema_templates;
mod session;
mod shared;
pub mod survey;
mod symlinks;
mod temporary;
pub mod validate;
mod values;

pub use api::{Failure, Output, Renderer};
pub use coverage::Coverage;
pub use inputs::{InputFile, Kind, PRIVATE_LIBRARY};
pub use print::{Rendered, Target};
pub use render::render;
pub use session::Session;
pub use shared::SharedFiles;
pub use symlinks::SymlinkRules;
pub use yardstick_starlark::{Branch, BranchKind, Limits};
use yardstick_template::tree::Arguments;
use yardstick_world::paths;
pub use yardstick_world::{self as world, World};

/// All annotations with keyword arguments, and these arguments. Editors offer them.
pub fn annotation_arguments() -> impl Iterator<Item = &'static Arguments> {
    let tables =
        [yardstick_schema::ARGUMENTS, yardstick_overlay::ARGUMENTS, annotations::ARGUMENTS];
    tables.into_iter().flatten()
}
