//! Writes a scalar in place of another, for fixes and completion.

use crate::{
    Resolver, Scalar, Style,
    print::write_json_string,
    resolve::{is_plain_string, plain},
};

/// Writes `text` as a string in the style of the scalar that it replaces.
pub fn in_style(text: &str, style: Style) -> String {
    match style {
        Style::DoubleQuoted => quoted(text),
        Style::SingleQuoted if !text.contains('\n') => format!("'{}'", text.replace('\'', "''")),
        _ if is_safe_plain(text) => text.to_owned(),
        _ => quoted(text),
    }
}

/// Writes `text` as a key of a YAML 1.2 document, in which `on` and `$id` need no quotes.
pub fn key(text: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || "._-/$+".contains(c);
    let is_plain = matches!(plain(text, Resolver::Core12), Scalar::Str(_))
        && text.chars().all(is_safe)
        && text.starts_with(|c: char| c.is_alphanumeric() || "_$./".contains(c))
        && text != "...";
    if is_plain { text.to_owned() } else { in_style(text, Style::Plain) }
}

/// Writes `text` in double quotes.
pub fn quoted(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    write_json_string(&mut out, text.as_bytes(), false);
    String::from_utf8_lossy(&out).into_owned()
}

/// Whether unquoted `text` is read as this string everywhere, and in all versions of YAML.
pub fn is_safe_plain(text: &str) -> bool {
    let is_safe =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '/' | '+' | '~' | ' ');
    is_plain_string(text)
        && matches!(plain(text, Resolver::Core12), Scalar::Str(_))
        && text.chars().all(is_safe)
        && text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '.'))
        && !text.ends_with(' ')
        && text != "..."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_quotes_where_they_need_them() {
        for text in ["on", "$schema", "a-b", "no", "x/y"] {
            assert_eq!(key(text), text);
        }
        for text in ["", "1", "null", "a: b", "true", "-a", "@x", "..."] {
            assert_eq!(key(text), quoted(text));
        }
    }

    #[test]
    fn quotes_stay_and_are_added_where_they_are_needed() {
        assert_eq!(in_style("info", Style::Plain), "info");
        assert_eq!(in_style("info", Style::DoubleQuoted), "\"info\"");
        assert_eq!(in_style("it's", Style::SingleQuoted), "'it''s'");
        assert_eq!(in_style("big thing", Style::Plain), "big thing");
        assert_eq!(in_style("a\\b c", Style::Plain), r#""a\\b c""#);
        for text in ["True", "Off", "NULL", "0x1f", "0o17", "1_000", "1:30", "a ", " a"] {
            assert!(in_style(text, Style::Plain).starts_with('"'), "{text}");
        }
        for text in ["no", "1.10", "a: b", "a #b", "- a", "[a", "", "-", "a, b", "*a", "a\nb"] {
            assert!(in_style(text, Style::Plain).starts_with('"'), "{text}");
        }
    }
}
