//! Scans directives: `%YAML`, `%TAG` and unknown names.

use super::Scanner;
use crate::read::chars::WORD;
use crate::read::problem::{Found, Problem};
use crate::read::token::{Token, TokenKind};

const STARTS: &str = "the directive starts here";

impl Scanner<'_> {
    /// In YAML 1.2, `%` starts a directive only where no document is open.
    pub(super) fn directive_may_follow(&self) -> bool {
        !self.in_flow()
    }

    pub(super) fn fetch_directive(&mut self) -> Found<()> {
        self.unroll_indent(-1);
        self.remove_key()?;
        self.key_allowed = false;
        let start = self.pos;
        self.pos += 1;
        let name = self.pos;
        while if self.is_reference() {
            self.class(self.pos) & WORD != 0
        } else {
            !self.is_blank_or_end(self.pos)
        } {
            self.pos += 1;
        }
        if self.pos == name {
            return Err(Problem::scanner("could not find expected directive name", self.pos)
                .within(start, STARTS));
        }
        if !self.is_blank_or_end(self.pos) {
            return Err(Problem::scanner("found unexpected non-alphabetical character", self.pos)
                .within(start, STARTS));
        }
        let token = match &self.bytes[name..self.pos] {
            b"YAML" => self.scan_version(start)?,
            b"TAG" => self.scan_tag_prefix(start)?,
            _ if self.is_reference() => {
                return Err(
                    Problem::scanner("found unknown directive name", name).within(start, STARTS)
                );
            }
            _ => {
                self.pos = self.end_of_line(self.pos);
                Token::bare(TokenKind::ReservedDirective, start, self.pos)
            }
        };
        self.previous_end = self.pos;
        self.behind_json_node = false;
        self.push(token);
        self.finish_directive(start)
    }

    /// Scans the two numbers. The token's text is `major.minor`.
    fn scan_version(&mut self, start: usize) -> Found<Token> {
        self.skip_blanks();
        let text = self.pos;
        self.scan_version_number(start)?;
        if self.byte(self.pos) != b'.' {
            return Err(Problem::scanner("did not find expected digit or '.' character", self.pos)
                .within(start, STARTS));
        }
        self.pos += 1;
        self.scan_version_number(start)?;
        Ok(Token::with_text(TokenKind::VersionDirective, start, self.pos, text, self.pos))
    }

    fn scan_version_number(&mut self, start: usize) -> Found<()> {
        let first = self.pos;
        while self.byte(self.pos).is_ascii_digit() {
            if self.pos - first == 2 {
                return Err(Problem::scanner("found extremely long version number", self.pos)
                    .within(start, STARTS));
            }
            self.pos += 1;
        }
        if self.pos == first {
            return Err(Problem::scanner("did not find expected version number", self.pos)
                .within(start, STARTS));
        }
        Ok(())
    }

    /// Scans handle and prefix. The token's text is both, with the blanks between.
    fn scan_tag_prefix(&mut self, start: usize) -> Found<Token> {
        self.skip_blanks();
        let text = self.pos;
        if self.byte(self.pos) != b'!' {
            return Err(
                Problem::scanner("did not find expected '!'", self.pos).within(start, STARTS)
            );
        }
        self.pos += 1;
        while self.class(self.pos) & WORD != 0 {
            self.pos += 1;
        }
        if self.byte(self.pos) == b'!' {
            self.pos += 1;
        } else if self.pos > text + 1 {
            return Err(
                Problem::scanner("did not find expected '!'", self.pos).within(start, STARTS)
            );
        }
        if !self.is_blank(self.pos) {
            return Err(Problem::scanner("did not find expected whitespace", self.pos)
                .within(start, STARTS));
        }
        self.skip_blanks();
        let prefix = self.pos;
        self.skip_uri(start, true)?;
        if self.pos == prefix {
            return Err(
                Problem::scanner("did not find expected tag URI", self.pos).within(start, STARTS)
            );
        }
        if !self.is_blank_or_end(self.pos) {
            return Err(Problem::scanner(
                "did not find expected whitespace or line break",
                self.pos,
            )
            .within(start, STARTS));
        }
        Ok(Token::with_text(TokenKind::TagDirective, start, self.pos, text, self.pos))
    }

    /// Checks that only a comment follows on the line.
    fn finish_directive(&mut self, start: usize) -> Found<()> {
        let behind = self.pos;
        self.skip_blanks();
        if self.byte(self.pos) == b'#' && (self.is_reference() || self.pos > behind) {
            self.skip_overlooked_comment();
        }
        if !self.is_break_or_end(self.pos) {
            return Err(Problem::scanner("did not find expected comment or line break", self.pos)
                .within(start, STARTS));
        }
        let length = self.break_at(self.pos);
        if length > 0 {
            self.skip_break(length);
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        while self.is_blank(self.pos) {
            self.pos += 1;
        }
    }
}
