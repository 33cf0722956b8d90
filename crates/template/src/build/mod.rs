//! Runs templates: the statements of the program build nodes or text.

pub(crate) mod builder;
pub(crate) mod contexts;
mod nodes;
