//! A project as the engine sees it: input files, what is to be done with each, and what comes out.
//!
//! 1. [`inputs::resolve`] turns `-f` values (or bulk JSON, [`bulk`]) into a list of [`InputFile`]s;
//! 2. [`marks::apply`] changes their paths and kinds, or drops them;
//! 3. [`render`](render::render) turns them into documents and text files;
//! 4. [`output`] puts those in a directory, or in bulk JSON.
//!
//! Programs that do not want to know all that start from [`Renderer`].
//!
//! Whatever lies outside the program is reached through one trait, [`World`]: the command line, tests
//! and servers differ only there.

mod api;
pub mod bulk;
mod file;
pub mod inputs;
pub mod inspect;
mod kinds;
mod library;
pub mod marks;
pub mod options;
pub mod output;
mod overlays;
pub mod render;
pub mod schema_diff;
mod schema_templates;
mod symlinks;
pub mod validate;
mod values;

pub use api::{Failure, Output, Renderer};
pub use file::{InputFile, PRIVATE_LIBRARY};
pub use kinds::Kind;
pub use symlinks::SymlinkRules;
use yardstick_world::paths;
pub use yardstick_world::{self as world, World};
