//! Conversions between types.

use num_bigint::BigInt;
use num_traits::{Num, Signed};

use crate::args::{Args, required};
use crate::error::{Error, Result};
use crate::format;
use crate::hints;

use super::hex_float;
use crate::value::big;
use crate::value::{Bytes, Iter, Text, Value, decode, number, replace_invalid};
use crate::vm::Thread;

pub(super) fn bool(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [value] = args.by_place(0)?;
    Ok(Value::Bool(value.is_some_and(Value::truth)))
}

pub(super) fn str_of_int(value: &Value) -> Option<Value> {
    match value {
        Value::Int(int) => Some(Value::Str(format::int_text(*int))),
        _ => None,
    }
}

pub(super) fn str(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    thread.to_text(value).map(Value::Str)
}

pub(super) fn repr(thread: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    thread.to_repr(value).map(Value::from)
}

pub(super) fn abs(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    match value {
        Value::Int(int) => {
            Ok(int.checked_abs().map_or_else(|| BigInt::from(*int).abs().into(), Value::Int))
        }
        Value::BigInt(int) => Ok(Value::from(int.abs())),
        Value::Float(float) => Ok(Value::Float(float.abs())),
        _ => Err(Error::new(format!("got {}, want int or float", value.type_name()))),
    }
}

pub(super) fn chr(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    let Value::Int(code) = value else {
        return Err(Error::new(format!("got {}, want int", value.type_name())));
    };
    if *code < 0 {
        return Err(Error::new(format!("Unicode code point {code} out of range (<0)")));
    }
    if *code > 0x0010_FFFF {
        return Err(Error::new(format!("Unicode code point U+{code:X} out of range (>0x10FFFF)")));
    }
    let char = char::from_u32(*code as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    Ok(Value::str(char))
}

pub(super) fn ord(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    if let Some(bytes) = value.downcast::<Bytes>() {
        return match bytes.0.as_bytes() {
            [byte] => Ok(Value::Int(i64::from(*byte))),
            other => Err(Error::new(format!("bytes has length {}, want 1", other.len()))),
        };
    }
    let Value::Str(text) = value else {
        return Err(Error::new(format!("got {}, want string or bytes", value.type_name())));
    };
    match decode(text.as_bytes()) {
        Some((char, width)) if width == text.len() => Ok(Value::Int(i64::from(u32::from(char)))),
        _ => {
            let count = replace_invalid(text.as_bytes()).chars().count();
            Err(Error::new(format!("string encodes {count} Unicode code points, want 1")))
        }
    }
}

pub(super) fn bytes(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value] = args.exactly()?;
    if value.downcast::<Bytes>().is_some() {
        return Ok(value.clone());
    }
    if let Value::Str(text) = value {
        // Invalid bytes become the replacement character.
        return Ok(Value::host(Bytes(Text::from(replace_invalid(text.as_bytes())))));
    }
    let items = required::<Iter>(Some(value), "1").map_err(|_| {
        Error::new(format!("got {}, want string, bytes, or iterable of ints", value.type_name()))
    })?;
    let mut content = Vec::new();
    for (at, item) in items.enumerate() {
        let Value::Int(byte) = &item else {
            return Err(Error::new(format!("at index {at}, got {}, want int", item.type_name())));
        };
        content.push(u8::try_from(*byte).map_err(|_| {
            let range = "want value in unsigned 8-bit range";
            Error::new(format!("at index {at}, {byte} out of range ({range})"))
        })?);
    }
    Ok(Value::host(Bytes(content.into())))
}

pub(super) fn float(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    args.no_keywords()?;
    let [value] = args.by_place(0)?;
    let Some(value) = value else {
        return Ok(Value::Float(0.0));
    };
    match value {
        Value::Bool(b) => Ok(Value::Float(f64::from(u8::from(*b)))),
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => {
            number::to_float(value).map(Value::Float)
        }
        Value::Str(text) => parse_float(&text.to_lossy()).map(Value::Float),
        _ => Err(Error::new(format!("got {}, want number or string", value.type_name()))),
    }
}

fn parse_float(text: &str) -> Result<f64> {
    let invalid = || Error::new(format!("invalid float literal: {text}"));
    if text.is_empty() {
        return Err(Error::new("empty string"));
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let negative = text.starts_with('-');
    let magnitude = match unsigned.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        digits => {
            let digits = without_separators(digits).ok_or_else(invalid)?;
            let float = if let Some(digits) = digits.strip_prefix("0x") {
                hex_float::parse(digits).ok_or_else(invalid)?
            } else if digits
                .bytes()
                .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'-' | b'+'))
            {
                digits.parse().map_err(|_| invalid())?
            } else {
                return Err(invalid());
            };
            if !float.is_finite() {
                return Err(Error::new(format!("floating-point number too large: {text}")));
            }
            float
        }
    };
    Ok(if negative { -magnitude } else { magnitude })
}

/// Returns a number without the `_` between its digits; `None` if one is elsewhere.
fn without_separators(number: &str) -> Option<String> {
    let bytes = number.as_bytes();
    let is_hexadecimal = number.starts_with("0x");
    let is_digit = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at)).is_some_and(|byte| {
            byte.is_ascii_digit() || (is_hexadecimal && byte.is_ascii_hexdigit())
        })
    };
    // One may follow the prefix.
    let starts = |at: usize| is_hexadecimal && at == 2;
    let between = |at: usize| (is_digit(at.checked_sub(1)) || starts(at)) && is_digit(Some(at + 1));
    let separates = |(at, _): (usize, &str)| between(at);
    number.match_indices('_').all(separates).then(|| number.replace('_', ""))
}

pub(super) fn int(_: &mut Thread, args: Args<'_>) -> Result<Value> {
    let [value, base] = args.bind(["x", "base?"])?;
    let value: &Value = required(value, "x")?;
    if let Value::Str(text) = value {
        let base = match base {
            None => 10,
            Some(Value::Int(base)) => *base,
            Some(_) => return Err(Error::new("base must be an integer >= 2 && <= 36")),
        };
        return parse_int(&text.to_lossy(), base);
    }
    if base.is_some() {
        return Err(Error::new("can't convert non-string with explicit base"));
    }
    match value {
        Value::Bool(b) => Ok(Value::Int(i64::from(*b))),
        Value::Int(_) | Value::BigInt(_) => Ok(value.clone()),
        Value::Float(float) => number::truncate(*float),
        _ => Err(Error::new(format!("cannot convert {} to int", value.type_name()))
            .note(hints::not_convertible(value))),
    }
}

fn parse_int(text: &str, base: i64) -> Result<Value> {
    if base != 0 && !(2..=36).contains(&base) {
        return Err(Error::new(format!("invalid base {base} (must be >= 2 && <= 36)")));
    }
    let invalid = || {
        let note = if text.parse::<f64>().is_ok() {
            "write int(float(x)) to drop the fraction"
        } else if text.trim().is_empty() {
            "the text is empty: test it first, as in `int(x) if x else 0`"
        } else if text.trim() != text {
            "write int(x.strip()): there are blanks around the number"
        } else {
            "the text must be digits only, as in int(\"80\")"
        };
        Error::new(format!("invalid literal with base {base}: {text}")).note(Some(note.to_owned()))
    };
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let prefix = match digits.get(..2).filter(|_| digits.len() > 2) {
        Some("0x" | "0X") => Some(16),
        Some("0o" | "0O") => Some(8),
        Some("0b" | "0B") => Some(2),
        _ => None,
    };
    let (digits, radix) = match (prefix, base) {
        (Some(radix), 0) => (&digits[2..], radix),
        (Some(radix), base) if i64::from(radix) == base => (&digits[2..], radix),
        // This is the prefix of another base, although its letter may be a digit.
        (Some(_), _) => return Err(invalid()),
        (None, 0) => {
            if digits.len() > 1 && digits.starts_with('0') && digits.bytes().any(|b| b != b'0') {
                return Err(invalid());
            }
            (digits, 10)
        }
        _ => (digits, base as u32),
    };
    if !digits.chars().all(|char| char.is_digit(radix)) || digits.is_empty() {
        return Err(invalid());
    }
    let negative = text.starts_with('-');
    if let Ok(small) = i64::from_str_radix(digits, radix) {
        return Ok(Value::Int(if negative { -small } else { small }));
    }
    big::count_digits(digits.len(), radix)?;
    let big = BigInt::from_str_radix(digits, radix).map_err(|_| invalid())?;
    Ok(Value::from(if negative { -big } else { big }))
}
