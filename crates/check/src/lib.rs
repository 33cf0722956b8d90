//! YAML Schema: JSON Schema written in YAML, checking YAML and JSON documents where they lie.
//!
//! A document is read once, into the tree of the `yaml` crate, and seen as JSON there. `engine` shows that
//! view to the `jsonschema` engine, without a copy; [`schema`] reads, rewrites and compiles schemas,
//! with the rules YAML adds compiled in ([`rules`]); [`errors`] turns what the engine says into findings
//! with exact places, near misses and hints. [`discover`] decides which schema applies to a file,
//! [`checker`] does one file, and [`batch`] many.
//!
//! # Checking a document
//!
//! A [`SchemaStore`](schema::SchemaStore) reads schemas, a [`Checker`](checker::Checker) holds documents
//! against them. What it finds are diagnostics: message, place in the file, path to the value, hints.
//!
//! ```
//! use std::sync::Arc;
//!
//! use yardstick_check::{
//!     checker::{Checker, Options},
//!     discover::Discovery,
//!     schema::{Network, SchemaStore, rewrite::Rewrite},
//! };
//! use yardstick_diagnostics::Sources;
//! use yardstick_world::Memory;
//!
//! // Files come from a world; this one is in memory. The network is not used by default.
//! let schema = "required: [name]\nproperties:\n  port: {type: integer}\n";
//! let world = Arc::new(Memory::new().with_file("schema.yml", schema));
//! let sources = Arc::new(Sources::new());
//! let rewrite = Rewrite { yaml_rules: true, ..Rewrite::default() };
//! let store = SchemaStore::new(world, sources.clone(), Vec::new(), Network::default(), rewrite);
//!
//! // One schema for all documents. Without it, discovery looks at `$schema` and modelines.
//! let fixed = Some((store.url_of("schema.yml", ""), "schema.yml".to_owned()));
//! let discovery = Discovery { fixed, ..Discovery::default() };
//! let checker = Checker::new(Arc::new(store), discovery, Options::default());
//!
//! let report = checker.check("app.yml", None, b"# my app\nport: many\n".to_vec());
//! assert!(!report.is_valid());
//! let found: Vec<String> = report
//!     .findings
//!     .iter()
//!     .map(|finding| {
//!         let span = finding.span().expect("findings in a document have a place");
//!         let (line, column) = sources.get(span.file).line_column(span.start);
//!         let path = finding.path().expect("and a path");
//!         format!("{line}:{column}: {path}: {}", finding.message)
//!     })
//!     .collect();
//! assert_eq!(
//!     found,
//!     [
//!         "2:1: .: Required property 'name' is missing",
//!         "2:7: .port: Expected an integer, but got a string \"many\"",
//!     ]
//! );
//! ```
//!
//! To print reports like the command does, collect them in a
//! [`RunReport`](yardstick_diagnostics::RunReport) and hand it to
//! [`render::run`](yardstick_diagnostics::render::run).

pub mod batch;
pub mod checker;
pub mod discover;
mod ecma;
mod engine;
pub mod errors;
mod fill;
pub mod fix;
pub mod missing;
pub mod read;
mod rules;
pub mod schema;
pub mod threads;
