//! YAML Schema: JSON Schema written in YAML, checking YAML and JSON documents where they lie.
//!
//! A document is read once, into the tree of the `yaml` crate, and seen as JSON there. `engine` shows that
//! view to the `jsonschema` engine, without a copy; [`schema`] reads, rewrites and compiles schemas,
//! with the rules YAML adds compiled in ([`rules`]); [`errors`] turns what the engine says into findings
//! with exact places, near misses and hints. [`discover`] decides which schema applies to a file, [`checker`]
//! does one file, and [`batch`] many.

pub mod batch;
pub mod checker;
pub mod discover;
mod engine;
pub mod errors;
mod read;
mod rules;
pub mod schema;
pub mod threads;
