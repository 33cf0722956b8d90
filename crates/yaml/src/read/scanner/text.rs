//! Tests for single characters: blanks, line breaks, the end, markers.

use yardstick_diagnostics::break_length;

use super::Scanner;
use crate::read::chars::BREAK;

impl Scanner<'_> {
    /// Returns the length of the line break at `at`; 0 if there is none.
    #[inline]
    pub(super) fn break_at(&self, at: usize) -> usize {
        if self.class(at) & BREAK == 0 {
            return 0;
        }
        break_length(self.bytes, at, self.is_reference())
    }

    /// Returns the first byte from `from` on of one of the classes `stops`, or the end.
    #[inline]
    pub(super) fn find(&self, from: usize, stops: u8) -> usize {
        let table = self.table;
        let rest = &self.bytes[from..];
        let found = rest.iter().position(|&byte| table[byte as usize] & stops != 0);
        from + found.unwrap_or(rest.len())
    }

    /// Skips spaces.
    #[inline]
    pub(super) fn skip_spaces(&mut self) {
        let rest = &self.bytes[self.pos..];
        self.pos += rest.iter().position(|&byte| byte != b' ').unwrap_or(rest.len());
    }

    #[inline]
    pub(super) fn at_end(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    #[inline]
    pub(super) fn is_blank(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\t')
    }

    /// Whether there is a blank, a line break or the end at `at`.
    #[inline]
    pub(super) fn is_blank_or_end(&self, at: usize) -> bool {
        match self.byte(at) {
            b' ' | b'\t' | b'\n' | b'\r' => true,
            0 => at >= self.bytes.len(),
            _ => self.break_at(at) > 0,
        }
    }

    /// Whether there is a line break or the end at `at`.
    #[inline]
    pub(super) fn is_break_or_end(&self, at: usize) -> bool {
        at >= self.bytes.len() || self.break_at(at) > 0
    }

    #[inline]
    pub(super) fn is_flow_indicator(&self, at: usize) -> bool {
        matches!(self.byte(at), b',' | b'[' | b']' | b'{' | b'}')
    }

    /// Whether the line that starts at `at` begins with a `---` or `...` marker.
    #[inline]
    pub(super) fn is_marker(&self, at: usize) -> bool {
        match self.byte(at) {
            b'-' => self.bytes[at..].starts_with(b"---") && self.is_blank_or_end(at + 3),
            b'.' => self.bytes[at..].starts_with(b"...") && self.is_blank_or_end(at + 3),
            _ => false,
        }
    }

    /// Skips the line break of `length` bytes at the current position.
    #[inline]
    pub(super) fn skip_break(&mut self, length: usize) {
        self.pos += length;
        self.line_start = self.pos;
    }

    /// Returns the end of the line that contains `from`, without its line break.
    pub(super) fn end_of_line(&self, from: usize) -> usize {
        let end = memchr::memchr2(b'\n', b'\r', &self.bytes[from..])
            .map_or(self.bytes.len(), |found| from + found);
        if self.is_reference() {
            // Look for the rare line breaks of YAML 1.1 only within this line.
            let mut at = from;
            while let Some(found) = memchr::memchr2(0xC2, 0xE2, &self.bytes[at..end]) {
                if self.break_at(at + found) > 0 {
                    return at + found;
                }
                at += found + 1;
            }
        }
        end
    }

    /// Returns the line break of `length` bytes at `at` as content: LF, except that LS and PS stay.
    pub(super) fn normal_break(&self, at: usize, length: usize) -> &'static [u8] {
        match (length, self.byte(at + 2)) {
            (3, 0xA8) => "\u{2028}".as_bytes(),
            (3, _) => "\u{2029}".as_bytes(),
            _ => b"\n",
        }
    }

    /// Returns the number of spaces at the start of the current line.
    pub(super) fn leading_spaces(&self) -> i32 {
        self.bytes[self.line_start..].iter().take_while(|&&byte| byte == b' ').count() as i32
    }
}
