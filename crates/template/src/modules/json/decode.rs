//! Decodes JSON text to values: numbers are floats, objects are dicts with sorted keys.
//!
//! Open arrays and objects are on an explicit stack, so that nesting does not use the native stack.

use yardstick_starlark::{Dict, Result, Text, Value, memory};

use super::scan::Scanner;

/// Deeper nesting is rejected, here and in the reference.
const MAX_DEPTH: usize = 10_000;

/// An open collection.
enum Open {
    Array(Vec<Value>),
    Object { entries: Vec<(Text, Value)>, key: Text },
}

/// Returns the value of `text`.
pub(super) fn decode(text: &[u8]) -> Result<Value> {
    let mut scanner = Scanner::new(text);
    let mut open: Vec<Open> = Vec::new();
    loop {
        let value = match scanner.next_token() {
            Some(bracket @ (b'[' | b'{')) => {
                if open.len() >= MAX_DEPTH {
                    return Err(scanner.unexpected("exceeded max depth"));
                }
                scanner.advance();
                match begin(&mut scanner, bracket)? {
                    Ok(begun) => {
                        open.push(begun);
                        continue;
                    }
                    Err(empty) => empty,
                }
            }
            _ => scanner.scalar()?,
        };
        if let Some(value) = complete(&mut scanner, &mut open, value)? {
            return match scanner.out_of_range {
                Some(error) => Err(error),
                None => Ok(value),
            };
        }
    }
}

/// Starts a collection, or returns its value if it is empty.
fn begin(scanner: &mut Scanner<'_>, bracket: u8) -> Result<std::result::Result<Open, Value>> {
    let next = scanner.next_token();
    if bracket == b'[' {
        if next == Some(b']') {
            scanner.advance();
            return Ok(Err(Value::list(Vec::new())));
        }
        return Ok(Ok(Open::Array(Vec::new())));
    }
    if next == Some(b'}') {
        scanner.advance();
        return Ok(Err(Value::Dict(Dict::new())));
    }
    Ok(Ok(Open::Object { entries: Vec::new(), key: scanner.key()? }))
}

/// Adds `value` to its collection, and ends the collections that end after it. Returns the result when nothing is
/// open any more.
fn complete(
    scanner: &mut Scanner<'_>,
    open: &mut Vec<Open>,
    mut value: Value,
) -> Result<Option<Value>> {
    loop {
        let next = scanner.next_token();
        match open.last_mut() {
            None if next.is_none() => return Ok(Some(value)),
            None => return Err(scanner.unexpected("after top-level value")),
            Some(Open::Array(items)) => {
                if items.len() == items.capacity() {
                    memory::reserve_items::<Value>(items.len() * 2)?;
                }
                items.push(value);
                match next {
                    Some(b',') => {
                        scanner.advance();
                        return Ok(None);
                    }
                    Some(b']') => value = Value::list(std::mem::take(items)),
                    _ => return Err(scanner.unexpected("after array element")),
                }
            }
            Some(Open::Object { entries, key }) => {
                if entries.len() == entries.capacity() {
                    memory::reserve_items::<(Text, Value)>(entries.len() * 2)?;
                }
                entries.push((std::mem::replace(key, Text::EMPTY), value));
                match next {
                    Some(b',') => {
                        scanner.advance();
                        *key = scanner.key()?;
                        return Ok(None);
                    }
                    Some(b'}') => value = object(std::mem::take(entries))?,
                    _ => return Err(scanner.unexpected("after object key:value pair")),
                }
            }
        }
        scanner.advance();
        open.pop();
    }
}

/// Creates the dict of `entries`. For equal keys, the last value wins.
fn object(mut entries: Vec<(Text, Value)>) -> Result<Value> {
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    let entries = entries.into_iter().map(|(key, value)| (Value::Str(key), value));
    Dict::from_entries(entries).map(Value::Dict)
}

#[cfg(test)]
mod tests {
    use super::decode;

    fn text(json: &[u8]) -> String {
        match decode(json) {
            Ok(value) => value.to_repr(),
            Err(error) => error.message().to_owned(),
        }
    }

    #[test]
    fn values() {
        let cases = [
            ("[]", "[]"),
            (" { } ", "{}"),
            (r#"{"b":[1,true,null],"a":{"c":"d"}}"#, r#"{"a": {"c": "d"}, "b": [1, True, None]}"#),
            (r#"{"z":1,"a":0,"z":2}"#, r#"{"a": 0, "z": 2}"#),
            (r#""\u00e9\ud83d\ude00\/\b""#, r#""é😀/\b""#),
            (r#""\ud800x\udc00""#, "\"\u{fffd}x\u{fffd}\""),
            (r#""\ud800\u0041""#, "\"\u{fffd}A\""),
            ("-0.5e+2", "-50"),
            ("1e-400", "0"),
        ];
        for (json, expected) in cases {
            assert_eq!(text(json.as_bytes()), expected, "{json}");
        }
        assert_eq!(text(b"\"a\xff\xfeb\""), "\"a\u{fffd}\u{fffd}b\"");
    }

    #[test]
    fn faults() {
        let cases = [
            ("", "unexpected end of JSON input"),
            ("[1,", "unexpected end of JSON input"),
            ("\"abc", "unexpected end of JSON input"),
            ("{\"a\"", "unexpected end of JSON input"),
            ("{bad", "invalid character 'b' looking for beginning of object key string"),
            ("{\"a\":1,}", "invalid character '}' looking for beginning of object key string"),
            ("{\"a\" 1}", "invalid character '1' after object key"),
            ("{\"a\":1 \"b\"}", "invalid character '\"' after object key:value pair"),
            ("[1 2]", "invalid character '2' after array element"),
            ("[1,]", "invalid character ']' looking for beginning of value"),
            ("1 2", "invalid character '2' after top-level value"),
            ("01", "invalid character '1' after top-level value"),
            ("'a'", "invalid character '\\'' looking for beginning of value"),
            ("tru", "invalid character ' ' in literal true (expecting 'e')"),
            ("nulL", "invalid character 'L' in literal null (expecting 'l')"),
            ("-", "invalid character ' ' in numeric literal"),
            ("1.x", "invalid character 'x' after decimal point in numeric literal"),
            ("1e", "invalid character ' ' in exponent of numeric literal"),
            ("\"\n\"", "invalid character '\\n' in string literal"),
            ("\"\\x\"", "invalid character 'x' in string escape code"),
            ("\"\\u12g4\"", "invalid character 'g' in \\u hexadecimal character escape"),
            ("é", "invalid character 'Ã' looking for beginning of value"),
            ("[1e400]", "json: cannot unmarshal number 1e400 into Go value of type float64"),
            ("[1e400", "unexpected end of JSON input"),
        ];
        for (json, expected) in cases {
            assert_eq!(text(json.as_bytes()), expected, "{json}");
        }
    }

    #[test]
    fn nesting_ends_in_an_error() {
        assert!(decode("[".repeat(10_000).as_bytes()).is_err());
        let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(decode(deep.as_bytes()).is_ok());
        let endless = "[".repeat(1_000_000);
        assert_eq!(text(endless.as_bytes()), "invalid character '[' exceeded max depth");
    }
}
