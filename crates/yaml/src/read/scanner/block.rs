//! Scans block scalars: `|` and `>` with the lines below them.

use super::Scanner;
use crate::read::problem::{Found, Problem};
use crate::read::token::{Token, TokenKind};
use crate::tree::Style;

/// What happens to trailing line breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chomping {
    /// Remove all.
    Strip,
    /// Keep one.
    Clip,
    /// Keep all.
    Keep,
}

/// The label at the start of the scalar, for messages.
const STARTS: &str = "the block scalar starts here";

impl Scanner<'_> {
    pub(super) fn fetch_block_scalar(&mut self, style: Style) -> Found<()> {
        self.remove_key()?;
        let token = self.scan_whole_block_scalar(style)?;
        self.push(token);
        Ok(())
    }

    /// Scans the scalar that starts here. Returns a token without adding it to the queue.
    pub(super) fn scan_whole_block_scalar(&mut self, style: Style) -> Found<Token> {
        self.key_allowed = true;
        let token = self.scan_block_scalar(style)?;
        self.previous_end = token.end as usize;
        self.behind_json_node = false;
        Ok(token)
    }

    fn scan_block_scalar(&mut self, style: Style) -> Found<Token> {
        let start = self.pos;
        let (chomping, increment) = self.scan_block_header(start)?;
        let mut end = self.pos;
        // The column at which lines start; `None` until the first line shows it.
        let mut indent = match increment {
            0 => None,
            _ => Some(self.indent.max(if self.is_reference() { 0 } else { -1 }) + increment),
        };
        if increment > 0 && self.indent < 0 {
            indent = Some(increment);
        }
        let cooked = self.cooked.len();
        let mut breaks = self.skip_block_indentation(&mut indent, start, &mut end)?;
        let indent = indent.unwrap_or(0);
        // The line break before the current line, and whether the previous line starts with a blank.
        let mut leading_break: Option<&'static [u8]> = None;
        let mut after_blank = false;
        while self.column() == indent && !self.at_end() {
            if !self.is_reference() && self.pos == self.line_start && self.is_marker(self.pos) {
                break;
            }
            let blank = self.is_blank(self.pos);
            if let Some(text) = leading_break {
                if style == Style::Folded && !after_blank && !blank && text == b"\n" {
                    if breaks.is_empty() {
                        self.cooked.push(b' ');
                    }
                } else {
                    self.cooked.extend_from_slice(text);
                }
            }
            self.append_block_breaks(&breaks);
            after_blank = blank;
            let line_end = self.end_of_line(self.pos);
            self.cooked.extend_from_slice(&self.bytes[self.pos..line_end]);
            self.pos = line_end;
            end = line_end;
            let length = self.break_at(line_end);
            leading_break = match length {
                // At the end of the file, YAML 1.2 supplies a missing line break; the reference does not.
                0 => (!self.is_reference()).then_some(b"\n"),
                _ => Some(self.normal_break(line_end, length)),
            };
            self.skip_break_or_end(length);
            breaks = self.skip_block_indentation(&mut Some(indent), start, &mut end)?;
        }
        if chomping != Chomping::Strip {
            self.cooked.extend_from_slice(leading_break.unwrap_or_default());
        }
        if chomping == Chomping::Keep {
            self.append_block_breaks(&breaks);
            if !self.is_reference() && self.ends_in_blank_line() {
                self.cooked.push(b'\n');
            }
        }
        let text = Token::with_text(TokenKind::Scalar, start, end, cooked, self.cooked.len());
        Ok(Token { style, cooked: true, ..text })
    }

    /// Scans the rest of the line after `|` or `>`: chomping, indentation, and a comment.
    fn scan_block_header(&mut self, start: usize) -> Found<(Chomping, i32)> {
        self.pos += 1;
        let mut chomping = Chomping::Clip;
        let mut increment = 0;
        let (mut seen_chomping, mut seen_digit) = (false, false);
        loop {
            match self.byte(self.pos) {
                byte @ (b'+' | b'-') if !seen_chomping => {
                    chomping = if byte == b'+' { Chomping::Keep } else { Chomping::Strip };
                    seen_chomping = true;
                }
                b'0' if !seen_digit => {
                    return Err(Problem::scanner(
                        "found an indentation indicator equal to 0",
                        self.pos,
                    )
                    .within(start, STARTS));
                }
                digit @ b'1'..=b'9' if !seen_digit => {
                    increment = i32::from(digit - b'0');
                    seen_digit = true;
                }
                _ => break,
            }
            self.pos += 1;
        }
        let behind = self.pos;
        while self.is_blank(self.pos) {
            self.pos += 1;
        }
        if self.byte(self.pos) == b'#' && (self.is_reference() || self.pos > behind) {
            self.skip_overlooked_comment();
        }
        if !self.is_break_or_end(self.pos) {
            return Err(Problem::scanner("did not find expected comment or line break", self.pos)
                .within(start, STARTS)
                .note("the text of `|` and `>` starts on the next line, indented"));
        }
        let length = self.break_at(self.pos);
        self.skip_break_or_end(length);
        Ok((chomping, increment))
    }

    /// Whether the text ends with a line of spaces without a line break.
    fn ends_in_blank_line(&self) -> bool {
        let line = &self.bytes[self.line_start..];
        self.at_end() && !line.is_empty() && line.iter().all(|&byte| byte == b' ')
    }

    /// Skips a line break; at the end of the text, there is none.
    fn skip_break_or_end(&mut self, length: usize) {
        if length > 0 {
            self.skip_break(length);
        }
    }

    /// Skips the indentation up to the next line that is not empty. Returns the line breaks on the way. If `indent`
    /// is unknown, that line determines it.
    fn skip_block_indentation(
        &mut self,
        indent: &mut Option<i32>,
        start: usize,
        end: &mut usize,
    ) -> Found<std::ops::Range<usize>> {
        let first = self.pos;
        let mut last = self.pos;
        let mut widest = 0;
        let mut widest_line = self.pos;
        loop {
            while indent.is_none_or(|indent| self.column() < indent) && self.byte(self.pos) == b' '
            {
                self.pos += 1;
            }
            let column = self.column();
            let at_break = self.break_at(self.pos);
            if column > widest {
                widest = column;
                widest_line = self.pos;
            }
            if self.byte(self.pos) == b'\t' {
                self.check_block_tab(*indent, column, start)?;
            }
            if at_break == 0 {
                break;
            }
            self.skip_break(at_break);
            last = self.pos;
            *end = self.pos;
        }
        if indent.is_none() {
            let column = self.column();
            let smallest =
                if self.is_reference() { (self.indent + 1).max(1) } else { self.indent + 1 };
            if self.is_reference() {
                *indent = Some(widest.max(smallest));
            } else {
                if !self.at_end() && column >= smallest && widest > column {
                    return Err(Problem::scanner(
                        "found an empty line that is indented more than the text",
                        widest_line,
                    )
                    .within(start, STARTS)
                    .note("say how far the text is indented, as in '|2'"));
                }
                *indent = Some(if self.at_end() { widest } else { column }.max(smallest));
            }
        }
        Ok(first..last)
    }

    /// Checks whether the tab at the current position, at `column`, is in the indentation.
    fn check_block_tab(&self, indent: Option<i32>, column: i32, start: usize) -> Found<()> {
        let in_indentation = match indent {
            Some(indent) => column < indent,
            None if self.is_reference() => true,
            None => column <= self.indent,
        };
        if !in_indentation {
            return Ok(());
        }
        if !self.is_reference() && indent.is_some() {
            // The scalar may end here; then the tab belongs to something else.
            return Ok(());
        }
        Err(Problem::scanner(
            "found a tab character where an indentation space is expected",
            self.pos,
        )
        .within(start, STARTS)
        .note("indent with spaces"))
    }

    /// Appends the line breaks of the empty lines in `lines`.
    fn append_block_breaks(&mut self, lines: &std::ops::Range<usize>) {
        let mut at = lines.start;
        while at < lines.end {
            let length = self.break_at(at);
            if length > 0 {
                let text = self.normal_break(at, length);
                self.cooked.extend_from_slice(text);
            }
            at += length.max(1);
        }
    }
}
