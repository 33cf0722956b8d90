//! Converts between schemas by example and other schema languages.
//!
//! [`import`](import()) reads JSON Schema, `OpenAPI` and custom resource definitions, and writes a data values
//! schema. The file is parsed once, into the tree of the `yaml` crate. `select` finds the schema in it, `convert`
//! turns it into a model, and `write` prints the model. Every step reports what it loses, with the position.
//! [`infer`](infer()) creates a schema from sample values. [`export`](export::export) works in the other direction,
//! from the declarations of a schema.
//!
//! ```
//! use std::sync::Arc;
//!
//! use yardstick_bridge::{Options, export, import};
//! use yardstick_diagnostics::{FileId, SourceFile};
//! use yardstick_schema::Standalone;
//!
//! let json = r#"{"type": "object", "properties": {"port": {"type": "integer", "minimum": 1, "default": 80}}}"#;
//! let source = Arc::new(SourceFile::new("schema.json", json.as_bytes()));
//! let imported = import(source, FileId(0), &Options::default()).unwrap();
//! assert!(imported.text.contains("#@schema/validation min=1\nport: 80\n"));
//!
//! let mut schema = Standalone::new("schema.yml", &imported.text)?;
//! let (target, options) = (export::Target::OpenApi31, export::Options::default());
//! let exported = export::export(&schema.schema, &mut schema.thread, target, &options);
//! assert!(exported.to_text().contains("minimum: 1\n"));
//! # Ok::<(), Box<yardstick_diagnostics::Diagnostic>>(())
//! ```

mod condition;
mod conjunction;
mod convert;
pub mod export;
mod import;
mod infer;
mod kind;
mod literal;
mod losses;
mod model;
mod references;
mod remarks;
mod select;
mod text;
mod write;

pub use import::{Imported, Options, detect, import, is_json_schema, resources};
pub use infer::{Source, infer};
pub use select::Format;
