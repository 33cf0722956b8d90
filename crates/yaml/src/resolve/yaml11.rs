//! Resolves plain scalars by the rules of the reference.

use super::{Scalar, number, timestamp};

/// Returns the value of a plain scalar.
#[inline]
pub(super) fn plain(text: &str) -> Scalar<'_> {
    // The first character distinguishes most strings from everything else.
    match text.as_bytes().first() {
        None | Some(b'~' | b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O') => {
            word(text.as_bytes()).unwrap_or(Scalar::Str(text))
        }
        Some(b'+' | b'-' | b'.' | b'0'..=b'9') => numeric(text),
        _ => Scalar::Str(text),
    }
}

/// Whether unquoted `text` is read as an ordinary string, so that a printer may omit the quotes. Base-60 numbers do
/// not count: the reference reads them as strings, but other readers do not.
pub fn is_plain_string(text: &str) -> bool {
    matches!(plain(text), Scalar::Str(_)) && !number::is_base60(text)
}

/// The length of the longest word below.
const LONGEST_WORD: usize = 5;

/// Whether `text`, which starts with a letter, is a word that is not read as a string.
#[inline]
pub(crate) fn is_typed_word(text: &[u8]) -> bool {
    text.len() <= LONGEST_WORD && is_known_word(text)
}

/// A function of its own, because a value is returned in memory, which callers need not provide.
#[inline(never)]
fn is_known_word(text: &[u8]) -> bool {
    word(text).is_some()
}

fn word(text: &[u8]) -> Option<Scalar<'static>> {
    Some(match text {
        b"y" | b"Y" | b"yes" | b"Yes" | b"YES" | b"true" | b"True" | b"TRUE" | b"on" | b"On"
        | b"ON" => Scalar::Bool(true),
        b"n" | b"N" | b"no" | b"No" | b"NO" | b"false" | b"False" | b"FALSE" | b"off" | b"Off"
        | b"OFF" => Scalar::Bool(false),
        b"" | b"~" | b"null" | b"Null" | b"NULL" => Scalar::Null,
        _ => return None,
    })
}

/// Resolves text that starts with a digit, a sign or a dot.
fn numeric(text: &str) -> Scalar<'_> {
    if !may_be_numeric(text.as_bytes()) {
        return Scalar::Str(text);
    }
    if let Some(float) = number::special(text) {
        return Scalar::Float(float);
    }
    if text.starts_with('.') {
        return dotted(text).map_or(Scalar::Str(text), Scalar::Float);
    }
    if timestamp::is_timestamp(text) {
        return Scalar::Timestamp(text);
    }
    digits(text).unwrap_or(Scalar::Str(text))
}

/// Whether the ends of a text that starts with a digit, a sign or a dot allow it to be a number or a timestamp. They rule
/// out most others, such as `500m` and `--verbose`.
fn may_be_numeric(text: &[u8]) -> bool {
    let after_sign = match *text {
        [b'+' | b'-', second, ..] => matches!(second, b'0'..=b'9' | b'.' | b'_'),
        _ => true,
    };
    // The last letter of a hexadecimal number, of a special float, or of a time zone.
    let letters = matches!(text.last(), Some(b'a'..=b'f' | b'A'..=b'F' | b'n' | b'N' | b'Z'));
    after_sign && (letters || matches!(text.last(), Some(b'0'..=b'9' | b'.' | b'_')))
}

/// Resolves text that starts with a digit or a sign, except timestamps. Ignores underscores.
pub(super) fn digits(text: &str) -> Option<Scalar<'static>> {
    let buffer;
    let text = if text.contains('_') {
        buffer = text.replace('_', "");
        buffer.as_str()
    } else {
        text
    };
    integer(text).or_else(|| number::float(text).map(Scalar::Float)).or_else(|| signed_binary(text))
}

/// Parses an integer in the base of its prefix.
fn integer(text: &str) -> Option<Scalar<'static>> {
    let (negative, digits) = number::split_sign(text);
    let (base, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &digits[2..]),
        [b'0', b'o' | b'O', ..] => (8, &digits[2..]),
        [b'0', b'b' | b'B', ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    let value = number::unsigned(digits, base)?;
    if negative {
        return 0i64.checked_sub_unsigned(value).map(Scalar::Int);
    }
    match i64::try_from(value) {
        Ok(value) => Some(Scalar::Int(value)),
        // With a plus sign, the larger range is not allowed.
        Err(_) => (!text.starts_with('+')).then_some(Scalar::UInt(value)),
    }
}

/// Parses `0b-101`: the reference allows a sign after the prefix of base 2.
fn signed_binary(text: &str) -> Option<Scalar<'static>> {
    let (negative, digits) = number::split_sign(text.strip_prefix("0b")?);
    let value = number::unsigned(digits, 2)?;
    if negative {
        0i64.checked_sub_unsigned(value).map(Scalar::Int)
    } else {
        i64::try_from(value).ok().map(Scalar::Int)
    }
}

/// Parses a float that starts with a dot. Single underscores may be between its digits.
fn dotted(text: &str) -> Option<f64> {
    if !text.contains('_') {
        return number::float(text);
    }
    let bytes = text.as_bytes();
    let separates = |at: usize| {
        let digit =
            |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
        digit(at.checked_sub(1)) && digit(Some(at + 1))
    };
    memchr::memchr_iter(b'_', bytes)
        .all(separates)
        .then(|| number::float(&text.replace('_', "")))?
}
