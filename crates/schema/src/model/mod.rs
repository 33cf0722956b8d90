//! What a schema declares: types, keys, alternatives. Built once by [`infer`](crate::infer), then only read.

mod choice;
mod keys;
mod secret;
mod types;
mod union;

pub(crate) use keys::Slot;
pub use {
    choice::{Choice, Except},
    keys::{Allowed, Count, KeyPattern, OpenKeys, RemovedKey},
    types::{Declaration, Documentation, Example, MapType, Type},
    union::Union,
};
