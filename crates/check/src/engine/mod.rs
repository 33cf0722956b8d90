//! Values as the engine sees them: the `jsonschema` crate checks a [`View`] in place, through its traits.
//!
//! [`Value`] is one node of a view; its maps, arrays and numbers are in [`object`], [`node`] and
//! [`number`].
//!
//! [`View`]: yardstick_yaml::json::View

pub(crate) mod budget;
pub(crate) mod handle;
mod literal;
mod node;
mod number;
mod object;
pub(crate) mod whole;

pub(crate) use literal::equals_literal;
pub(crate) use node::{Value, Yaml};
pub(crate) use object::{Key, NULL_IS_ABSENT};

/// Stack of the threads that validate: the engine recurses once per level of the document and the schema.
pub(crate) const STACK: usize = 256 << 20;
