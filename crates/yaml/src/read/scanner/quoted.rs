//! Scans scalars in single or double quotes.

use super::Scanner;
use super::space::tab_problem;
use crate::read::chars::{DOUBLE, SINGLE};
use crate::read::problem::{Fault, Found, Problem};
use crate::read::token::{Token, TokenKind};
use crate::tree::Style;

impl Scanner<'_> {
    pub(super) fn fetch_quoted(&mut self, style: Style) -> Found<()> {
        let was_allowed = self.key_allowed;
        let column = self.column();
        self.key_allowed = false;
        let token = self.scan_quoted(style)?;
        self.previous_end = self.pos;
        self.behind_json_node = true;
        self.push_scalar(token, was_allowed, column)
    }

    /// Scans a quoted scalar. Most are a slice of one line; others are assembled in the side buffer.
    fn scan_quoted(&mut self, style: Style) -> Found<Token> {
        let start = self.pos;
        let (quote, stops) =
            if style == Style::SingleQuoted { (b'\'', SINGLE) } else { (b'"', DOUBLE) };
        let mut at = start + 1;
        loop {
            at = self.find(at, stops);
            match self.byte(at) {
                byte if byte == quote && !(quote == b'\'' && self.byte(at + 1) == b'\'') => {
                    self.pos = at + 1;
                    let text = Token::with_text(TokenKind::Scalar, start, at + 1, start + 1, at);
                    return Ok(Token { style, ..text });
                }
                0xC2 | 0xE2 if self.break_at(at) == 0 => at += 1,
                _ => break,
            }
        }
        self.pos = start + 1;
        let cooked = self.cooked.len();
        self.cook_quoted(start, quote, stops)?;
        let text = Token::with_text(TokenKind::Scalar, start, self.pos, cooked, self.cooked.len());
        Ok(Token { style, cooked: true, ..text })
    }

    /// Unescapes and unfolds up to and including the closing `quote`.
    fn cook_quoted(&mut self, start: usize, quote: u8, stops: u8) -> Found<()> {
        let opened = "the quote is opened here";
        loop {
            let from = self.pos;
            self.pos = self.find(from, stops);
            self.cooked.extend_from_slice(&self.bytes[from..self.pos]);
            if self.at_end() {
                return Err(Problem::scanner(Fault::OpenQuote, self.pos).within(start, opened));
            }
            let length = self.break_at(self.pos);
            match self.byte(self.pos) {
                _ if length > 0 => {
                    // Blanks before a line break are ignored, unless they are escaped.
                    let blanks = self.bytes[from..self.pos]
                        .iter()
                        .rev()
                        .take_while(|&&byte| byte == b' ' || byte == b'\t')
                        .count();
                    self.cooked.truncate(self.cooked.len() - blanks);
                    let first = self.pos;
                    self.skip_quoted_breaks(start)?;
                    self.append_folded(first);
                }
                b'\'' if quote == b'\'' && self.byte(self.pos + 1) == b'\'' => {
                    self.cooked.push(b'\'');
                    self.pos += 2;
                }
                byte if byte == quote => {
                    self.pos += 1;
                    return Ok(());
                }
                b'\\' if quote == b'"' => {
                    let length = self.break_at(self.pos + 1);
                    if length > 0 {
                        // An escaped line break joins two lines. Further line breaks still count.
                        self.pos += 1;
                        self.skip_break(length);
                        let further = self.pos;
                        self.skip_quoted_breaks(start)?;
                        self.append_breaks(further);
                    } else {
                        self.unescape(start)?;
                    }
                }
                _ => {
                    self.cooked.push(self.byte(self.pos));
                    self.pos += 1;
                }
            }
        }
    }

    /// Skips line breaks and blanks inside quotes.
    fn skip_quoted_breaks(&mut self, start: usize) -> Found<()> {
        loop {
            if self.is_blank(self.pos) {
                self.pos += 1;
                continue;
            }
            match self.break_at(self.pos) {
                0 => break,
                length => self.skip_break(length),
            }
        }
        if self.pos == self.line_start && !self.at_end() && self.is_marker(self.pos) {
            return Err(Problem::scanner("found unexpected document indicator", self.pos)
                .within(start, "the quote is opened here"));
        }
        if !self.is_reference() && !self.at_end() && self.leading_spaces() <= self.indent {
            let spaces = self.leading_spaces();
            return Err(if self.column() == spaces {
                Problem::scanner("found a line that is not indented enough", self.pos)
                    .within(start, "the quote is opened here")
                    .note("if the text ends before this line, close the quote; otherwise indent this line more")
            } else {
                tab_problem(self.line_start + spaces as usize)
            });
        }
        Ok(())
    }

    /// Decodes the escape sequence at the current position.
    fn unescape(&mut self, start: usize) -> Found<()> {
        let at = self.pos;
        let text: &[u8] = match self.byte(at + 1) {
            b'0' => b"\0",
            b'a' => b"\x07",
            b'b' => b"\x08",
            b't' | b'\t' => b"\t",
            b'n' => b"\n",
            b'v' => b"\x0B",
            b'f' => b"\x0C",
            b'r' => b"\r",
            b'e' => b"\x1B",
            b' ' => b" ",
            b'"' => b"\"",
            b'\'' if self.is_reference() => b"'",
            b'/' if !self.is_reference() => b"/",
            b'\\' => b"\\",
            b'N' => "\u{85}".as_bytes(),
            b'_' => "\u{A0}".as_bytes(),
            b'L' => "\u{2028}".as_bytes(),
            b'P' => "\u{2029}".as_bytes(),
            b'x' => return self.unescape_code(start, 2),
            b'u' => return self.unescape_code(start, 4),
            b'U' => return self.unescape_code(start, 8),
            _ => {
                return Err(escape_problem("found unknown escape character", at, start));
            }
        };
        self.cooked.extend_from_slice(text);
        self.pos += 2;
        Ok(())
    }

    /// Reads an escape of `digits` hexadecimal digits.
    fn unescape_code(&mut self, start: usize, digits: usize) -> Found<()> {
        let at = self.pos + 2;
        let mut code = 0u32;
        for offset in 0..digits {
            let Some(digit) = (self.byte(at + offset) as char).to_digit(16) else {
                self.pos = at;
                return Err(escape_problem("did not find expected hexdecimal number", at, start));
            };
            code = (code << 4) | digit;
        }
        let Some(character) = self.escaped_character(code, at + digits) else {
            self.pos = at;
            return Err(escape_problem("found invalid Unicode character escape code", at, start));
        };
        let (character, end) = character;
        self.cooked.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        self.pos = end;
        Ok(())
    }

    /// Returns the character with this code, and the end of its escape. YAML 1.2 includes JSON, which writes
    /// characters beyond 16 bits as two escapes.
    fn escaped_character(&self, code: u32, end: usize) -> Option<(char, usize)> {
        if let Some(character) = char::from_u32(code) {
            return Some((character, end));
        }
        if self.is_reference() || !(0xD800..0xDC00).contains(&code) {
            return None;
        }
        let low = self.bytes.get(end..end + 6)?.strip_prefix(b"\\u")?;
        let low = u32::from_str_radix(std::str::from_utf8(low).ok()?, 16).ok()?;
        if !(0xDC00..0xE000).contains(&low) {
            return None;
        }
        let character = char::from_u32(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))?;
        Some((character, end + 6))
    }
}

#[cold]
fn escape_problem(words: &'static str, at: usize, start: usize) -> Problem {
    Problem::scanner(Fault::Escape(words), at).within(start, "the quote is opened here")
}
