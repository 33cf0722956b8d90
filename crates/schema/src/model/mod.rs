//! The model of a schema: types, keys, alternatives and rules. [`infer`](crate::infer) builds it once; then it is
//! only read.

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
    validation::{Cel, NotNull, PlacedRule, Validation, Validations},
};
