//! Data values: where they come from and how they come together.

mod flags;
mod layer;

pub(crate) use flags::from_flags;
pub(crate) use layer::{Layer, Merge};
