//! Implements `format % args`.

use num_traits::ToPrimitive;

use super::float::{general, scientific};
use super::repr::Writer;
use crate::dialect::FloatText;
use crate::error::{Error, Result};
use crate::memory::Growth;
use crate::value::big::count_products;
use crate::value::number::{to_big, to_float, truncate};
use crate::value::{Text, Value};

/// The hint for a percent sign that starts no conversion.
const SIGN: &str = "write %% for a percent sign";

/// `format % args`.
pub(crate) fn format_percent(format: &Text, args: &Value, floats: FloatText) -> Result<Text> {
    let bytes = format.as_bytes();
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len() + 16);
    let positional: &[Value] = match args {
        Value::Tuple(items) => items,
        single => std::slice::from_ref(single),
    };
    let mut growth = Growth::of_value();
    let mut next = 0;
    let mut at = 0;
    while let Some(percent) = memchr::memchr(b'%', &bytes[at..]) {
        out.extend_from_slice(&bytes[at..at + percent]);
        at += percent + 1;
        let arg = match bytes.get(at) {
            None => return Err(Error::new("incomplete format").note(Some(SIGN.to_owned()))),
            Some(b'%') => {
                out.push(b'%');
                at += 1;
                continue;
            }
            Some(b'(') => {
                let Some(close) = memchr::memchr(b')', &bytes[at..]) else {
                    return Err(Error::new("incomplete format key"));
                };
                let key = Text::from(&bytes[at + 1..at + close]);
                at += close + 1;
                next += 1;
                lookup(args, &key)?
            }
            Some(_) => {
                let arg = positional.get(next).cloned();
                next += 1;
                arg.ok_or_else(|| {
                    Error::new("not enough arguments for format string")
                        .note(Some("give a value for each %: \"%s-%s\" % (a, b)".to_owned()))
                })?
            }
        };
        let Some(&conversion) = bytes.get(at) else {
            return Err(Error::new("incomplete format").note(Some(SIGN.to_owned())));
        };
        at += 1;
        let before = out.len();
        if let Value::Str(text) = &arg {
            growth.add(text.len())?;
        }
        convert(conversion, &arg, floats, &mut out)?;
        if !matches!(arg, Value::Str(_)) {
            growth.add(out.len() - before)?;
        }
    }
    out.extend_from_slice(&bytes[at..]);
    if next < positional.len() {
        return Err(Error::new("too many arguments for format string"));
    }
    Ok(out.into())
}

fn lookup(args: &Value, key: &Text) -> Result<Value> {
    let found = match args {
        Value::Dict(dict) => dict.get(&Value::Str(key.clone()))?,
        Value::Host(host) if host.mapping().is_some() => {
            return host.index(&Value::Str(key.clone()));
        }
        _ => return Err(Error::new("format requires a mapping")),
    };
    found.ok_or_else(|| Error::new(format!("key not found: {key}")))
}

fn convert(conversion: u8, arg: &Value, floats: FloatText, out: &mut Vec<u8>) -> Result<()> {
    match conversion {
        b's' => {
            if let Value::Str(text) = arg {
                out.extend_from_slice(text.as_bytes());
                return Ok(());
            }
            let mut writer = Writer::new(floats);
            writer.str(arg)?;
            out.extend_from_slice(writer.out.as_bytes());
        }
        b'r' => {
            let mut writer = Writer::new(floats);
            writer.repr(arg)?;
            out.extend_from_slice(writer.out.as_bytes());
        }
        b'd' | b'i' if matches!(arg, Value::Int(_)) => {
            if let Value::Int(int) = arg {
                out.extend_from_slice(super::int_text(*int).as_bytes());
            }
        }
        b'd' | b'i' | b'o' | b'x' | b'X' => {
            let whole = match arg {
                Value::Int(_) | Value::BigInt(_) => arg.clone(),
                Value::Float(float) => truncate(*float)?,
                _ => {
                    let message = format!(
                        "%{} format requires integer: cannot convert {} to int",
                        conversion as char,
                        arg.type_name()
                    );
                    return Err(Error::new(message).note(Some("%s takes any value".to_owned())));
                }
            };
            let int = to_big(&whole).unwrap_or_default();
            count_products(&int, &int)?;
            let text = match conversion {
                b'o' => int.to_str_radix(8),
                b'x' => int.to_str_radix(16),
                b'X' => int.to_str_radix(16).to_uppercase(),
                _ => int.to_string(),
            };
            out.extend_from_slice(text.as_bytes());
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
            let Ok(float) = to_float(arg) else {
                let conversion = conversion as char;
                let kind = arg.type_name();
                let message = format!("%{conversion} format requires float, not {kind}");
                return Err(Error::new(message));
            };
            let mut text = String::new();
            match conversion {
                _ if !float.is_finite() => super::write_float(float, floats, &mut text),
                b'e' | b'E' => scientific(float, &mut text),
                b'f' | b'F' => {
                    use std::fmt::Write;
                    let _ = write!(text, "{float:.6}");
                }
                _ if floats == FloatText::Shortest => super::write_float(float, floats, &mut text),
                // With all necessary digits, unlike `str`.
                _ => general(float, None, &mut text),
            }
            if conversion.is_ascii_uppercase() && float.is_finite() {
                text.make_ascii_uppercase();
            }
            out.extend_from_slice(text.as_bytes());
        }
        b'c' => match arg {
            Value::Str(text) => match text.as_str().map(|s| (s.chars().next(), s.chars().nth(1))) {
                Some((Some(_), None)) => out.extend_from_slice(text.as_bytes()),
                _ => return Err(Error::new("%c format requires a single-character string")),
            },
            Value::Int(_) | Value::BigInt(_) => {
                let int = to_big(arg).unwrap_or_default();
                let code = int.to_u32().filter(|code| *code <= u32::from(char::MAX));
                let code = code.ok_or_else(|| {
                    Error::new(format!("%c format requires a valid Unicode code point, got {int}"))
                })?;
                // Surrogates are code points, but not characters.
                let char = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
            }
            _ => {
                return Err(Error::new(format!(
                    "%c format requires int or single-character string, not {}",
                    arg.type_name()
                )));
            }
        },
        _ => {
            let char = conversion as char;
            return Err(Error::new(format!("unknown conversion %{char}")));
        }
    }
    Ok(())
}
