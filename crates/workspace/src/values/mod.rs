//! Data values: where they come from and how they come together.

mod arrays;
mod compute;
mod flags;
mod layer;
mod lenient;
mod repeated;
mod replacing;
mod shown;
mod wanted;

pub(crate) use compute::{Computed, build_schema, compute};
pub(crate) use flags::{FlagReader, from_flags, plain_yaml_expected};
pub(crate) use layer::{Layer, Merge};
pub(crate) use shown::ShownValues;
