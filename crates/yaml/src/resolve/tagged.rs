//! Resolves scalars with a tag.

use std::fmt;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig};

use super::{Resolver, Scalar, plain, yaml11};
use crate::tree::Style;

/// A scalar that does not conform to its tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolveError {
    /// The text has another type.
    Mismatch {
        /// The tag of the text's own type, in its short form.
        found: &'static str,
        /// The text.
        text: String,
        /// The tag of the scalar, in its short form.
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

/// Returns the value of a scalar with the full tag `tag`.
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
        // These are not in the core schema, but certainly not of another type.
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

/// Handles unknown tags. In the reference, they make a string; in YAML 1.2, they do not affect the value. But an
/// empty scalar with a tag (`!!python/name:a.b`) is not null.
fn unknown<'t>(text: &'t str, style: Style, tag: &str, resolver: Resolver) -> Scalar<'t> {
    if resolver == Resolver::Core12 && style == Style::Plain && tag != "!" && !text.is_empty() {
        return plain(text, resolver);
    }
    Scalar::Str(text)
}

/// Returns the value of the text if timestamps are not considered.
fn untimed(text: &str, resolver: Resolver) -> Scalar<'_> {
    match plain(text, resolver) {
        Scalar::Timestamp(_) => yaml11::digits(text).unwrap_or(Scalar::Str(text)),
        other => other,
    }
}

/// Converts integers to floats. The reference supports only `i64` here.
fn as_float(value: Scalar<'_>, resolver: Resolver) -> Scalar<'_> {
    match value {
        Scalar::Int(int) => Scalar::Float(int as f64),
        Scalar::UInt(int) if resolver == Resolver::Core12 => Scalar::Float(int as f64),
        Scalar::BigInt(int) => Scalar::Float(int.parse().unwrap_or(f64::NAN)),
        other => other,
    }
}

fn binary(text: &str) -> Result<Scalar<'static>, ResolveError> {
    // Unused bits at the end may have any value.
    const ENGINE: GeneralPurpose = GeneralPurpose::new(
        &STANDARD,
        GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
    );
    let packed: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    ENGINE.decode(packed).map(Scalar::Binary).map_err(|_| ResolveError::Base64)
}
