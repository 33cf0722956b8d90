//! Printers: trees to text.
//!
//! A printer owns no tree. It is driven by events, so that a parsed tree and an evaluated one, which
//! share no types, print alike: `begin_map`, `key`, a value, `key`, a value, `end_map`. Printers
//! write into one buffer and allocate nothing per value.

mod json;
mod json_text;
mod number;
mod positions;
mod printer;
mod style;
mod text;
mod tree;
mod yaml;

pub use json::{JsonError, JsonOptions, JsonPrinter};
pub use json_text::write_json_string;
pub use positions::PositionsPrinter;
pub use printer::Printer;
pub use style::Style;
pub(crate) use text::write_scalar;
pub use text::{write_key, write_one_line};
pub use tree::{node_as_json, print_documents, print_some};
pub use yaml::YamlPrinter;

use crate::resolve::Scalar as Resolved;

/// What becomes of a document that is null, an empty map or an empty array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmptyDocument {
    /// It is left out and counts for nothing.
    #[default]
    Skip,
    /// It prints like any other value.
    Print,
}

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

impl<'a> From<&'a Resolved<'_>> for Scalar<'a> {
    fn from(scalar: &'a Resolved<'_>) -> Self {
        match scalar {
            Resolved::Null => Self::Null,
            Resolved::Bool(value) => Self::Bool(*value),
            Resolved::Int(value) => Self::Int(*value),
            Resolved::UInt(value) => Self::UInt(*value),
            // Printers know numbers of 64 bits only; beyond, as many digits as a float has.
            Resolved::BigInt(digits) => Self::Float(digits.parse().unwrap_or(f64::NAN)),
            Resolved::Float(value) => Self::Float(*value),
            Resolved::Str(text) | Resolved::Timestamp(text) => Self::Str(text.as_bytes()),
            Resolved::Binary(bytes) => Self::Str(bytes),
        }
    }
}
