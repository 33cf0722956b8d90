//! Data values: their sources, and how they are merged.

mod adapt;
mod commas;
mod compute;
mod dropped;
mod flags;
mod hints;
mod joined;
mod layer;
mod reference;
mod shown;
mod slips;
mod texts;
mod undeclared;

pub(crate) use commas::{arguments, joined_by_commas};
pub(crate) use compute::{Computed, MergeOptions, build_schema, compute};
pub(crate) use flags::{FlagReader, from_flags, plain_yaml_expected};
pub(crate) use layer::{Layer, Merge};
pub(crate) use reference::LibraryRef;
pub(crate) use shown::ShownValues;
