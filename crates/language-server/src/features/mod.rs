//! The answers to what editors ask, one file for each question. Each is a method of [`Analysis`](crate::Analysis).

mod actions;
mod completion;
mod context;
mod expression;
pub mod hover;
mod inlay;
pub(crate) mod json_schema;
mod lens;
mod preview;
mod typed_code;
mod uses;
mod vocabulary;
mod words;

pub use expression::{Chain, chain_at};
pub use preview::{Preview, PreviewParams, PreviewRequest};
