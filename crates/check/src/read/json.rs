//! Parses JSON, JSONC and JSON5. Strict JSON is only validated; the others are rewritten as plain JSON.

use std::{iter::Peekable, str::Chars};

use serde_json::Value as Json;

use super::{
    Places,
    fault::{Fault, Problem},
    help,
};

/// The extensions to JSON that are allowed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rules {
    comments: bool,
    trailing_commas: bool,
    /// Single quotes, unquoted names, and more ways to write numbers.
    json5: bool,
}

impl Rules {
    const STRICT: Self = Self { comments: false, trailing_commas: false, json5: false };
    pub(super) const COMMENTED: Self = Self { comments: true, trailing_commas: true, json5: false };
    pub(super) const JSON5: Self = Self { comments: true, trailing_commas: true, json5: true };
}

/// Checks that `text` is strict JSON.
pub(super) fn check(text: &str) -> Result<(), Problem> {
    Reader::new(text, Rules::STRICT, None).document()
}

/// Rewrites `text` as strict JSON.
pub(super) fn write(text: &str, rules: Rules, places: &mut Places) -> Result<String, Problem> {
    let mut out = String::with_capacity(text.len());
    Reader::new(text, rules, Some((&mut out, places))).document()?;
    Ok(out)
}

/// Appends `text`, strict JSON that starts at offset `start` of the file, to `out`.
pub(super) fn append(
    text: &str,
    start: usize,
    out: &mut String,
    places: &mut Places,
) -> Result<(), Problem> {
    let mut reader = Reader::new(text, Rules::STRICT, Some((out, places)));
    reader.base = start;
    reader.document()
}

/// An open container, and what may come next in it.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Object,
    Array,
}

struct Reader<'t, 'o> {
    text: &'t str,
    at: usize,
    base: usize,
    rules: Rules,
    out: Option<(&'o mut String, &'o mut Places)>,
}

impl<'t, 'o> Reader<'t, 'o> {
    fn new(text: &'t str, rules: Rules, out: Option<(&'o mut String, &'o mut Places)>) -> Self {
        Self { text, at: 0, base: 0, rules, out }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fail<T>(&self, at: usize, fault: impl Into<Fault>) -> Result<T, Problem> {
        Err(Problem::new(self.base + at, fault))
    }

    fn emit(&mut self, token: &str, from: usize) {
        let (from, to) = (self.base + from, self.base + self.at);
        if let Some((out, places)) = &mut self.out {
            places.push(out, token, from, to);
        }
    }

    /// Parses exactly one value. Uses an explicit stack, because documents may be deep.
    fn document(&mut self) -> Result<(), Problem> {
        let mut open: Vec<Open> = Vec::new();
        self.blank()?;
        if self.peek().is_none() {
            return self.fail(self.at, "the file is empty: a JSON document is one value");
        }
        loop {
            // Expect a value.
            let from = self.at;
            match self.peek() {
                Some(bracket @ (b'{' | b'[')) => {
                    self.at += 1;
                    let kind = if bracket == b'{' { Open::Object } else { Open::Array };
                    self.emit(if kind == Open::Object { "{" } else { "[" }, from);
                    open.push(kind);
                    self.blank()?;
                    if !self.closes(&mut open) {
                        self.key(&open)?;
                        continue;
                    }
                }
                _ => self.scalar()?,
            }
            // A value is complete.
            loop {
                self.blank()?;
                if open.is_empty() {
                    return match self.peek() {
                        None => Ok(()),
                        Some(_) => self.fail(self.at, Fault::AfterEnd),
                    };
                }
                if self.closes(&mut open) {
                    continue;
                }
                let comma = self.at;
                if self.peek() != Some(b',') {
                    let end = if open.last() == Some(&Open::Object) { '}' } else { ']' };
                    return self.fail(self.at, Fault::Comma(end));
                }
                self.at += 1;
                self.blank()?;
                if matches!(self.peek(), Some(b'}' | b']')) {
                    if !self.rules.trailing_commas {
                        return self.fail(comma, Fault::TrailingComma);
                    }
                    if self.closes(&mut open) {
                        continue;
                    }
                }
                let after = self.at;
                self.at = comma + 1;
                self.emit(",", comma);
                self.at = after;
                self.key(&open)?;
                break;
            }
        }
    }

    /// Consumes the end of the innermost container, if it is next.
    fn closes(&mut self, open: &mut Vec<Open>) -> bool {
        let (byte, token) = match open.last() {
            Some(Open::Object) => (b'}', "}"),
            Some(Open::Array) => (b']', "]"),
            None => return false,
        };
        if self.peek() != Some(byte) {
            return false;
        }
        let from = self.at;
        self.at += 1;
        self.emit(token, from);
        open.pop();
        true
    }

    /// Inside an object, parses the key and the colon.
    fn key(&mut self, open: &[Open]) -> Result<(), Problem> {
        if open.last() != Some(&Open::Object) {
            return Ok(());
        }
        let from = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'\'') if self.rules.json5 => self.string()?,
            Some(b'}' | b',') | None => return self.fail(from, "expected a key"),
            _ => {
                let name = self.word();
                if name.is_empty() || !self.rules.json5 {
                    return self.fail(from, Fault::UnquotedKey);
                }
                let quoted = Json::from(name).to_string();
                self.emit(&quoted, from);
            }
        }
        self.blank()?;
        if self.peek() != Some(b':') {
            return self.fail(self.at, Fault::Colon);
        }
        let from = self.at;
        self.at += 1;
        self.emit(": ", from);
        self.blank()
    }

    fn scalar(&mut self) -> Result<(), Problem> {
        let from = self.at;
        match self.peek() {
            None => self.fail(from, "expected a value, but the text ends"),
            Some(b'"') => self.string(),
            Some(b'\'') if self.rules.json5 => self.string(),
            Some(b'\'') => self.fail(from, Fault::SingleQuotes),
            Some(b'0'..=b'9' | b'-' | b'+' | b'.') => self.number(),
            Some(_) => {
                let token = match self.word() {
                    word @ ("true" | "false" | "null") => word,
                    "Infinity" if self.rules.json5 => ".inf",
                    "NaN" if self.rules.json5 => ".nan",
                    "" => return self.fail(from, Fault::Value),
                    word => {
                        let is_foreign = help::foreign(word).is_some();
                        let fault = if is_foreign { Fault::ForeignWord } else { Fault::Word };
                        return self.fail(from, fault(word.to_owned()));
                    }
                };
                self.emit(token, from);
                Ok(())
            }
        }
    }

    /// Reads a word of letters, digits, `_` and `$`.
    fn word(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn number(&mut self) -> Result<(), Problem> {
        let from = self.at;
        let rest = &self.text[from..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let text = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        self.at += text.len();
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        if is_json_number(unsigned) {
            self.emit(text, from);
            return Ok(());
        }
        let digits = text.trim_start_matches(['+', '-']);
        let sign = if text.starts_with('-') { "-" } else { "" };
        let token = match digits {
            _ if !self.rules.json5 || text.len() > digits.len() + 1 => None,
            "Infinity" => Some(format!("{sign}.inf")),
            "NaN" => Some(".nan".to_owned()),
            _ => {
                if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
                    u64::from_str_radix(hex, 16).ok().map(|number| format!("{sign}{number}"))
                } else {
                    let is_number = digits.parse::<f64>().is_ok()
                        && !(digits.len() > 1
                            && digits.starts_with('0')
                            && !digits.starts_with("0."))
                        && !digits.starts_with(char::is_alphabetic);
                    is_number.then(|| format!("{sign}{digits}"))
                }
            }
        };
        match token {
            Some(token) => {
                self.emit(&token, from);
                Ok(())
            }
            None => self.fail(from, Fault::Number(text.to_owned())),
        }
    }

    fn string(&mut self) -> Result<(), Problem> {
        let from = self.at;
        let quote = self.text.as_bytes()[from];
        self.at += 1;
        let mut plain = true;
        loop {
            match self.peek() {
                None => return self.fail(from, "unterminated string"),
                Some(byte) if byte == quote => break,
                Some(b'\\') => {
                    plain &= quote == b'"' && self.escape()?;
                    if quote != b'"' {
                        self.escape()?;
                    }
                }
                Some(byte) if byte < 0x20 => {
                    let fault = match byte {
                        b'\n' | b'\r' => Fault::LineBreak,
                        _ => {
                            format!("control character U+{byte:04X} in a string: escape it").into()
                        }
                    };
                    return self.fail(self.at, fault);
                }
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        let raw = &self.text[from..self.at];
        if self.out.is_some() {
            if plain && quote == b'"' {
                self.emit(raw, from);
            } else {
                let text = unescaped(&raw[1..raw.len() - 1]);
                self.emit(&Json::from(text).to_string(), from);
            }
        }
        Ok(())
    }

    /// Reads an escape. Returns whether strict JSON has it too.
    fn escape(&mut self) -> Result<bool, Problem> {
        let from = self.at;
        let Some(c) = self.text[from + 1..].chars().next() else {
            return self.fail(from, "unterminated string");
        };
        self.at += 1 + c.len_utf8();
        match c {
            '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => Ok(true),
            'u' => {
                let digits = self.text.get(self.at..self.at + 4);
                if !digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
                {
                    return self.fail(from, "\\u needs four hexadecimal digits");
                }
                self.at += 4;
                Ok(true)
            }
            _ if self.rules.json5 => Ok(false),
            _ => self.fail(from, Fault::Escape(c)),
        }
    }

    /// Skips white space and comments.
    fn blank(&mut self) -> Result<(), Problem> {
        loop {
            let rest = &self.text[self.at..];
            let blank =
                rest.find(|c: char| !matches!(c, ' ' | '\t' | '\n' | '\r')).unwrap_or(rest.len());
            self.at += blank;
            let rest = &rest[blank..];
            let length = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                match rest.find("*/") {
                    Some(end) => end + 2,
                    None => return self.fail(self.at, "unterminated comment"),
                }
            } else if self.rules.json5 && rest.starts_with(char::is_whitespace) {
                rest.chars().next().map_or(0, char::len_utf8)
            } else {
                return Ok(());
            };
            if !self.rules.comments {
                return self.fail(self.at, Fault::Comment);
            }
            self.at += length;
        }
    }
}

/// Whether `text`, a number without its sign, is valid JSON.
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole.len() == 1 || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|text| digits(text.strip_prefix(['+', '-']).unwrap_or(text)))
}

/// Returns the text of a JSON5 string without quotes and escapes.
fn unescaped(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    let hex = |chars: &mut Peekable<Chars<'_>>, count: usize| {
        let digits: String = chars.take(count).collect();
        u32::from_str_radix(&digits, 16).unwrap_or(0xFFFD)
    };
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{C}'),
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some('v') => out.push('\u{B}'),
            Some('0') => out.push('\0'),
            Some('x') => out.push(char::from_u32(hex(&mut chars, 2)).unwrap_or('\u{FFFD}')),
            Some('u') => {
                let first = hex(&mut chars, 4);
                let pair = (0xD800..0xDC00).contains(&first) && {
                    let mut ahead = chars.clone();
                    ahead.next() == Some('\\') && ahead.next() == Some('u')
                };
                let code = if pair {
                    chars.next();
                    chars.next();
                    let second = hex(&mut chars, 4);
                    0x10000 + ((first - 0xD800) << 10) + (second.wrapping_sub(0xDC00) & 0x3FF)
                } else {
                    first
                };
                out.push(char::from_u32(code).unwrap_or('\u{FFFD}'));
            }
            // An escaped line break is not part of the text.
            Some('\r') => {
                chars.next_if_eq(&'\n');
            }
            Some('\n' | '\u{2028}' | '\u{2029}') | None => {}
            Some(other) => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_to_the_letter() {
        for text in ["1", " {\"a\": [1, -0.5e+3, \"\\u00e9\\n\", null]} ", "[]", "{}", "\"x\""] {
            assert!(check(text).is_ok(), "{text}");
        }
        for (text, at) in [
            ("", 0),
            ("[1,]", 2),
            ("{\"a\": 1,}", 7),
            ("// x\n1", 0),
            ("{a: 1}", 1),
            ("['x']", 1),
            ("[01]", 1),
            ("[+1]", 1),
            ("[.5]", 1),
            ("{\"a\" 1}", 5),
            ("[1 2]", 3),
            ("1 2", 2),
            ("[\"\\x41\"]", 2),
            ("[\"a\nb\"]", 3),
            ("[", 1),
            ("[1}", 2),
            ("NaN", 0),
        ] {
            let problem = check(text).expect_err(text);
            assert_eq!(problem.at, at, "{text}: {}", problem.fault);
        }
    }

    #[test]
    fn relatives_are_written_as_json() {
        let write = |text: &str, rules| {
            let mut places = Places::new(0);
            super::write(text, rules, &mut places).map_err(|problem| problem.fault.to_string())
        };
        let commented = "{\n// one\n\"a\": 1, /* two */ \"b\": [1, 2,],\n}";
        assert_eq!(write(commented, Rules::COMMENTED).unwrap(), "{\"a\": 1,\"b\": [1,2]}");
        assert!(write("{a: 1}", Rules::COMMENTED).is_err());
        let five = "{a: 'it\\'s', $b_1: 0x10, c: +.5, d: -Infinity, e: \"\\x41\\\n!\", f: NaN,}";
        assert_eq!(
            write(five, Rules::JSON5).unwrap(),
            "{\"a\": \"it's\",\"$b_1\": 16,\"c\": .5,\"d\": -.inf,\"e\": \"A!\",\"f\": .nan}"
        );
    }
}
