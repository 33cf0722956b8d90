//! Rules about values, from `@schema/validation` and `@assert/validate`.
//!
//! An annotation is parsed once, into a [`Validation`](crate::model::Validation). [`document`] walks the final values
//! and runs the validations of every node.

mod attached;
mod cel;
mod giving;
mod judge;
mod parse;
mod string_defaults;
mod tally;
mod walk;
mod when;
mod written;

use crate::model::{NotNull, PlacedRule, Validation};

pub(crate) use attached::{Malformed, ambiguous_pairs, of_schema_node};
pub(crate) use judge::{Judging, Subject};
pub(crate) use parse::misspelt;
pub use string_defaults::spread as spread_string_rules;
pub(crate) use string_defaults::spread_in_part;
pub(crate) use walk::{broken, document, documents};
pub(crate) use when::applies;
pub use written::{has_rules, take_rules_off};
