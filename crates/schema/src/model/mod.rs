//! What a schema declares: types, keys, alternatives, rules. Built once by [`infer`](crate::infer), then only read.

mod choice;
pub(crate) mod discriminator;
mod keys;
mod secret;
mod shape;
mod types;
mod union;
mod validation;

pub(crate) use keys::Slot;
pub use {
    choice::{Choice, Except},
    discriminator::Discriminator,
    keys::{Allowed, Count, KeyPattern, OpenKeys, RemovedKey},
    shape::Shape,
    types::{Declaration, Documentation, Example, MapType, Type},
    union::Union,
    validation::{Cel, NotNull, PlacedRule, Validation},
};
