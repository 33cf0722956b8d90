//! Schemas by example.
//!
//! A schema document is an annotated YAML document: its values define types and defaults, and its annotations refine
//! them. [`Schema::new`] reads it once, into a tree of [`Declaration`]s. Data values start as [`Schema::defaults`].
//! After each merge, [`Schema::assign`] fills in defaults and checks types. At the end, [`Schema::validate`] runs the
//! rules on the final values.
//!
//! ```
//! use yardstick_schema::Standalone;
//!
//! let mut example = Standalone::new(
//!     "schema.yml",
//!     "#@data/values-schema
//! ---
//! name: app
//! #@schema/validation min=1, max=10
//! replicas: 2
//! ",
//! )?;
//!
//! // The values of the document are the defaults...
//! let mut values = example.schema.defaults();
//! example.schema.validate(&mut example.thread, &values, &example.sources)?;
//!
//! // ...and give the types: a string is no integer.
//! values.value = example.plain("replicas: many")?;
//! let mismatches = example.schema.assign(&mut example.thread, &mut values, &example.sources);
//! assert_eq!(mismatches.len(), 1);
//!
//! // What is missing is filled in. Rules are about the final values.
//! values.value = example.plain("replicas: 12")?;
//! assert!(example.schema.assign(&mut example.thread, &mut values, &example.sources).is_empty());
//! assert!(values.value.as_map().is_some_and(|map| map.get(&"name".into()).is_some()));
//! let broken = example.schema.validate(&mut example.thread, &values, &example.sources);
//! assert!(broken.is_err());
//! # Ok::<(), Box<yardstick_diagnostics::Diagnostic>>(())
//! ```
//!
//! The modules of the crate, in the order of data flow:
//!
//! - [`model`]: what a schema declares,
//! - `infer`: reads a schema document into the model,
//! - `values`: checks whether data values fit, and fills in defaults,
//! - [`rules`] and [`formats`]: the named rules, one per file, and their registry,
//! - `validate`: parses rules from annotations and runs them on documents,
//! - `need`: determines which values users must give,
//! - `describe`: documents a schema for its users,
//! - [`compare`]: compares two schemas,
//! - `modules`: the modules `@ytt:assert`, `@ytt:schema` and `@ytt:spelling` of template code.

pub mod compare;
mod describe;
mod exact;
pub mod formats;
mod infer;
mod markdown;
pub mod model;
mod modules;
mod need;
mod output;
mod path;
mod place;
mod proposals;
mod remedy;
pub mod rules;
mod schema;
mod soundness;
mod standalone;
mod validate;
mod values;
mod vocabulary;

pub use describe::{
    outline::{Holds, Outline},
    rules::RuleDescriber,
};
pub use infer::names::{is_schema_annotation, nearest_schema_annotation};
pub use model::{
    Allowed, Cel, Choice, Count, Declaration, Discriminator, Documentation, Example, Except,
    KeyPattern, MapType, NotNull, OpenKeys, PlacedRule, RemovedKey, Shape, Type, Union, Validation,
};
pub use modules::{
    assert::module as assert_module,
    schema::{Exporter, module as schema_module},
    spelling::module as spelling_module,
};
pub use need::Need;
pub use output::{HeldDocument, applied_schemas, check_held, is_held, take_schemas_off};
pub use proposals::Proposals;
pub use schema::{Schema, invalid_values, invalid_values_and, locate, validate_output};
pub use standalone::Standalone;
pub use validate::{has_rules, spread_string_rules, take_rules_off};
pub use values::{
    conform::{Misfit, Mismatch, MismatchKind},
    deprecation::{Deprecation, deprecated_values},
};
pub use vocabulary::ARGUMENTS;
