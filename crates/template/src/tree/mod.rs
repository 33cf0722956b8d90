//! The evaluated tree: templates build it, overlays edit it, and schemas check it.
//!
//! Unlike the parsed tree, it contains no comments and no positions of scalars, but annotations with evaluated
//! arguments. Collections are shared (`Rc`) and copied only when one owner changes them, so a deep copy costs one
//! reference count.

mod annotation;
mod argument;
mod document;
mod extent;
mod key_index;
mod map;
mod node_kind;
mod position;
mod value;

pub use annotation::{Annotation, Annotations, Earlier};
pub use argument::{Argument, Arguments};
pub use document::{Document, is_blank};
pub use extent::Extent;
pub use map::{Array, ArrayItem, Map, MapItem};
pub use node_kind::NodeKind;
pub use position::Position;
pub use value::{Kind, Yaml};
