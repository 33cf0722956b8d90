//! Reads JSON, with the offset in every error.

use num_bigint::BigInt;
use yardstick_starlark::{Dict, Error, Result, Value};

use super::MAX_DEPTH;

/// Returns the value of a JSON text.
pub(super) fn decode(text: &str) -> Result<Value> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    match reader.peek() {
        None => Ok(value),
        Some(char) => {
            Err(reader.error(&format!("unexpected character {} after value", show(char))))
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

fn show(char: char) -> String {
    match char {
        '"' => "'\"'".to_owned(),
        _ => format!("{char:?}"),
    }
}

impl<'a> Reader<'a> {
    fn error(&self, message: &str) -> Error {
        Error::new(format!("at offset {}, {message}", self.at))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the next character that is not white space.
    fn peek(&mut self) -> Option<char> {
        let blank = |char: char| matches!(char, ' ' | '\t' | '\n' | '\r');
        self.at += self.rest().len() - self.rest().trim_start_matches(blank).len();
        self.rest().chars().next()
    }

    fn next(&mut self) -> Result<char> {
        self.peek().ok_or_else(|| self.error("unexpected end of file"))
    }

    fn value(&mut self, depth: usize) -> Result<Value> {
        if depth > MAX_DEPTH {
            return Err(self.error("nesting too deep"));
        }
        match self.next()? {
            '"' => self.string(),
            '[' => self.array(depth),
            '{' => self.object(depth),
            '-' | '0'..='9' => self.number(),
            char => {
                let words = [("null", Value::None), ("true", true.into()), ("false", false.into())];
                for (word, value) in words {
                    if self.rest().starts_with(word) {
                        self.at += word.len();
                        return Ok(value);
                    }
                }
                Err(self.error(&format!("unexpected character {}", show(char))))
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        let mut items = Vec::new();
        if self.next()? == ']' {
            self.at += 1;
            return Ok(Value::list(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            match self.next()? {
                ',' => self.at += 1,
                ']' => break,
                char => {
                    let got = show(char);
                    return Err(self.error(&format!("in array, got {got}, want ',' or ']'")));
                }
            }
        }
        self.at += 1;
        Ok(Value::list(items))
    }

    fn object(&mut self, depth: usize) -> Result<Value> {
        self.at += 1;
        let dict = Dict::new();
        if self.next()? == '}' {
            self.at += 1;
            return Ok(Value::Dict(dict));
        }
        loop {
            let key = self.value(depth + 1)?;
            if !matches!(key, Value::Str(_)) {
                let got = key.type_name();
                return Err(self.error(&format!("got {got} for object key, want string")));
            }
            let char = self.next()?;
            if char != ':' {
                let got = show(char);
                return Err(self.error(&format!("after object key, got {got}, want ':'")));
            }
            self.at += 1;
            let value = self.value(depth + 1)?;
            if dict.contains(&key)? {
                return Err(self.error(&format!("object has duplicate key: {}", key.to_repr())));
            }
            dict.insert(key, value)?;
            match self.next()? {
                ',' => self.at += 1,
                '}' => break,
                char => {
                    let got = show(char);
                    return Err(self.error(&format!("in object, got {got}, want ',' or '}}'")));
                }
            }
        }
        self.at += 1;
        Ok(Value::Dict(dict))
    }

    fn number(&mut self) -> Result<Value> {
        let is_part = |char: char| matches!(char, '0'..='9' | '+' | '-' | '.' | 'e' | 'E');
        let len = self.rest().len() - self.rest().trim_start_matches(is_part).len();
        let literal = &self.rest()[..len];
        let wrong = || self.error(&format!("invalid number: {literal}"));
        let digits = literal.strip_prefix('-').unwrap_or(literal);
        let whole = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if whole == 0 || whole > 1 && digits.starts_with('0') {
            return Err(wrong());
        }
        let value = if whole == digits.len() {
            literal.parse::<BigInt>().map(Value::from).map_err(|_| wrong())?
        } else {
            literal.parse().map(Value::Float).map_err(|_| wrong())?
        };
        self.at += len;
        Ok(value)
    }

    fn string(&mut self) -> Result<Value> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let Some(char) = self.rest().chars().next() else {
                return Err(self.error("unclosed string literal"));
            };
            self.at += char.len_utf8();
            match char {
                '"' => return Ok(Value::from(out)),
                '\\' => out.push(self.escape()?),
                _ => out.push(char),
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        let Some(char) = self.rest().chars().next() else {
            return Err(self.error("unclosed string literal"));
        };
        self.at += char.len_utf8();
        Ok(match char {
            '"' | '\\' | '/' => char,
            'b' => '\x08',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let high = self.code_unit()?;
                let is_pair = (0xD800..0xDC00).contains(&high) && self.rest().starts_with("\\u");
                if !is_pair {
                    return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                self.at += 2;
                let low = self.code_unit()?;
                let code = 0x1_0000 + ((high - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF);
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => {
                let char = show(char);
                return Err(self.error(&format!("invalid character {char} in string escape code")));
            }
        })
    }

    fn code_unit(&mut self) -> Result<u32> {
        let digits = self.rest().get(..4);
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += if code.is_some() { 4 } else { 0 };
        code.ok_or_else(|| self.error("incomplete Unicode escape"))
    }
}
