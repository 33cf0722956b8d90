//! The lines that most lines are: `key: value`, `key:`, `- value`, with nothing that needs a second look.
//!
//! They are recognized as a whole, without tokens in between. Whatever is out of the ordinary (a comment, an anchor,
//! a value that may go on, anything beyond ASCII) is left to the scanner proper, which reads everything; here a line may
//! always be declined.

use super::Scanner;
use crate::resolve::is_typed_word;
use crate::tree::Style;

/// May be part of a key.
const KEY: u8 = 1;
/// May start a key.
const KEY_START: u8 = 2;
/// May be part of a value.
const VALUE: u8 = 4;
/// May start a value.
const VALUE_START: u8 = 8;
/// May be part of a value in quotes.
const QUOTED: u8 = 16;
/// What starts with it without quotes is a string, and one that needs no quotes.
const WORD: u8 = 32;
/// The same, unless it is one of a few words: `true`, `no`, `null`.
const MAYBE_WORD: u8 = 64;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte: u8 = b' ';
    while byte < 0x7F {
        let mut class = 0;
        let is_word = byte.is_ascii_alphanumeric() || byte == b'_';
        if is_word {
            class |= KEY | KEY_START | VALUE_START;
        }
        if matches!(byte, b'-' | b'.' | b'/') {
            class |= KEY;
        }
        if matches!(byte, b'.' | b'/' | b'$' | b'(' | b'+' | b'^' | b';' | b'=' | b'~' | b'<') {
            class |= VALUE_START;
        }
        if !matches!(byte, b' ' | b':') {
            class |= VALUE;
        }
        if !matches!(byte, b'"' | b'\'' | b'\\') {
            class |= QUOTED;
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
    /// The line after it.
    pub(in crate::read) next: LineStart,
}

/// The start of a line.
#[derive(Clone, Copy)]
pub(in crate::read) struct LineStart {
    pub(in crate::read) at: usize,
    /// The spaces before its first character.
    pub(in crate::read) spaces: usize,
}

impl LineStart {
    /// Where its first character is.
    pub(in crate::read) fn first(self) -> usize {
        self.at + self.spaces
    }
}

impl Scanner<'_> {
    /// Whether the scanner is at the first character of a line of a block, with nothing waiting to be taken.
    #[inline]
    pub(in crate::read) fn is_at_line(&self) -> bool {
        self.key_allowed
            && self.tokens.first().is_none()
            && self.flow.is_empty()
            && !self.keys[0].is_possible()
            && self.is_indented(self.pos)
    }

    /// Whether only spaces come before `at` in the current line.
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

    /// Whether an entry of a simple map or sequence starts at `at`, as far as one byte tells.
    #[inline]
    pub(in crate::read) fn may_start_entry(&self, at: usize) -> bool {
        self.class_of(at) & KEY_START != 0 || (self.byte(at) == b'-' && self.byte(at + 1) == b' ')
    }

    /// The end of the simple key at `at`; its `:` is there, and a blank or the end of the line after it.
    #[inline]
    pub(in crate::read) fn simple_key(&self, at: usize) -> Option<usize> {
        if self.class_of(at) & KEY_START == 0 {
            return None;
        }
        let mut end = at + 1;
        while self.class_of(end) & KEY != 0 {
            end += 1;
        }
        let is_key = self.byte(end) == b':'
            && matches!(self.byte(end + 1), b' ' | b'\n')
            && end - at <= super::key::LONGEST_KEY;
        is_key.then_some(end)
    }

    /// The simple value at `at`, if its text surely ends with the line.
    #[inline]
    pub(in crate::read) fn simple_value(&self, at: usize) -> Option<Simple> {
        let first = self.byte(at);
        if first == b'"' || first == b'\'' {
            return self.simple_quoted(at, first);
        }
        if CLASSES[first as usize] & VALUE_START == 0 {
            return None;
        }
        let mut end = at + 1;
        loop {
            while self.class_of(end) & VALUE != 0 {
                end += 1;
            }
            let next = self.byte(end + 1);
            match self.byte(end) {
                b'\n' => break,
                // Blanks before a comment, a line break or more blanks decide something.
                b' ' if next != b'#' && CLASSES[next as usize] & VALUE != 0 => end += 2,
                b':' if CLASSES[next as usize] & VALUE != 0 => end += 2,
                _ => return None,
            }
        }
        let next = self.line_after(end);
        // An empty line may be part of the value, and so is a line that is indented more.
        let goes_on = next.spaces as i32 > self.indent && self.byte(next.first()) != b'#';
        if goes_on || matches!(self.byte(next.first()), b'\n' | b'\r' | b'\t') {
            return None;
        }
        let (text_start, text_end) = (at, end);
        Some(Simple { style: Style::Plain, start: at, end, text_start, text_end, next })
    }

    /// Whether the simple key or value without quotes from `at` to `end` is a string that prints as it is written.
    #[inline]
    pub(in crate::read) fn is_word(&self, at: usize, end: usize) -> bool {
        let class = self.class_of(at);
        class & WORD != 0 || class & MAYBE_WORD != 0 && !is_typed_word(&self.bytes[at..end])
    }

    fn simple_quoted(&self, at: usize, quote: u8) -> Option<Simple> {
        let mut end = at + 1;
        while self.class_of(end) & QUOTED != 0 {
            end += 1;
        }
        if self.byte(end) != quote || self.byte(end + 1) != b'\n' {
            return None;
        }
        let style = if quote == b'"' { Style::DoubleQuoted } else { Style::SingleQuoted };
        let next = self.line_after(end + 1);
        Some(Simple { style, start: at, end: end + 1, text_start: at + 1, text_end: end, next })
    }

    /// The line after the break at `at`.
    #[inline]
    pub(in crate::read) fn line_after(&self, at: usize) -> LineStart {
        let mut first = at + 1;
        while self.byte(first) == b' ' {
            first += 1;
        }
        LineStart { at: at + 1, spaces: first - (at + 1) }
    }

    /// Goes on with `line`; what was read before it ends at `previous_end`.
    #[inline]
    pub(in crate::read) fn go_to_line(&mut self, line: LineStart, previous_end: usize) {
        self.line_start = line.at;
        self.pos = line.first();
        self.previous_end = previous_end;
        self.behind_json_node = false;
    }

    /// Goes on at `at` in the same line, inside a block collection that starts there.
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
