//! Resolves plain scalars by the core schema of YAML 1.2. Integers have no bounds.

use std::borrow::Cow;

use num_bigint::BigUint;

use super::{Scalar, number};

/// Returns the value of a plain scalar.
#[inline]
pub(super) fn plain(text: &str) -> Scalar<'_> {
    match text.as_bytes().first() {
        None | Some(b'~' | b'n' | b'N' | b't' | b'T' | b'f' | b'F') => match text {
            "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
            "true" | "True" | "TRUE" => Scalar::Bool(true),
            "false" | "False" | "FALSE" => Scalar::Bool(false),
            _ => Scalar::Str(text),
        },
        Some(b'+' | b'-' | b'.' | b'0'..=b'9') => numeric(text).unwrap_or(Scalar::Str(text)),
        _ => Scalar::Str(text),
    }
}

fn numeric(text: &str) -> Option<Scalar<'_>> {
    if let Some(digits) = text.strip_prefix("0o") {
        return prefixed(digits, 8);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return prefixed(digits, 16);
    }
    let (negative, digits) = number::split_sign(text);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(decimal(negative, digits));
    }
    if let Some(float) = number::special(text) {
        return Some(Scalar::Float(float));
    }
    // A float beyond the range of 64 bits becomes the nearest one.
    if number::is_float(text) { text.parse().ok().map(Scalar::Float) } else { None }
}

fn decimal(negative: bool, digits: &str) -> Scalar<'_> {
    if let Ok(value) = digits.parse::<u64>() {
        if negative {
            if let Some(value) = 0i64.checked_sub_unsigned(value) {
                return Scalar::Int(value);
            }
        } else {
            return i64::try_from(value).map_or(Scalar::UInt(value), Scalar::Int);
        }
    }
    let digits = digits.trim_start_matches('0');
    Scalar::BigInt(if negative { Cow::Owned(format!("-{digits}")) } else { Cow::Borrowed(digits) })
}

fn prefixed(digits: &str, base: u32) -> Option<Scalar<'static>> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
        return None;
    }
    if let Some(value) = number::unsigned(digits, base) {
        return Some(i64::try_from(value).map_or(Scalar::UInt(value), Scalar::Int));
    }
    BigUint::parse_bytes(digits.as_bytes(), base)
        .map(|value| Scalar::BigInt(Cow::Owned(value.to_string())))
}
