//! Scans scalars without quotes.

use super::Scanner;
use super::space::tab_problem;
use crate::read::chars::{PLAIN, PLAIN_FLOW};
use crate::read::problem::Found;
use crate::read::token::{Token, TokenKind};

impl Scanner<'_> {
    pub(super) fn fetch_plain(&mut self) -> Found<()> {
        let was_allowed = self.key_allowed;
        let column = self.column();
        self.key_allowed = false;
        let token = self.scan_plain()?;
        self.previous_end = token.end as usize;
        self.behind_json_node = false;
        self.push_scalar(token, was_allowed, column)
    }

    fn scan_plain(&mut self) -> Found<Token> {
        let start = self.pos;
        let mut end = self.scan_plain_line();
        // The text so far, if it consists of several lines.
        let mut cooked = None;
        while let Some(breaks) = self.skip_plain_space(start)? {
            if !self.plain_goes_on() {
                break;
            }
            // Another line of the same scalar.
            let line = self.pos;
            let line_end = self.scan_plain_line();
            if line_end == line {
                break;
            }
            cooked.get_or_insert_with(|| {
                let at = self.cooked.len();
                self.cooked.extend_from_slice(&self.bytes[start..end]);
                at
            });
            self.append_folded(breaks);
            self.cooked.extend_from_slice(&self.bytes[line..line_end]);
            self.key_allowed = false;
            end = line_end;
        }
        Ok(match cooked {
            None => Token::with_text(TokenKind::Scalar, start, end, start, end),
            Some(at) => Token {
                cooked: true,
                ..Token::with_text(TokenKind::Scalar, start, end, at, self.cooked.len())
            },
        })
    }

    /// Skips to the end of the scalar's text on this line and returns it. Does not skip trailing blanks.
    #[inline]
    fn scan_plain_line(&mut self) -> usize {
        let in_flow = self.in_flow();
        let stops = if in_flow { PLAIN_FLOW } else { PLAIN };
        let mut at = self.pos;
        loop {
            at = self.find(at, stops);
            match self.byte(at) {
                b' ' | b'\t' => {
                    // Blanks belong to the text if more text follows on the line.
                    let mut next = at + 1;
                    while self.is_blank(next) {
                        next += 1;
                    }
                    if self.byte(next) == b'#' || self.is_break_or_end(next) {
                        break;
                    }
                    if self.ends_plain(next, in_flow) {
                        break;
                    }
                    at = next + 1;
                }
                0xC2 | 0xE2 if self.break_at(at) == 0 => at += 1,
                _ if self.ends_plain(at, in_flow) => break,
                _ => at += 1,
            }
        }
        self.pos = at;
        at
    }

    /// Whether the character at `at` cannot be part of a plain scalar.
    #[inline]
    fn ends_plain(&self, at: usize, in_flow: bool) -> bool {
        match self.byte(at) {
            b':' => {
                self.is_blank_or_end(at + 1)
                    || (in_flow && !self.is_reference() && self.is_flow_indicator(at + 1))
            }
            b',' | b'[' | b']' | b'{' | b'}' => in_flow,
            b'?' => in_flow && self.is_reference(),
            b'\n' | b'\r' => true,
            0 => at >= self.bytes.len(),
            _ => self.break_at(at) > 0,
        }
    }

    /// Skips blanks and line breaks after a line of the scalar that starts at `scalar`. Returns the position of the
    /// first line break; `None` if there is none.
    #[inline]
    fn skip_plain_space(&mut self, scalar: usize) -> Found<Option<usize>> {
        let mut first_break = None;
        loop {
            match self.byte(self.pos) {
                b' ' => self.skip_spaces(),
                b'\t' => {
                    if first_break.is_some() && self.column() <= self.indent && self.is_reference()
                    {
                        return Err(tab_problem(self.pos).within(scalar, "the scalar starts here"));
                    }
                    self.pos += 1;
                }
                _ => {
                    let length = self.break_at(self.pos);
                    if length == 0 {
                        return Ok(first_break);
                    }
                    first_break.get_or_insert(self.pos);
                    self.skip_break(length);
                    self.key_allowed = true;
                }
            }
        }
    }

    /// Whether the scalar may continue on the line whose indentation was just read.
    fn plain_goes_on(&mut self) -> bool {
        if self.at_end() || self.byte(self.pos) == b'#' {
            return false;
        }
        if self.pos == self.line_start && self.is_marker(self.pos) {
            return false;
        }
        if self.in_flow() && self.is_reference() {
            return true;
        }
        let indentation = if self.is_reference() { self.column() } else { self.leading_spaces() };
        indentation > self.indent
    }

    /// Appends the result of folding the line breaks from `at` on: a space for a single one, otherwise all but the
    /// first.
    pub(super) fn append_folded(&mut self, at: usize) {
        let length = self.break_at(at);
        let before = self.cooked.len();
        let first = self.normal_break(at, length);
        if first != b"\n" {
            self.cooked.extend_from_slice(first);
        }
        self.append_breaks(at + length);
        if self.cooked.len() == before {
            self.cooked.push(b' ');
        }
    }

    /// Appends all line breaks from `at` on, without the blanks between them.
    pub(super) fn append_breaks(&mut self, mut at: usize) {
        loop {
            while self.is_blank(at) {
                at += 1;
            }
            let length = self.break_at(at);
            if length == 0 {
                return;
            }
            let text = self.normal_break(at, length);
            self.cooked.extend_from_slice(text);
            at += length;
        }
    }
}
