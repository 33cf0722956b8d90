//! Recognizes typical lines as a whole: `key: value`, `key:`, `- value`.
//!
//! No tokens are created for such lines. Everything unusual (a comment, an anchor, a value that may continue,
//! anything beyond ASCII) is left to the general scanner, which reads everything. So it is always safe to decline a
//! line here.

use super::Scanner;
use crate::read::eight;
use crate::read::problem::Found;
use crate::read::token::Token;
use crate::resolve::is_typed_word;
use crate::tree::Style;

/// May be part of a scalar inside brackets or braces.
const FLOW: u8 = 1;
/// May start a key.
const KEY_START: u8 = 2;
/// May be part of a value.
const VALUE: u8 = 4;
/// May start a value.
const VALUE_START: u8 = 8;
/// An unquoted scalar that starts with this byte is a string, and needs no quotes.
const WORD: u8 = 32;
/// An unquoted scalar that starts with this byte is such a string, unless it is one of a few words: `true`, `no`,
/// `null`.
const MAYBE_WORD: u8 = 64;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte: u8 = b' ';
    while byte < 0x7F {
        let mut class = 0;
        let is_word = byte.is_ascii_alphanumeric() || byte == b'_';
        if is_word {
            class |= FLOW | KEY_START | VALUE_START;
        }
        if matches!(byte, b'-' | b'.' | b'/') {
            class |= FLOW;
        }
        if matches!(byte, b'.' | b'/' | b'$' | b'(' | b'+' | b'^' | b';' | b'=' | b'~' | b'<') {
            class |= VALUE_START;
        }
        if !matches!(byte, b' ' | b':') {
            class |= VALUE;
        }
        let starts_typed = matches!(
            byte.to_ascii_lowercase(),
            b'0'..=b'9' | b'.' | b'+' | b'~' | b'y' | b'n' | b't' | b'f' | b'o'
        );
        if class & VALUE_START != 0 && !starts_typed {
            class |= WORD;
        } else if byte.is_ascii_alphabetic() {
            class |= MAYBE_WORD;
        }
        table[byte as usize] = class;
        byte += 1;
    }
    table
}

/// A scalar on one line.
#[derive(Clone, Copy)]
pub(in crate::read) struct Simple {
    pub(in crate::read) style: Style,
    pub(in crate::read) start: usize,
    pub(in crate::read) end: usize,
    pub(in crate::read) text_start: usize,
    pub(in crate::read) text_end: usize,
    /// The next line, if the value ends its line.
    pub(in crate::read) next: LineStart,
}

/// The start of a line.
#[derive(Clone, Copy)]
pub(in crate::read) struct LineStart {
    pub(in crate::read) at: usize,
    /// The number of spaces before its first character.
    pub(in crate::read) spaces: usize,
}

impl LineStart {
    /// Returns the offset of its first character.
    pub(in crate::read) fn first(self) -> usize {
        self.at + self.spaces
    }
}

impl Scanner<'_> {
    /// Whether the scanner is at the first character of a block line, with no tokens in the queue.
    #[inline]
    pub(in crate::read) fn is_at_line(&self) -> bool {
        self.key_allowed
            && self.tokens.is_empty()
            && self.flow.is_empty()
            && !self.keys[0].is_possible()
            && self.is_indented(self.pos)
    }

    /// Whether only spaces come before `at` on the current line.
    fn is_indented(&self, at: usize) -> bool {
        self.bytes[self.line_start..at].iter().all(|&byte| byte == b' ')
    }

    #[inline]
    pub(in crate::read) fn indentation(&self) -> i32 {
        self.indent
    }

    #[inline]
    pub(in crate::read) fn line_column(&self, at: usize) -> i32 {
        (at - self.line_start) as i32
    }

    #[inline]
    pub(in crate::read) fn byte_at(&self, at: usize) -> u8 {
        self.byte(at)
    }

    fn class_of(&self, at: usize) -> u8 {
        CLASSES[self.byte(at) as usize]
    }

    /// Whether an entry of a simple map or sequence may start at `at`, judged by one byte.
    #[inline]
    pub(in crate::read) fn may_start_entry(&self, at: usize) -> bool {
        self.class_of(at) & KEY_START != 0 || (self.byte(at) == b'-' && self.byte(at + 1) == b' ')
    }

    /// Returns the end of the simple key at `at`, where its `:` is, followed by a blank or the end of the line.
    #[inline]
    pub(in crate::read) fn simple_key(&self, at: usize) -> Option<usize> {
        if self.class_of(at) & KEY_START == 0 {
            return None;
        }
        let end = eight::end_of_word(self.bytes, at + 1);
        let is_key = self.byte(end) == b':'
            && matches!(self.byte(end + 1), b' ' | b'\n')
            && end - at <= super::key::LONGEST_KEY;
        is_key.then_some(end)
    }

    /// Returns the simple value at `at`, if it certainly ends with the line.
    #[inline]
    pub(in crate::read) fn simple_value(&self, at: usize) -> Option<Simple> {
        let first = self.byte(at);
        if first == b'"' || first == b'\'' {
            let value = self.simple_quoted(at, first)?;
            let ends_line = self.byte(value.end) == b'\n';
            return ends_line.then(|| Simple { next: self.line_after(value.end), ..value });
        }
        if CLASSES[first as usize] & VALUE_START == 0 {
            return None;
        }
        let mut end = at;
        loop {
            end = eight::end_of_word(self.bytes, end + 1);
            match self.byte(end) {
                b'\n' => break,
                // A blank before a comment, a line break or another blank needs a closer look.
                b' ' if self.byte(end + 1) != b'#' && self.class_of(end + 1) & VALUE != 0 => {}
                b':' if self.class_of(end + 1) & VALUE != 0 => {}
                _ => return None,
            }
        }
        let next = self.line_after(end);
        // An empty line or a line with more indentation may continue the value. NEL, LS and PS are line breaks, too.
        let after = self.byte(next.first());
        let goes_on = next.spaces as i32 > self.indent && after != b'#';
        if goes_on || matches!(after, b'\n' | b'\r' | b'\t' | 0xC2 | 0xE2) {
            return None;
        }
        let (text_start, text_end) = (at, end);
        Some(Simple { style: Style::Plain, start: at, end, text_start, text_end, next })
    }

    /// Returns the simple scalar at `at` inside brackets or braces, without looking for the next line.
    #[inline]
    pub(in crate::read) fn simple_flow_scalar(&self, at: usize) -> Option<Simple> {
        let first = self.byte(at);
        if first == b'"' || first == b'\'' {
            return self.simple_quoted(at, first);
        }
        if self.class_of(at) & KEY_START == 0 {
            return None;
        }
        let mut end = at + 1;
        while self.class_of(end) & FLOW != 0 {
            end += 1;
        }
        let (text_start, text_end, next) = (at, end, LineStart { at: end, spaces: 0 });
        Some(Simple { style: Style::Plain, start: at, end, text_start, text_end, next })
    }

    /// Whether the simple unquoted key or value from `at` to `end` is a string that is printed as written.
    #[inline]
    pub(in crate::read) fn is_word(&self, at: usize, end: usize) -> bool {
        let class = self.class_of(at);
        class & WORD != 0 || class & MAYBE_WORD != 0 && !is_typed_word(&self.bytes[at..end])
    }

    /// Returns the quoted text at `at`, if it is on one line and has no escapes. Does not look for the next line.
    fn simple_quoted(&self, at: usize, quote: u8) -> Option<Simple> {
        let end = eight::end_of_quoted(self.bytes, at + 1, quote);
        let is_whole = self.byte(end) == quote && self.byte(end + 1) != quote;
        let style = if quote == b'"' { Style::DoubleQuoted } else { Style::SingleQuoted };
        let next = LineStart { at: end, spaces: 0 };
        is_whole.then_some(Simple {
            style,
            start: at,
            end: end + 1,
            text_start: at + 1,
            text_end: end,
            next,
        })
    }

    /// Returns the first offset from `at` on that is not a space.
    #[inline]
    pub(in crate::read) fn after_spaces(&self, at: usize) -> usize {
        eight::after_spaces(self.bytes, at)
    }

    /// Returns the line after the line break at `at`.
    #[inline]
    pub(in crate::read) fn line_after(&self, at: usize) -> LineStart {
        LineStart { at: at + 1, spaces: self.after_spaces(at + 1) - (at + 1) }
    }

    /// Skips comments and empty lines. Returns whether there were any and a line starts after them.
    pub(in crate::read) fn skip_to_line(&mut self) -> Found<bool> {
        let before = self.pos;
        self.skip_space()?;
        Ok(self.pos != before && self.is_at_line())
    }

    /// Whether the line at `at` is a `---` or `...` marker.
    #[inline]
    pub(in crate::read) fn is_marker_line(&self, at: usize) -> bool {
        at == self.line_start && self.is_marker(at)
    }

    /// If a simple key follows the marker of a document on the next line, skips the line break and returns the start
    /// of the key.
    #[inline]
    pub(in crate::read) fn go_to_root(&mut self) -> Option<usize> {
        if self.byte(self.pos) != b'\n'
            || self.indent >= 0
            || !self.tokens.is_empty()
            || !self.flow.is_empty()
        {
            return None;
        }
        let line = self.line_after(self.pos);
        self.simple_key(line.first())?;
        self.go_to_line(line, self.previous_end);
        self.key_allowed = true;
        self.open_indent(line.spaces as i32);
        Some(line.first())
    }

    /// Takes the block scalar whose `|` or `>` is at `at`.
    pub(in crate::read) fn take_block_scalar(&mut self, at: usize) -> Found<Token> {
        self.pos = at;
        let style = if self.byte(at) == b'|' { Style::Literal } else { Style::Folded };
        self.scan_whole_block_scalar(style)
    }

    /// Continues with `line`. What was read before it ends at `previous_end`.
    #[inline]
    pub(in crate::read) fn go_to_line(&mut self, line: LineStart, previous_end: usize) {
        self.line_start = line.at;
        self.pos = line.first();
        self.previous_end = previous_end;
        self.behind_json_node = false;
    }

    /// Continues at `at` on the same line, inside a block collection that starts there.
    #[inline]
    pub(in crate::read) fn go_into(&mut self, at: usize, previous_end: usize) {
        self.pos = at;
        self.previous_end = previous_end;
        self.behind_json_node = false;
        self.open_indent(self.line_column(at));
    }

    #[inline]
    pub(in crate::read) fn open_indent(&mut self, column: i32) {
        self.indents.push(self.indent);
        self.indent = column;
    }

    #[inline]
    pub(in crate::read) fn close_indent(&mut self) {
        self.indent = self.indents.pop().unwrap_or(-1);
    }
}
