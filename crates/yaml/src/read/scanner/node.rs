//! Scans anchors, aliases and tags.

use super::Scanner;
use crate::read::chars::{FLOW_INDICATOR, URI, WORD};
use crate::read::problem::{Fault, Found, Problem};
use crate::read::token::{Token, TokenKind};

impl Scanner<'_> {
    pub(super) fn fetch_anchor(&mut self, kind: TokenKind) -> Found<()> {
        self.save_key(self.pos, self.column())?;
        self.key_allowed = false;
        let start = self.pos;
        self.pos += 1;
        if self.is_reference() {
            while self.class(self.pos) & WORD != 0 {
                self.pos += 1;
            }
        } else {
            while !self.is_blank_or_end(self.pos) && self.class(self.pos) & FLOW_INDICATOR == 0 {
                self.pos += 1;
            }
        }
        let ends = self.is_blank_or_end(self.pos)
            || matches!(self.byte(self.pos), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if self.pos == start + 1 || !ends {
            let what = if kind == TokenKind::Alias {
                "the alias starts here"
            } else {
                "the anchor starts here"
            };
            return Err(Problem::scanner(Fault::AnchorName, self.pos).within(start, what));
        }
        self.previous_end = self.pos;
        self.behind_json_node = false;
        self.push(Token::with_text(kind, start, self.pos, start + 1, self.pos));
        Ok(())
    }

    pub(super) fn fetch_tag(&mut self) -> Found<()> {
        self.save_key(self.pos, self.column())?;
        self.key_allowed = false;
        let start = self.pos;
        self.pos += 1;
        if self.byte(self.pos) == b'<' {
            self.pos += 1;
            self.skip_uri(start, true)?;
            if self.pos == start + 2 {
                return Err(tag_problem("did not find expected tag URI", self.pos, start));
            }
            if self.byte(self.pos) != b'>' {
                return Err(tag_problem("did not find the expected '>'", self.pos, start));
            }
            self.pos += 1;
        } else {
            while self.class(self.pos) & WORD != 0 {
                self.pos += 1;
            }
            let handle = self.byte(self.pos) == b'!';
            if handle {
                self.pos += 1;
            }
            let suffix = self.pos;
            self.skip_uri(start, false)?;
            if handle && self.pos == suffix {
                return Err(tag_problem("did not find expected tag URI", self.pos, start));
            }
        }
        let in_flow = self.in_flow() && !self.is_reference() && self.is_flow_indicator(self.pos);
        if !self.is_blank_or_end(self.pos) && !in_flow {
            return Err(tag_problem(
                "did not find expected whitespace or line break",
                self.pos,
                start,
            ));
        }
        self.previous_end = self.pos;
        self.behind_json_node = false;
        self.push(Token::with_text(TokenKind::Tag, start, self.pos, start, self.pos));
        Ok(())
    }

    /// Skips the characters of a tag, and checks its escapes.
    pub(super) fn skip_uri(&mut self, start: usize, verbatim: bool) -> Found<()> {
        loop {
            if self.byte(self.pos) == b'%' {
                self.skip_uri_escape(start)?;
            } else if self.class(self.pos) & URI != 0
                || (verbatim && matches!(self.byte(self.pos), b',' | b'[' | b']'))
            {
                self.pos += 1;
            } else {
                return Ok(());
            }
        }
    }

    /// Skips the escapes of one character, which must form valid UTF-8.
    fn skip_uri_escape(&mut self, start: usize) -> Found<()> {
        let mut left = None;
        while left != Some(0) {
            let Some(octet) = escaped_octet(self.bytes, self.pos) else {
                return Err(tag_problem("did not find URI escaped octet", self.pos, start));
            };
            left = Some(match left {
                None => match octet {
                    0x00..0x80 => 0,
                    0xC0..0xE0 => 1,
                    0xE0..0xF0 => 2,
                    0xF0..0xF8 => 3,
                    _ => {
                        return Err(tag_problem(
                            "found an incorrect leading UTF-8 octet",
                            self.pos,
                            start,
                        ));
                    }
                },
                Some(_) if octet & 0xC0 != 0x80 => {
                    return Err(tag_problem(
                        "found an incorrect trailing UTF-8 octet",
                        self.pos,
                        start,
                    ));
                }
                Some(left) => left - 1,
            });
            self.pos += 3;
        }
        Ok(())
    }
}

/// Decodes `%HH` at `at`.
pub(in crate::read) fn escaped_octet(bytes: &[u8], at: usize) -> Option<u8> {
    let digits = bytes.get(at..at + 3)?.strip_prefix(b"%")?;
    let high = (digits[0] as char).to_digit(16)?;
    let low = (digits[1] as char).to_digit(16)?;
    Some((high * 16 + low) as u8)
}

#[cold]
fn tag_problem(text: &'static str, at: usize, start: usize) -> Problem {
    Problem::scanner(text, at).within(start, "the tag starts here")
}
