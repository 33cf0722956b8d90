//! Schema by example.
//!
//! A schema document is an annotated YAML document: its values give types and defaults, its
//! annotations refine them. [`Schema::new`] reads it into a tree of [`Declaration`]s, once;
//! then
//!
//! - [`Schema::defaults`] is where data values start,
//! - [`Schema::assign`] fills in what each step of merging left out and finds what does not fit,
//! - [`Schema::validate`] runs the rules over the final values,
//! - [`Schema::to_openapi`] exports it,
//! - [`compare`](compare::compare) says what changed from one schema to another.
//!
//! [`validate_output`] runs the rules written on output documents.
//! [`assert_module`] is the module `@ytt:assert`, whose functions are the named rules;
//! [`schema_module`] is `@ytt:schema`, by which templates hold values to schemas of their own.

mod alternatives;
mod annotations;
mod assert;
mod choice;
pub mod compare;
mod conform;
mod counts;
mod current;
mod deprecation;
mod describe;
pub mod formats;
mod infer;
mod keys;
mod module;
mod openapi;
mod place;
mod positions;
mod proposals;
mod quoting;
mod recover;
pub mod rules;
mod schema;
pub mod spelling;
mod types;
mod union;
mod validate;
mod words;

pub use annotations::{is_schema_annotation, nearest_schema_annotation};
pub use assert::module as assert_module;
pub use choice::{Choice, Except};
pub use conform::{Mismatch, MismatchKind};
pub use deprecation::{Deprecation, deprecated_values};
pub use keys::{Allowed, Count, KeyPattern, OpenKeys, RemovedKey};
pub use module::module as schema_module;
pub use openapi::{Flavour as OpenApiFlavour, Options as OpenApiOptions};
pub use proposals::Proposals;
pub use schema::{Schema, invalid_values, invalid_values_and, validate_output};
pub use spelling::module as spelling_module;
pub use types::{Declaration, Documentation, Example, MapType, Type};
pub use union::Union;
pub use validate::{
    Cel, Judged, NotNull, PlacedRule, Validation, has_rules, spread_string_rules, take_rules_off,
};
