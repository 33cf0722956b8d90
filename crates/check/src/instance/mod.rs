//! A YAML tree as the engine sees it: JSON values with property names, without a copy.
//!
//! [`View`] holds a tree and what the YAML rules add to it: the type of every scalar, the text of keys
//! that are not text, merged maps, an index for wide maps. [`Value`] is one node of it and implements the
//! engine's traits in [`node`], [`object`] and [`number`].

mod equality;
mod load;
mod node;
mod number;
mod object;
mod path;
mod scalar;
mod view;

pub use load::LoadOptions;
pub(crate) use load::is_fatal;
pub use node::{Value, Yaml};
pub use number::Number;
pub use object::{Key, NULL_IS_ABSENT};
pub(crate) use path::unescape;
pub use path::{Path, Segment, Walk};
pub use scalar::Type;
pub use view::View;
