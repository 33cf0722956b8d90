//! Decodes TOML text to values: tables are dicts with sorted keys.

use toml::{
    Spanned,
    de::{DeFloat, DeInteger, DeTable, DeValue, Error as ParseError},
};
use yardstick_starlark::{Dict, Error, Result, Text, Value, memory, meter};

/// The maximum memory for reading one byte of a document.
const NODE_BYTES: usize = 64;

/// Returns the dict of `text`.
pub(super) fn decode(text: &Text) -> Result<Value> {
    let text = text.as_str().ok_or_else(|| Error::new("toml: invalid UTF-8"))?;
    meter::work(text.len())?;
    memory::check_live(text.len().saturating_mul(NODE_BYTES))?;
    let whole = DeTable::parse(text).map_err(|error| fault(&error, text))?;
    table(whole.get_ref(), text)
}

/// Converts a table. Recursion is safe because the parser limits the depth.
fn table(table: &DeTable<'_>, text: &str) -> Result<Value> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, item) in table {
        entries.push((Value::from(key.get_ref().as_ref()), value(item, text)?));
    }
    entries.sort_by(|(a, _), (b, _)| a.as_str().cmp(&b.as_str()));
    Dict::from_entries(entries).map(Value::Dict)
}

fn value(item: &Spanned<DeValue<'_>>, text: &str) -> Result<Value> {
    let written = || text.get(item.span()).unwrap_or_default();
    let refused = |message: String| Err(located(text, item.span().start, &message));
    match item.get_ref() {
        DeValue::String(string) => Ok(Value::from(string.as_ref())),
        DeValue::Boolean(value) => Ok(Value::Bool(*value)),
        DeValue::Integer(digits) => match integer(digits) {
            Some(integer) => Ok(Value::Int(integer)),
            None => refused(format!("{} is out of range for int64", written())),
        },
        DeValue::Float(digits) => match float(digits) {
            Some(float) => Ok(Value::Float(float)),
            None => refused(format!("{} is out of range for float64", written())),
        },
        DeValue::Datetime(_) => {
            refused(format!("dates and times are not supported: {}", written()))
        }
        DeValue::Array(items) => {
            let items = items.iter().map(|item| value(item, text)).collect::<Result<_>>()?;
            Ok(Value::list(items))
        }
        DeValue::Table(inner) => table(inner, text),
    }
}

fn integer(digits: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(digits.as_str(), digits.radix()).ok()
}

/// Returns `None` for digits beyond the range of floats.
fn float(digits: &DeFloat<'_>) -> Option<f64> {
    let text = digits.as_str();
    let float: f64 = text.parse().ok()?;
    (float.is_finite() || !text.contains(|char: char| char.is_ascii_digit())).then_some(float)
}

fn fault(error: &ParseError, text: &str) -> Error {
    let at = error.span().map_or(0, |span| span.start.min(text.len()));
    // A position may be inside a character.
    let (before, rest) = text.as_bytes().split_at(at);
    if rest.trim_ascii().is_empty() && before.trim_ascii_end().ends_with(b"=") {
        return located(text, at, "unexpected EOF; expected value");
    }
    located(text, at, error.message())
}

/// Creates an error at byte `at`, with the last key that was read.
fn located(text: &str, at: usize, message: &str) -> Error {
    let before = &text.as_bytes()[..at];
    let line = 1 + memchr::memchr_iter(b'\n', before).count();
    let key = before.rsplit(|byte| *byte == b'\n').find_map(|line| {
        let end = memchr::memchr(b'=', line)?;
        Some(Text::from(line[..end].trim_ascii()))
    });
    Error::new(match key {
        Some(key) => {
            let key = Value::Str(key).to_repr();
            format!("toml: line {line} (last key {key}): {message}")
        }
        None => format!("toml: line {line}: {message}"),
    })
}

#[cfg(test)]
mod tests {
    use super::decode;

    fn text(toml: &str) -> String {
        match decode(&toml.into()) {
            Ok(value) => value.to_repr(),
            Err(error) => error.message().to_owned(),
        }
    }

    #[test]
    fn values() {
        let cases = [
            ("", "{}"),
            (
                "z = 1\na = 'x'\n[t]\nb = true\n[t.a]\nq = [1.5, -inf]",
                r#"{"a": "x", "t": {"a": {"q": [1.5, -Inf]}, "b": True}, "z": 1}"#,
            ),
            ("[[s]]\nh = 0x1F\n[[s]]\nh = 1_000", r#"{"s": [{"h": 31}, {"h": 1000}]}"#),
            ("a.b.c = \"\"\"x\ny\"\"\"", r#"{"a": {"b": {"c": "x\ny"}}}"#),
        ];
        for (toml, expected) in cases {
            assert_eq!(text(toml), expected, "{toml}");
        }
    }

    #[test]
    fn faults() {
        let cases = [
            ("z = ", r#"toml: line 1 (last key "z"): unexpected EOF; expected value"#),
            ("a = 1\na = 2", r#"toml: line 2 (last key "a"): duplicate key"#),
            (
                "x = 99999999999999999999",
                r#"toml: line 1 (last key "x"): 99999999999999999999 is out of range for int64"#,
            ),
            ("x = 1e400", r#"toml: line 1 (last key "x"): 1e400 is out of range for float64"#),
            (
                "d = 1979-05-27",
                r#"toml: line 1 (last key "d"): dates and times are not supported: 1979-05-27"#,
            ),
        ];
        for (toml, expected) in cases {
            assert_eq!(text(toml), expected, "{toml}");
        }
        for deep in ["a = [", "a = {b = ", "a."] {
            assert!(decode(&deep.repeat(100_000).into()).is_err());
        }
    }
}
