//! YAML seen as JSON: one tree, without a copy.
//!
//! [`View`] holds a tree and what the rules of JSON add to it: the type of every value ([`Type`]), the
//! names of keys that are not text, merged maps, an index for wide maps. Nodes keep their numbers, so
//! that every value still knows its place in the file. [`Path`] names a value, [`Walk`] finds it again.

mod equality;
mod index;
mod load;
mod number;
mod path;
mod scalar;
mod view;

pub use load::{LoadOptions, is_fatal};
pub use number::Number;
pub use path::{Path, Reached, Segment, Walk, unescape};
pub use scalar::Type;
pub use view::{Member, Members, Repeated, View};
