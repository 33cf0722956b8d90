//! Runs programs.

mod attribute;
mod bind;
mod call;
mod direct;
mod execute;
mod fused;
mod globals;
mod host;
mod instructions;
mod items;
mod module;
mod operators;
mod small;
mod stack;
mod subscript;
mod thread;

pub(crate) use attribute::{attr_names, get_attr, missing as missing_attr};
pub use host::{Host, OperandValue};
pub(crate) use module::Globals;
pub use module::Module;
pub(crate) use operators::repeat_count;
pub(crate) use subscript::{SliceBounds, slice};
pub use thread::Thread;
