//! Scans the tokens of JSON text, with the error messages of the reference.

use yardstick_starlark::{Error, Result, Text, Value};

/// Reads JSON text from left to right.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The error for the first number beyond the range of floats. It is reported only if the rest is valid.
    pub(super) out_of_range: Option<Error>,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, out_of_range: None }
    }

    /// Returns the next byte that is not white space.
    pub(super) fn next_token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    /// Describes what is wrong with the next byte, where white space would be allowed.
    pub(super) fn unexpected(&self, context: &str) -> Error {
        match self.peek() {
            Some(byte) => invalid(byte, context),
            None => Error::new("unexpected end of JSON input"),
        }
    }

    /// Describes what is wrong with the next byte inside a token. The end counts as white space.
    fn broken(&self, context: &str) -> Error {
        invalid(self.peek().unwrap_or(b' '), context)
    }

    /// Reads a key and the colon after it.
    pub(super) fn key(&mut self) -> Result<Text> {
        if self.next_token() != Some(b'"') {
            let note = match self.peek() {
                Some(b'\'') => {
                    Some("JSON has double quotes only: {\"key\": ...}; yaml.decode reads both")
                }
                Some(b'}') => Some("JSON has no comma after the last item; yaml.decode allows one"),
                Some(_) => {
                    Some("keys of JSON are quoted: {\"key\": ...}; yaml.decode reads others")
                }
                None => None,
            };
            let error = self.unexpected("looking for beginning of object key string");
            return Err(error.note(note.map(str::to_owned)));
        }
        let key = self.string()?;
        if self.next_token() != Some(b':') {
            return Err(self.unexpected("after object key"));
        }
        self.advance();
        Ok(key)
    }

    /// Reads a string, number or literal.
    pub(super) fn scalar(&mut self) -> Result<Value> {
        match self.next_token() {
            Some(b'"') => self.string().map(Value::Str),
            Some(b'-' | b'0'..=b'9') => self.number().map(Value::Float),
            Some(b't') => self.literal("true", Value::Bool(true)),
            Some(b'f') => self.literal("false", Value::Bool(false)),
            Some(b'n') => self.literal("null", Value::None),
            _ => Err(self.unexpected("looking for beginning of value")),
        }
    }

    fn literal(&mut self, word: &str, value: Value) -> Result<Value> {
        for expected in word.bytes() {
            if self.peek() != Some(expected) {
                let expected = char::from(expected);
                return Err(self.broken(&format!("in literal {word} (expecting '{expected}')")));
            }
            self.advance();
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<f64> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.advance();
        }
        match self.peek() {
            Some(b'0') => self.advance(),
            _ => self.digits("in numeric literal")?,
        }
        if self.peek() == Some(b'.') {
            self.advance();
            self.digits("after decimal point in numeric literal")?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.advance();
            if let Some(b'+' | b'-') = self.peek() {
                self.advance();
            }
            self.digits("in exponent of numeric literal")?;
        }
        let text = String::from_utf8_lossy(&self.bytes[start..self.at]);
        let number = text.parse().unwrap_or(f64::INFINITY);
        if number.is_infinite() {
            self.out_of_range.get_or_insert_with(|| {
                Error::new(format!(
                    "json: cannot unmarshal number {text} into Go value of type float64"
                ))
            });
        }
        Ok(number)
    }

    /// Reads one digit or more.
    fn digits(&mut self, context: &str) -> Result<()> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.broken(context));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.advance();
        }
        Ok(())
    }

    fn string(&mut self) -> Result<Text> {
        self.advance();
        let mut out = String::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
                self.advance();
            }
            push_lossy(&mut out, &self.bytes[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.advance();
                    return Ok(out.into());
                }
                Some(b'\\') => {
                    self.advance();
                    out.push(self.escape()?);
                }
                _ => return Err(self.unexpected("in string literal")),
            }
        }
    }

    /// Reads what follows a backslash.
    fn escape(&mut self) -> Result<char> {
        let char = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.advance();
                return self.unicode_escape();
            }
            _ => return Err(self.broken("in string escape code")),
        };
        self.advance();
        Ok(char)
    }

    /// Reads the character of `\uXXXX`, or of two that form a surrogate pair. A lone surrogate is invalid.
    fn unicode_escape(&mut self) -> Result<char> {
        let unit = self.code_unit()?;
        if (0xD800..0xDC00).contains(&unit) && self.bytes[self.at..].starts_with(b"\\u") {
            let behind = self.at;
            self.at += 2;
            let second = self.code_unit()?;
            if (0xDC00..0xE000).contains(&second) {
                let code = 0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = behind;
        }
        Ok(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn code_unit(&mut self) -> Result<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.broken("in \\u hexadecimal character escape"));
            };
            unit = unit * 16 + digit;
            self.advance();
        }
        Ok(unit)
    }
}

fn invalid(byte: u8, context: &str) -> Error {
    let quoted = match byte {
        b'\'' => r"'\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        _ => {
            let quoted = Value::str(char::from(byte)).to_repr();
            format!("'{}'", &quoted[1..quoted.len() - 1])
        }
    };
    Error::new(format!("invalid character {quoted} {context}"))
}

/// Appends `bytes`, with U+FFFD for each invalid byte.
fn push_lossy(out: &mut String, bytes: &[u8]) {
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
}
