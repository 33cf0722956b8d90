//! Running programs.

mod attribute;
mod bind;
mod call;
mod execute;
mod host;
mod module;
mod operators;
mod subscript;
mod thread;

pub use host::{Host, OperandValue};
pub(crate) use module::Globals;
pub use module::Module;
pub(crate) use attribute::{attr_names, get_attr};
pub(crate) use operators::{binary, check_repeat, contains};
pub(crate) use subscript::slice;
pub use thread::Thread;
