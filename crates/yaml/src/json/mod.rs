//! Views YAML as JSON, without copying the tree.
//!
//! [`View`] combines a tree with what JSON needs: the type of every value ([`Type`]), the names of keys that are not
//! text, merged maps, and an index for wide maps. Nodes keep their numbers, so that every value still has its
//! position in the file. [`Walk`] finds a value by its path.

mod decimal;
mod equality;
mod index;
mod load;
mod number;
mod scalar;
mod view;
mod walk;

pub use load::{LoadOptions, is_fatal};
pub use number::Number;
pub use scalar::Type;
pub use view::{Hidden, Member, Members, Repeated, View};
pub use walk::{Reached, Walk, unescape};
pub use yardstick_diagnostics::{Path, Segment};
