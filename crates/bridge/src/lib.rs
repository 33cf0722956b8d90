//! Bridges between schemas by example and other people's schemas.
//!
//! [`import`] reads JSON Schema, `OpenAPI` and custom resource definitions and writes a schema of data
//! values. The file is read once, into the tree of the `yaml` crate; `select` finds the schema in it,
//! `convert` turns it into a model, `write` prints the model. Every step that loses something says so, with
//! its place. [`export`] goes the other way, from the declarations of a schema.

mod condition;
mod conjunction;
mod convert;
pub mod export;
mod import;
mod kind;
mod literal;
mod losses;
mod model;
mod pattern;
mod references;
mod select;
mod text;
mod write;

pub use import::{Imported, Options, import};
pub use losses::LOSSY;
pub use select::Format;
