//! Strict reading: rejects plain scalars whose type is easily mistaken.

use super::{Scalar, number, yaml11};

/// Why strict reading does not accept a scalar, in words.
#[derive(Clone, Debug)]
pub enum StrictError {
    /// It may be of two types.
    Ambiguous(String),
    /// Anything else.
    Other(String),
}

impl std::fmt::Display for StrictError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Ambiguous(message) | Self::Other(message)) = self;
        f.write_str(message)
    }
}

impl From<String> for StrictError {
    fn from(message: String) -> Self {
        Self::Other(message)
    }
}

/// What is wrong with a plain scalar without a tag when read strictly.
///
/// A conservative reading must give the same type as the usual one: it knows `true`, `false`,
/// decimal numbers as JSON writes them, and nothing for null. Strings that look like forgotten
/// structure need quotes.
pub fn check_strict(text: &str) -> Result<(), StrictError> {
    let usual = yaml11::plain(text);
    let conservative = match text {
        "" => "!!null",
        "true" | "false" => "!!bool",
        _ if is_json_number(text) => {
            if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
                check_integer(text)?;
                "!!int"
            } else {
                check_float(text)?;
                "!!float"
            }
        }
        _ => {
            check_string(text)?;
            "!!str"
        }
    };
    let usual = usual.short_tag();
    if conservative == usual {
        return Ok(());
    }
    Err(StrictError::Ambiguous(format!(
        "Strict parsing: Found '{text}' ambigious (could be {conservative} or {usual})"
    )))
}

/// Matches `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`.
fn is_json_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let whole = number::count_digits(digits);
    let dot_at_end = match digits.get(whole) {
        Some(b'.') => number::count_digits(&digits[whole + 1..]) == 0,
        _ => false,
    };
    whole > 0 && (whole == 1 || digits[0] != b'0') && !dot_at_end && number::is_float(text)
}

fn check_integer(text: &str) -> Result<(), String> {
    if matches!(yaml11::plain(text), Scalar::Int(_) | Scalar::UInt(_)) {
        return Ok(());
    }
    let reason = if text.starts_with('-') { "invalid syntax" } else { "value out of range" };
    Err(format!(
        "Strict parsing: Parsing int '{text}': strconv.ParseUint: parsing \"{text}\": {reason}"
    ))
}

fn check_float(text: &str) -> Result<(), String> {
    if number::float(text).is_some() {
        return Ok(());
    }
    Err(format!(
        "Strict parsing: Parsing float '{text}': strconv.ParseFloat: parsing \"{text}\": value out of range"
    ))
}

fn check_string(text: &str) -> Result<(), String> {
    let what = if text.contains(char::is_whitespace) {
        "whitespace"
    } else if text.contains(':') {
        "colon"
    } else if text.contains("---") {
        "triple-dash"
    } else {
        return Ok(());
    };
    Err(format!("Strict parsing: Strings with {what} must be explicitly quoted: '{text}'"))
}
