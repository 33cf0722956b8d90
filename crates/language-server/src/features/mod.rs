//! The answers to what editors ask, one file for each question.

pub(crate) mod code;
mod expression;
mod folding;
mod formatting;
pub mod hover;
mod links;
pub(crate) mod names;
mod navigation;
mod rename;
mod selection;
mod signature;
mod signatures;
mod symbols;
mod tokens;
mod words;

pub use expression::{Chain, chain_at};
pub use tokens::legend;
