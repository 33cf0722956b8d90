//! The evaluated tree: what templates build, overlays edit and schemas check.
//!
//! Unlike the parsed tree it holds no comments and no text positions of scalars, but annotations with
//! evaluated arguments. Collections are shared (`Rc`) and copied only when one holder changes them,
//! so a deep copy costs one reference count.

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
