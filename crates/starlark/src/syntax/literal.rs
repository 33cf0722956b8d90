//! Parses string and number literals.

use num_bigint::BigInt;
use num_traits::Num;

use crate::value::Value;

/// Returns the value of an integer literal, such as `0x1F`.
pub(crate) fn int(text: &str) -> Result<Value, String> {
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0o" | "0O") => (&text[2..], 8),
        Some("0b" | "0B") => (&text[2..], 2),
        _ => (text, 10),
    };
    if radix == 10
        && digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().any(|b| b != b'0')
    {
        let rest = digits.trim_start_matches('0');
        return Err(format!("obsolete form of octal literal; use 0o{rest}"));
    }
    if let Ok(small) = i64::from_str_radix(digits, radix) {
        return Ok(Value::Int(small));
    }
    BigInt::from_str_radix(digits, radix)
        .map(Value::from)
        .map_err(|_| "invalid int literal".to_owned())
}

/// Returns the value of a float literal.
pub(crate) fn float(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => Ok(float),
        _ => Err("invalid float literal".to_owned()),
    }
}

/// Decodes the escapes in a string literal. `modern` means the escapes of standard Starlark; otherwise, unknown
/// escapes keep their backslash. With `bytes`, the result may contain any byte.
pub(crate) fn unescape(raw: &[u8], modern: bool, bytes: bool) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(slash) = memchr::memchr(b'\\', &raw[at..]) {
        out.extend_from_slice(&raw[at..at + slash]);
        at += slash + 1;
        let Some(&escape) = raw.get(at) else {
            return Err("truncated escape sequence \\".to_owned());
        };
        at += 1;
        match escape {
            b'\n' => {}
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'v' => out.push(11),
            b'\\' | b'\'' | b'"' => out.push(escape),
            b'0'..=b'7' => {
                let digits =
                    raw[at - 1..].iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
                let value = number(&raw[at - 1..at - 1 + digits], 8);
                at += digits - 1;
                if value > 255 {
                    return Err(format!("invalid escape sequence \\{value:o}"));
                }
                if modern && !bytes && value > 127 {
                    return Err(format!(
                        "non-ASCII octal escape \\{value:o} (use \\u{value:04X} for the UTF-8 encoding of U+{value:04X})"
                    ));
                }
                out.push(value as u8);
            }
            b'x' => {
                let Some(digits) = raw.get(at..at + 2) else {
                    return Err("truncated escape sequence \\x".to_owned());
                };
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    let shown = String::from_utf8_lossy(digits);
                    return Err(format!("invalid escape sequence \\x{shown}"));
                }
                let value = number(digits, 16);
                at += 2;
                if modern && !bytes && value > 127 {
                    return Err(format!(
                        "non-ASCII hex escape \\x{value:02x} (use \\u{value:04X} for the UTF-8 encoding of U+{value:04X})"
                    ));
                }
                out.push(value as u8);
            }
            b'u' | b'U' if modern => {
                let width = if escape == b'u' { 4 } else { 8 };
                let digits =
                    raw.get(at..at + width).filter(|d| d.iter().all(u8::is_ascii_hexdigit));
                let Some(digits) = digits else {
                    return Err(format!("truncated escape sequence \\{}", escape as char));
                };
                at += width;
                let value = number(digits, 16);
                let char = char::from_u32(value).ok_or_else(|| {
                    if value > 0x0010_FFFF {
                        format!("code point out of range: \\U{value:08x} (max \\U0010ffff)")
                    } else {
                        format!("invalid Unicode code point U+{value:04X}")
                    }
                })?;
                out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
            }
            _ if modern => {
                return Err(format!("invalid escape sequence \\{}", escape as char));
            }
            other => out.extend_from_slice(&[b'\\', other]),
        }
    }
    out.extend_from_slice(&raw[at..]);
    Ok(out)
}

/// Returns the number that at most eight ASCII `digits` represent.
fn number(digits: &[u8], radix: u32) -> u32 {
    digits.iter().fold(0, |n, &d| n * radix + (d as char).to_digit(radix).unwrap_or(0))
}
