//! YAML and text templates.
//!
//! A template is a YAML tree whose comments are code, or a text with `(@ code @)` in it. It becomes a
//! program of the `starlark` crate with nodes as statements, and running that program builds an
//! evaluated [`tree`].

mod build;
mod comment;
mod compile;
pub mod convert;
mod engine_type;
mod evaluate;
pub mod fragment;
pub mod modules;
pub mod print;
mod replace;
pub mod structs;
mod text;
pub mod tree;

pub use compile::{
    Annotated, AnnotatedNode, CompileOptions, Compiled, Standing, Yields, annotations_in,
    annotations_under, is_template, plain_documents, starlark as compile_starlark,
    text as compile_text, yaml as compile_yaml,
};
pub use engine_type::engine_type;
pub use evaluate::{Environment, Evaluated, Output, TemplateHost};
pub use replace::module as replace_module;
pub use text::CODE_PIECE;
