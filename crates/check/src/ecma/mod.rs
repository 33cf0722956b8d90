//! Translates regular expressions from the syntax that JSON Schema uses, ECMA-262 with the extensions of its Annex B,
//! to the syntax of the engine.
//!
//! The engine reads patterns in the syntax of a Rust crate. It rejects `[^]`, `\k<name>`, a literal `{` and `[\d-x]`,
//! and gives a different meaning to `.` and, next to a lookaround, to `\d`. So patterns are translated before the
//! engine sees them. Syntax that is not ECMA-262 (`(?>a)`, `\A`) passes through unchanged: the engine either accepts
//! or rejects it.

use std::fmt::Write;

use yardstick_world::paths::percent_decoded;
use yardstick_yaml::json::unescape;

mod advice;
mod class;
mod escape;
mod groups;
mod translate;

pub(crate) use advice::advice;

/// Returns `pattern` in the engine's syntax, or `None` if it needs no change.
pub(crate) fn translated(pattern: &str) -> Option<String> {
    if pattern.bytes().all(is_plain) {
        return None;
    }
    translate::translate(pattern).map(|translated| translated.text).filter(|text| text != pattern)
}

/// Estimates the size of the automaton for `pattern`, in character ranges.
pub(crate) fn weight(pattern: &str) -> u64 {
    if pattern.bytes().all(is_plain) {
        return pattern.len() as u64;
    }
    translate::weight(pattern).unwrap_or_else(|| yardstick_re2::weight(pattern))
}

/// Whether `pattern` is valid ECMA-262.
pub(crate) fn is_known(pattern: &str) -> bool {
    translate::translate(pattern).is_some()
}

/// Whether `text` is valid for `format: regex`, which allows no extensions of other dialects.
pub(crate) fn is_regex(text: &str) -> bool {
    translate::translate(text).is_some_and(|translated| translated.is_proper)
}

/// Whether the byte has the same meaning in both syntaxes.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'^' | b'$' | b'-' | b'_' | b'/' | b' ' | b':')
}

/// Translates the names below `patternProperties` in `location`, a JSON pointer or a URL with one, to the engine's
/// syntax. Returns `None` if nothing changes.
pub(crate) fn translated_location(location: &str) -> Option<String> {
    renamed(location, translated)
}

/// Applies `rename` to the names below `patternProperties` in `location`. Returns `None` if nothing changes.
pub(crate) fn renamed(location: &str, rename: impl Fn(&str) -> Option<String>) -> Option<String> {
    if !location.contains("/patternProperties/") {
        return None;
    }
    match location.split_once('#') {
        Some((url, fragment)) if !location.starts_with('/') => {
            let pointer = renamed_pointer(&percent_decoded(fragment), rename)?;
            Some(format!("{url}#{}", encode(&pointer)))
        }
        _ => renamed_pointer(location, rename),
    }
}

fn renamed_pointer(pointer: &str, rename: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut is_pattern = false;
    let mut is_changed = false;
    let mut out = String::with_capacity(pointer.len());
    for (at, segment) in pointer.split('/').enumerate() {
        if at > 0 {
            out.push('/');
        }
        let name = if is_pattern { rename(&unescape(segment)) } else { None };
        is_pattern = segment == "patternProperties";
        is_changed |= name.is_some();
        match name {
            Some(name) => out.push_str(&name.replace('~', "~0").replace('/', "~1")),
            None => out.push_str(segment),
        }
    }
    is_changed.then_some(out)
}

/// Encodes a pointer as a URL fragment, in the same way as the engine.
fn encode(pointer: &str) -> String {
    let mut out = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(pattern: &str, expected: &str) {
        assert_eq!(translated(pattern).as_deref().unwrap_or(pattern), expected, "{pattern}");
    }

    #[test]
    fn what_everyone_reads_alike_stays() {
        for pattern in
            ["^a$", "^(a|b)$", r"^\S*$", r"^\d+\.\d+$", "[a-z0-9]+", r"^\$ref$", "a{2,3}?"]
        {
            becomes(pattern, pattern);
        }
    }

    #[test]
    fn braces_and_brackets_may_be_literal() {
        becomes("^{{x}}$", r"^\{\{x\}\}$");
        becomes("a{,3}", r"a\{,3\}");
        becomes("a]", r"a\]");
        becomes("[^]", "[\\u0000-\u{10FFFF}]");
        becomes("[]", "[^\\u0000-\u{10FFFF}]");
    }

    #[test]
    fn classes_with_hyphens_and_classes() {
        becomes(r"[\d-x]", r"[0-9\u002dx]");
        becomes(r"[\w-.]", r"[0-9A-Z_a-z\u002d\u002e]");
        becomes("[a-z&&[b]", r"[a-z\u0026\u0026\u005bb]");
        becomes(r"[\b]", r"[\u0008]");
    }

    #[test]
    fn escapes() {
        becomes(r"\ud83d\ude00", "\u{1F600}");
        becomes(r"[\ud83d\ude00-\ud83d\ude4f]", "[\u{1F600}-\u{1F64F}]");
        becomes(r"\u{1F600}", "\u{1F600}");
        becomes(r"\cJ", r"\u000a");
        becomes(r"\0", r"\u0000");
        becomes(r"\-\/\_\:", "-/_:");
        becomes(r"(a)\1", r"(?=)(a)(?(1)\1|)");
        becomes(r"(?<q>a)\k<q>", r"(?=)(a)(?(1)\1|)");
        becomes(r"\1", r"\u0001");
        becomes(r"\p{L}", r"\p{L}");
    }

    /// Each of these would take minutes if every opening bracket were searched to the end of the text.
    #[test]
    fn what_is_opened_and_not_closed_takes_time_in_proportion() {
        for piece in ["{", "{1", "(?<a", r"\u{1", r"\p{L", r"\k<a", "(?"] {
            let _ = is_regex(&piece.repeat(200_000));
        }
        becomes("{{{", r"\{\{\{");
    }

    #[test]
    fn large_repetitions_are_counted() {
        becomes("^[a-z]{1,255}$", "^[a-z]{1,255}$");
        becomes("^a{1,9999}$", "^(?:(?=)a){1,9999}$");
        becomes(r"^[\p{L}\d]{1,255}$", r"^(?:(?=)[0-9\p{L}]){1,255}$");
        becomes("^(?:[^/]{1,255}/){0,255}$", r"^(?:(?=)(?:(?:(?=)[^\u002f]){1,255}/)){0,255}$");
        // Nested repetitions are counted only if they are too large to expand.
        becomes("(a{1,90}b?){1,90}", "(a{1,90}b?){1,90}");
    }

    #[test]
    fn patterns_match_as_in_ecma_262() {
        for (pattern, text, expected) in [
            (r"^(x)?\1y$", "y", true),
            (r"^(x)?\1y$", "xxy", true),
            (r"^(x)?\1y$", "xy", false),
            (r"^(?:(a)|b)\1$", "b", true),
            (r"^\2(a)(b)$", "ab", true),
            (r"^\k<a>(?<a>x)$", "x", true),
            (r#"^("|')?[^"']*\1$"#, "abc", true),
            (r#"^("|')?[^"']*\1$"#, "\"abc\"", true),
            (r#"^("|')?[^"']*\1$"#, "\"abc", false),
            (r"^[\p{L}\p{N}]{1,255}$", "aaaa", true),
            (r"^[\p{L}\p{N}]{1,255}$", "aa a", false),
            (r"^.{1,65535}$", "a", true),
            (r"^.{3,65535}$", "ab", false),
            (r"^(?:[^/]{1,255}/){0,255}[^/]{1,255}$", "a/b/c", true),
            (r"^(?:[^/]{1,255}/){0,255}[^/]{1,255}$", "a//c", false),
            (r"^([^\x00-\x1f]{1,1000}){1,100}$", "abc", true),
            (r"^(?:)*$", "", true),
        ] {
            let written = translated(pattern).unwrap_or_else(|| pattern.to_owned());
            let regex = fancy_regex::Regex::new(&written).unwrap();
            assert_eq!(regex.is_match(text).unwrap(), expected, "{pattern} {text}");
        }
        let letters = "é".repeat(256);
        let regex = translated(r"^\p{L}{1,255}$").unwrap();
        let regex = fancy_regex::Regex::new(&regex).unwrap();
        assert!(regex.is_match(&letters[2..]).unwrap() && !regex.is_match(&letters).unwrap());
    }

    #[test]
    fn classes_next_to_lookarounds_are_those_of_ascii() {
        becomes(r"(?!a)\d", "(?!a)[0-9]");
        becomes(r"\d", r"\d");
    }

    #[test]
    fn other_languages_go_to_the_engine() {
        for pattern in
            [r"\Aa", "(?>a)", "a++", "a**", "(a", "a)", "[a", "a{3,1}", "[z-a]", "*a", "(?P<a>.)"]
        {
            assert_eq!(translated(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn pointers_name_translated_patterns() {
        let pointer = "/properties/patternProperties/patternProperties/^a.~1$/type";
        let expected =
            r"/properties/patternProperties/patternProperties/^a[^\n\r\u2028\u2029]~1$/type";
        assert_eq!(translated_location(pointer).as_deref(), Some(expected));
    }
}
