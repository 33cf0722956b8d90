//! Scalars with a tag.

use std::fmt;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

use super::{Resolver, Scalar, plain, yaml11};
use crate::tree::Style;

/// A scalar that is not what its tag says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolveError {
    /// The text means something else.
    Mismatch {
        /// The tag of what the text means, in its short form.
        found: &'static str,
        /// The text.
        text: String,
        /// The tag it has, in its short form.
        wanted: &'static str,
    },
    /// The text of a `!!binary` is not base64.
    Base64,
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mismatch { found, text, wanted } => {
                write!(f, "cannot decode {found} `{text}` as a {wanted}")
            }
            Self::Base64 => f.write_str("!!binary value contains invalid base64 data"),
        }
    }
}

impl std::error::Error for ResolveError {}

/// The value of a scalar with the full tag `tag`.
pub(super) fn resolve<'t>(
    text: &'t str,
    style: Style,
    tag: &str,
    resolver: Resolver,
) -> Result<Scalar<'t>, ResolveError> {
    let Some(name) = tag.strip_prefix("tag:yaml.org,2002:") else {
        return Ok(unknown(text, style, tag, resolver));
    };
    let (wanted, value) = match name {
        "binary" if resolver == Resolver::Yaml11 => return binary(text),
        // Not in the core schema, but known to be no other type.
        "str" | "binary" => return Ok(Scalar::Str(text)),
        "timestamp" if resolver == Resolver::Core12 => return Ok(Scalar::Str(text)),
        "timestamp" => ("!!timestamp", plain(text, resolver)),
        "null" => ("!!null", untimed(text, resolver)),
        "bool" => ("!!bool", untimed(text, resolver)),
        "int" => ("!!int", untimed(text, resolver)),
        "float" => ("!!float", as_float(untimed(text, resolver), resolver)),
        _ => return Ok(unknown(text, style, tag, resolver)),
    };
    if value.short_tag() == wanted {
        return Ok(value);
    }
    Err(ResolveError::Mismatch { found: value.short_tag(), text: text.to_owned(), wanted })
}

/// Unknown tags: to the reference they make a string, in YAML 1.2 they say nothing about the
/// value. But what is nothing without its tag (`!!python/name:a.b`) is not null.
fn unknown<'t>(text: &'t str, style: Style, tag: &str, resolver: Resolver) -> Scalar<'t> {
    if resolver == Resolver::Core12 && style == Style::Plain && tag != "!" && !text.is_empty() {
        return plain(text, resolver);
    }
    Scalar::Str(text)
}

/// What the text means if it is not taken for a timestamp.
fn untimed(text: &str, resolver: Resolver) -> Scalar<'_> {
    match plain(text, resolver) {
        Scalar::Timestamp(_) => yaml11::digits(text).unwrap_or(Scalar::Str(text)),
        other => other,
    }
}

/// Integers are good as floats; the reference does not go beyond `i64`.
fn as_float(value: Scalar<'_>, resolver: Resolver) -> Scalar<'_> {
    match value {
        Scalar::Int(int) => Scalar::Float(int as f64),
        Scalar::UInt(int) if resolver == Resolver::Core12 => Scalar::Float(int as f64),
        Scalar::BigInt(int) => Scalar::Float(int.parse().unwrap_or(f64::NAN)),
        other => other,
    }
}

fn binary(text: &str) -> Result<Scalar<'static>, ResolveError> {
    // Unused bits at the end may be anything.
    const ENGINE: GeneralPurpose = GeneralPurpose::new(
        &STANDARD,
        GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
    );
    let packed: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    ENGINE.decode(packed).map(Scalar::Binary).map_err(|_| ResolveError::Base64)
}
