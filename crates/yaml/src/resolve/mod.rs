//! What a scalar means: from its text, style and tag to a value.

use std::borrow::Cow;

/// Whose rules decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolver {
    /// YAML 1.1 as the reference does it.
    Yaml11,
    /// The core schema of YAML 1.2.
    Core12,
}

/// The value of a scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'t> {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// An integer that fits.
    Int(i64),
    /// An integer above the largest `i64`.
    UInt(u64),
    /// An integer beyond 64 bits, in decimal with an optional `-` (YAML 1.2 only).
    BigInt(Cow<'t, str>),
    /// A number with a fraction or exponent, an infinity, or not a number.
    Float(f64),
    /// Text.
    Str(&'t str),
    /// Text in the form of a point in time: a string, but one that needs quotes when printed.
    Timestamp(&'t str),
    /// Bytes, from base64.
    Binary(Vec<u8>),
}

/// Whether `text` without quotes is read as an ordinary string under YAML 1.1 rules.
pub fn is_plain_string(text: &str) -> bool {
    !text.is_empty()
}
