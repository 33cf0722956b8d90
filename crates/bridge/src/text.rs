//! Writes values as template code, YAML and JSON.

use std::fmt::Write;

use yardstick_yaml::print::{Scalar, write_json_string, write_one_line};

use crate::literal::Literal;

/// Writes a key or a string as YAML, on one line. Quotes and escapes what would have a special meaning as a key, and
/// characters that some readers take for the end of the line.
pub(crate) fn yaml_string(text: &str) -> String {
    if text == "<<" || text.contains(is_hidden) {
        return quoted(text, |out, c| {
            let _ = match c as u32 {
                code @ ..0x1_0000 => write!(out, "\\u{code:04x}"),
                code => write!(out, "\\U{code:08x}"),
            };
        });
    }
    let mut out = Vec::new();
    write_one_line(&mut out, Scalar::from(text));
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes `text` in double quotes. `hidden` writes the invisible characters.
fn quoted(text: &str, hidden: impl Fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_hidden(c) => hidden(&mut out, c),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether readers reject or change the character, or take it for the end of a line.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        || (c as u32) > 0xFFFF
}

/// Writes a string literal of template code. The language has escapes for bytes, but not for characters.
pub(crate) fn code_string(text: &str) -> String {
    quoted(text, |out, c| {
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    })
}

/// Writes a value as template code.
pub(crate) fn code(value: &Literal) -> String {
    match value {
        Literal::Null => "None".to_owned(),
        Literal::Bool(true) => "True".to_owned(),
        Literal::Bool(false) => "False".to_owned(),
        Literal::Int(value) => value.to_string(),
        // There is no literal for those.
        Literal::Float(value) if !value.is_finite() => format!("float(\"{value}\")"),
        Literal::Float(value) => float(*value),
        Literal::Text(text) => code_string(text),
        Literal::List(items) => format!("[{}]", code_list(items)),
        Literal::Map(members) => {
            let member =
                |(key, value): &(String, Literal)| format!("{}: {}", code_string(key), code(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
    }
}

fn json_string(text: &str) -> String {
    let mut out = Vec::new();
    write_json_string(&mut out, text.as_bytes(), false);
    String::from_utf8_lossy(&out).into_owned()
}

/// Writes a value as JSON on one line.
pub(crate) fn json(value: &Literal) -> String {
    match value {
        Literal::Text(text) => json_string(text),
        Literal::List(items) => {
            format!("[{}]", items.iter().map(json).collect::<Vec<_>>().join(", "))
        }
        Literal::Map(members) => {
            let member =
                |(key, value): &(String, Literal)| format!("{}: {}", json_string(key), json(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        scalar => yaml_scalar(scalar),
    }
}

/// Writes a value as JSON: maps on several lines, lists of scalars on one.
pub(crate) fn json_lines(out: &mut String, indent: usize, value: &Literal) {
    match value {
        Literal::Map(members) if !members.is_empty() => {
            out.push_str("{\n");
            for (at, (key, value)) in members.iter().enumerate() {
                let _ = write!(out, "{:1$}{2}: ", "", indent + 2, json_string(key));
                json_lines(out, indent + 2, value);
                out.push_str(if at + 1 < members.len() { ",\n" } else { "\n" });
            }
            let _ = write!(out, "{:indent$}}}", "");
        }
        Literal::List(items) if !items.iter().all(Literal::is_scalar) => {
            out.push_str("[\n");
            for (at, item) in items.iter().enumerate() {
                let _ = write!(out, "{:1$}", "", indent + 2);
                json_lines(out, indent + 2, item);
                out.push_str(if at + 1 < items.len() { ",\n" } else { "\n" });
            }
            let _ = write!(out, "{:indent$}]", "");
        }
        value => out.push_str(&json(value)),
    }
}

/// Writes values as template code, separated by commas.
pub(crate) fn code_list(values: &[Literal]) -> String {
    values.iter().map(code).collect::<Vec<_>>().join(", ")
}

/// Writes a scalar or an empty collection as YAML.
pub(crate) fn yaml_scalar(value: &Literal) -> String {
    match value {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Float(value) if value.is_nan() => ".nan".to_owned(),
        Literal::Float(f64::INFINITY) => ".inf".to_owned(),
        Literal::Float(f64::NEG_INFINITY) => "-.inf".to_owned(),
        Literal::Float(value) => float(*value),
        Literal::Text(text) => yaml_string(text),
        Literal::List(_) => "[]".to_owned(),
        Literal::Map(_) => "{}".to_owned(),
    }
}

/// Writes a float with a fraction or an exponent, so that it is not read as an integer.
fn float(value: f64) -> String {
    let text = format!("{value:?}");
    // Some YAML readers take `1e300` for a string.
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
        _ => text,
    }
}

/// Returns a name for a function of template code, derived from `text`.
pub(crate) fn identifier(text: &str) -> String {
    let mut name: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .take(40)
        .collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert_str(0, "type_");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_mean_something_else_are_quoted() {
        for text in ["y", "No", "on", "1", "1e3", "", "~", "0x1f", "<<"] {
            assert_eq!(yaml_string(text), format!("\"{text}\""));
        }
        for text in ["name", "example.com/team", "a-b_c", "two words", "/health"] {
            assert_eq!(yaml_string(text), text);
        }
        assert_eq!(yaml_string("a\u{85}\u{2028}\"\\"), r#""a\u0085\u2028\"\\""#);
    }

    #[test]
    fn code_has_bytes_for_what_would_end_the_line() {
        assert_eq!(code_string("é\n\u{2028}"), r#""é\n\xe2\x80\xa8""#);
        assert_eq!(code(&Literal::Float(1.0)), "1.0");
        assert_eq!(code(&Literal::Float(1e300)), "1.0e300");
    }
}
