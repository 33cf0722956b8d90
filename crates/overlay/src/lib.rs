//! Overlays: editing a tree with another tree.
//!
//! An overlay (the *right*) is a tree whose `@overlay/...` annotations say which nodes of what it is
//! applied to (the *left*) are meant, how many there should be, and what is done to them. It is walked from
//! the top: each node is matched among the left nodes of its parent, then its operation runs.
//!
//! - [`Overlayer::documents`] applies overlay documents to rendered documents;
//! - [`Overlayer::exact`] merges one document into another: data values and schemas;
//! - [`module()`] is `@ytt:overlay` for templates, with the matchers and `overlay.apply`.
//!
//! Nodes are looked up in indexes where a matcher says what it looks for, so that many overlays on many
//! documents cost about as much as the documents they touch. Trees are copied on write.

mod annotation;
mod array_cache;
mod depth;
mod documents;
mod engine;
mod explain;
mod failure;
mod matching;
mod module;
mod node;
mod operation;
mod overlayer;
mod plain;
mod siblings;

pub use annotation::{names, spelling::unknown_annotations, strip::strip};
pub use documents::{FileDocuments, OverlayDocument, is_overlay, part};
pub use matching::Strategy;
pub use module::module;
pub use overlayer::Overlayer;
pub use plain::{plain_merge, value_at_path};
