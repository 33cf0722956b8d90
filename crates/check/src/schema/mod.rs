//! Schemas: found, read, rewritten, compiled, and what can be said about them without an instance.

pub mod bundle;
mod compile;
mod compiled;
mod cycles;
mod dialect;
mod engine_options;
mod keywords;
pub mod lint;
mod openapi;
mod problems;
mod references;
mod review;
pub mod rewrite;
mod store;
mod suspicion;
mod walk;

pub use compile::Options;
pub use compiled::Schema;
pub use cycles::Cycle;
pub use dialect::Dialect;
pub use keywords::{Applies, Holds, find as find_keyword};
pub use store::{Network, SchemaFile, SchemaStore};
