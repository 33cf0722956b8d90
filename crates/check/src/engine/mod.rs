//! Adapts documents to the `jsonschema` engine, which checks a [`View`] in place through the engine's traits.
//!
//! [`Value`] is one node of a view. Its maps, arrays and numbers are in [`object`], [`node`] and [`number`].
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

/// Stack size of the threads that validate. The engine recurses once per level of the document and the schema.
pub(crate) const STACK: usize = 256 << 20;
