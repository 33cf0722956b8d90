//! Determines the value of a scalar from its text, style and tag.
//!
//! The rules of YAML 1.1 are those of the reference, which differ from the standard: no base 60, no `=`, and
//! timestamps stay strings.

mod core12;
mod number;
mod strict;
mod tagged;
mod timestamp;
mod yaml11;

use std::borrow::Cow;

pub use self::strict::{StrictError, check_strict};
pub use self::tagged::ResolveError;
pub use self::timestamp::days;
pub use self::yaml11::is_plain_string;
pub(crate) use self::yaml11::is_typed_word;
use crate::tree::Style;

/// The rules to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolver {
    /// YAML 1.1 as in the reference.
    Yaml11,
    /// The core schema of YAML 1.2.
    Core12,
}

/// The value of a scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'t> {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer that fits in `i64`.
    Int(i64),
    /// An integer above the largest `i64`.
    UInt(u64),
    /// An integer beyond 64 bits, in decimal with an optional `-` (YAML 1.2 only).
    BigInt(Cow<'t, str>),
    /// A number with a fraction or exponent, infinity, or NaN.
    Float(f64),
    /// Text.
    Str(&'t str),
    /// Text in the form of a timestamp. It is a string, but needs quotes when printed.
    Timestamp(&'t str),
    /// Bytes, from base64. The reference treats them as a string.
    Binary(Vec<u8>),
}

impl Scalar<'_> {
    /// Returns the tag of values of this kind, in its short form.
    pub(crate) fn short_tag(&self) -> &'static str {
        match self {
            Scalar::Null => "!!null",
            Scalar::Bool(_) => "!!bool",
            Scalar::Int(_) | Scalar::UInt(_) | Scalar::BigInt(_) => "!!int",
            Scalar::Float(_) => "!!float",
            Scalar::Str(_) => "!!str",
            Scalar::Timestamp(_) => "!!timestamp",
            Scalar::Binary(_) => "!!binary",
        }
    }
}

/// Returns the value of a scalar with this text, style and full tag.
pub fn resolve<'t>(
    text: &'t str,
    style: Style,
    tag: Option<&str>,
    resolver: Resolver,
) -> Result<Scalar<'t>, ResolveError> {
    match tag {
        Some(tag) => tagged::resolve(text, style, tag, resolver),
        None if style == Style::Plain => Ok(plain(text, resolver)),
        None => Ok(Scalar::Str(text)),
    }
}

/// Returns the value of a plain scalar without a tag.
#[inline]
pub fn plain(text: &str, resolver: Resolver) -> Scalar<'_> {
    match resolver {
        Resolver::Yaml11 => yaml11::plain(text),
        Resolver::Core12 => core12::plain(text),
    }
}
