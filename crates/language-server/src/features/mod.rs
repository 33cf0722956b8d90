//! The answers to the requests of editors, one file each. Each is a method of [`Analysis`](crate::Analysis).

mod actions;
pub(crate) mod code;
mod completion;
mod context;
mod docs;
mod expression;
mod flow_context;
mod folding;
mod formatting;
pub mod hover;
mod inlay;
pub(crate) mod json_schema;
mod lens;
mod links;
pub(crate) mod names;
mod navigation;
mod overlaid;
mod preview;
mod rename;
mod selection;
mod signature;
mod symbols;
mod tokens;
mod toml_context;
mod typed_code;
mod uses;
mod vocabulary;
mod words;

pub use expression::{Chain, chain_at};
pub use preview::{Preview, PreviewParams, PreviewRequest};
pub use tokens::legend;
