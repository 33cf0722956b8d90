//! The modules that code loads as `@ytt:name`.

pub mod data;
