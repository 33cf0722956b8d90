//! The answers to what editors ask, one file for each question.

mod expression;
pub mod hover;
mod words;

pub use expression::{Chain, chain_at};
