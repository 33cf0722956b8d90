//! Schemas: finds, reads, rewrites and compiles them, and checks them without a document.

mod advice;
mod beside_reference;
pub mod bundle;
mod cache;
mod claimed;
mod compile;
mod compiled;
mod cycles;
mod described;
mod dialect;
mod draft3;
mod engine_options;
mod evaluated;
mod examples;
pub mod fetch;
mod halves;
mod ignored;
mod json_walk;
mod keywords;
mod later_words;
pub mod lint;
mod node;
mod notes;
mod openapi;
mod origin;
mod patterns;
mod problems;
mod reach;
mod reached;
mod references;
mod review;
pub mod rewrite;
mod store;
mod strange;
mod suspicion;
mod walk;

pub use cache::{Cache, Copy};
pub use compile::Options;
pub use compiled::Schema;
pub use cycles::Cycle;
pub use dialect::Dialect;
pub use keywords::{Applies, Holds, find as find_keyword};
pub(crate) use node::SchemaNode;
/// The names of the JSON Schema types.
const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

pub use origin::Network;
pub use store::{SchemaFile, SchemaStore};
pub(crate) use suspicion::among_schemas;
