//! YAML and text templates.
//!
//! A template is a YAML tree whose comments are code, or a text with `(@ code @)` in it. It becomes a
//! program of the `starlark` crate with nodes as statements, and running that program builds an
//! evaluated [`tree`].

mod build;
mod comment;
mod compile;
pub mod convert;
pub mod fragment;
pub mod modules;
pub mod print;
pub mod structs;
mod text;
pub mod tree;
