//! Scans what is between tokens: blanks, line breaks and comments. Also tracks indentation.

use super::Scanner;
use crate::read::problem::{Found, Problem};
use crate::read::token::{Token, TokenKind};
use crate::tree::Comment;

impl Scanner<'_> {
    /// Skips to the next token.
    #[inline]
    pub(super) fn skip_space(&mut self) -> Found<()> {
        loop {
            if self.byte(self.pos) == 0xEF && !self.is_reference() {
                self.skip_byte_order_mark();
            }
            // In YAML 1.1, as the reference reads it, a tab is not a blank where a block line may start.
            let tabs = !self.is_reference() || self.in_flow() || !self.key_allowed;
            while self.byte(self.pos) == b' ' || (tabs && self.byte(self.pos) == b'\t') {
                self.pos += 1;
            }
            if self.byte(self.pos) == b'#' {
                if !self.is_reference()
                    && self.pos > self.line_start
                    && !self.is_blank(self.pos - 1)
                {
                    return Err(Problem::scanner(
                        "found character that cannot start any token",
                        self.pos,
                    )
                    .note("a comment needs white space before its '#'"));
                }
                self.skip_comment();
            }
            let length = self.break_at(self.pos);
            if length == 0 {
                return Ok(());
            }
            self.skip_break(length);
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    /// Skips a byte order mark, which has no width and may start any document in YAML 1.2.
    fn skip_byte_order_mark(&mut self) {
        let mark = "\u{FEFF}".as_bytes();
        if self.pos == self.line_start
            && self.indent < 0
            && self.bytes[self.pos..].starts_with(mark)
        {
            self.skip_break(mark.len());
        }
    }

    fn skip_comment(&mut self) {
        let start = self.pos + 1;
        self.pos = self.end_of_line(start);
        self.comments.push(Comment { start: start as u32, end: self.pos as u32, document: 0 });
    }

    /// Skips a comment that the reference does not report.
    pub(super) fn skip_overlooked_comment(&mut self) {
        let start = self.pos + 1;
        self.pos = self.end_of_line(start);
        let comment = Comment { start: start as u32, end: self.pos as u32, document: 0 };
        self.overlooked_comments.push(comment);
    }

    /// Closes the block collections that are indented more than `column`.
    #[inline]
    pub(super) fn unroll_indent(&mut self, column: i32) {
        if self.in_flow() {
            return;
        }
        while self.indent > column {
            let at = if self.ended { self.end_of_stream() } else { self.pos };
            self.push(Token::bare(TokenKind::BlockEnd, at, at));
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    /// Opens a block collection at `column` if it is indented more than the current one. `token` is the number of the
    /// token before which it opens; `None` means the end of the queue.
    #[inline]
    pub(super) fn roll_indent(
        &mut self,
        column: i32,
        token: Option<u64>,
        kind: TokenKind,
        start: usize,
    ) {
        if self.in_flow() || self.indent >= column {
            return;
        }
        self.indents.push(self.indent);
        self.indent = column;
        let opening = Token::bare(kind, start, start);
        match token {
            Some(number) => self.tokens.insert(number, opening),
            None => self.push(opening),
        }
    }

    /// Checks that no tab is part of the indentation of a block collection (YAML 1.2). `start` is where an entry of
    /// it starts, on the current line.
    #[inline]
    pub(super) fn check_tab_free(&self, start: usize) -> Found<()> {
        if !self.is_reference()
            && let Some(tab) = memchr::memchr(b'\t', &self.bytes[self.line_start..start])
        {
            return Err(tab_problem(self.line_start + tab));
        }
        Ok(())
    }

    /// Checks the indentation of a line (YAML 1.2). Inside a flow collection, it must be indented more than the block
    /// around it, with spaces; the same applies to a block line if a tab is involved. A closing bracket may be at the
    /// column where the line was opened.
    #[inline]
    pub(super) fn check_line_indentation(&self) -> Found<()> {
        if self.is_reference()
            || self.indent < 0
            || self.line_start < self.previous_end
            || self.at_end()
        {
            return Ok(());
        }
        let spaces = self.leading_spaces();
        let closes = matches!(self.byte(self.pos), b']' | b'}');
        if spaces > self.indent || (closes && spaces == self.indent) {
            return Ok(());
        }
        let tab = self.column() != spaces;
        if tab {
            return Err(tab_problem(self.line_start + spaces as usize));
        }
        if self.in_flow() {
            return Err(Problem::scanner("found a line that is not indented enough", self.pos)
                .note(
                    "lines of a flow collection are indented more than the block that holds it",
                ));
        }
        Ok(())
    }
}

#[cold]
pub(super) fn tab_problem(at: usize) -> Problem {
    Problem::scanner("found a tab character that violates indentation", at)
        .note("indent with spaces")
}
