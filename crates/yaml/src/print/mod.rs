//! Printers: convert trees to text.
//!
//! A printer does not depend on a tree type. It is driven by events, so that parsed and evaluated trees, which share
//! no types, print in the same way: `begin_map`, `key`, a value, `key`, a value, `end_map`. Printers write into one
//! buffer and allocate nothing per value.

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

/// How to print a document that is null, an empty map or an empty array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmptyDocument {
    /// Skip it, as if it did not exist.
    #[default]
    Skip,
    /// Print it like any other value.
    Print,
}

/// A value without children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer beyond `i64`.
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
            // Printers only support 64-bit integers. Larger ones are printed with the digits of a float.
            Resolved::BigInt(digits) => Self::Float(digits.parse().unwrap_or(f64::NAN)),
            Resolved::Float(value) => Self::Float(*value),
            Resolved::Str(text) | Resolved::Timestamp(text) => Self::Str(text.as_bytes()),
            Resolved::Binary(bytes) => Self::Str(bytes),
        }
    }
}
