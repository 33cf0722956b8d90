//! Printers: trees to text.
//!
//! A printer owns no tree. It is driven by events, so that a parsed tree and an evaluated one, which
//! share no types, print alike: `begin_map`, `key`, a value, `key`, a value, `end_map`. Printers
//! write into one buffer and allocate nothing per value.

mod json;
mod json_text;
mod number;
mod positions;
mod style;
mod text;
mod yaml;

pub use json::{JsonError, JsonOptions, JsonPrinter};
pub use number::{format_float_json, format_float_yaml};
pub use positions::PositionsPrinter;
pub use style::Style;
pub use text::{write_key, write_scalar};
pub use yaml::{EmptyDocument, YamlPrinter};

/// A value without children, as every printer takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A whole number beyond `i64`.
    UInt(u64),
    /// Any other number.
    Float(f64),
    /// Text; bytes that are not UTF-8 print as `!!binary` in YAML.
    Str(&'a [u8]),
}

impl<'a> From<&'a str> for Scalar<'a> {
    fn from(text: &'a str) -> Self {
        Scalar::Str(text.as_bytes())
    }
}
