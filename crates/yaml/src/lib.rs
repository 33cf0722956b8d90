//! YAML as a tree with comments and positions.
//!
//! [`parse`] turns the bytes of a file into a [`Tree`]: one flat vector of nodes in document order
//! that borrows its text from the file, keeps every comment and knows where each thing stands. What
//! a plain scalar means is decided when asked for, by [`resolve`]; merge keys and duplicate keys by
//! [`mapping`].

pub mod events;
pub mod fmt;
pub mod json;
pub mod mapping;
pub mod print;
pub mod read;
pub mod resolve;
pub mod tree;

pub use read::{Limits, Mode, Options, parse};
pub use resolve::{Resolver, Scalar};
pub use tree::{Comment, Document, Kind, NodeId, NodeRef, Style, Tree};
