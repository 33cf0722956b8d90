//! YAML Schema: JSON Schema written in YAML. Checks YAML and JSON documents in place.
//!
//! A document is parsed once, into the tree of the `yaml` crate, and viewed as JSON. `engine` gives the `jsonschema`
//! crate access to that view without a copy. [`schema`] reads, rewrites and compiles schemas, including the rules
//! that YAML adds ([`rules`]). [`errors`] turns the engine's errors into findings with exact positions, suggestions
//! and hints. [`discover`] decides which schema applies to a file. [`checker`] checks one file, and [`batch`] checks
//! many.
//!
//! # Checking a document
//!
//! A [`SchemaStore`](schema::SchemaStore) reads schemas, and a [`Checker`](checker::Checker) checks documents against
//! them. Its findings are diagnostics: a message, a position in the file, a path to the value, and hints.
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
//! To print reports in the same way as the command, collect them in a [`RunReport`](yardstick_diagnostics::RunReport)
//! and pass it to [`render::run`](yardstick_diagnostics::render::run).

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
