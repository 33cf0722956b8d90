//! The lines that most lines are: `key: value`, `key:`, `- value`, with nothing that needs a second look.
//!
//! They are recognized as a whole, without tokens in between. Whatever is out of the ordinary (a comment, an anchor,
//! a value that may go on, anything beyond ASCII) is left to the scanner proper, which reads everything; here a line may
//! always be declined.

use super::Scanner;
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
/// What starts with it without quotes is a string, and one that needs no quotes.
const WORD: u8 = 32;
/// What starts with it is such a string, unless it is one of a few words: `true`, `no`, `null`.
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

/// `byte` eight times.
const fn every(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// The highest bit of each byte, which says yes.
const YES: u64 = every(0x80);

// Eight bytes are looked at in one go. The lowest yes of an answer is right; above it, and above a byte beyond ASCII, there
// may be wrong ones, because a subtraction or addition spills over.

/// Which bytes are below `limit`, as far as they are ASCII.
#[inline]
fn below(bytes: u64, limit: u8) -> u64 {
    bytes.wrapping_sub(every(limit)) & YES
}

/// Which bytes are `byte`, as far as they are ASCII.
#[inline]
fn equal(bytes: u64, byte: u8) -> u64 {
    (bytes ^ every(byte)).wrapping_sub(every(1)) & YES
}

/// Which bytes are no printable characters because they are too high: the last of ASCII, and all above.
#[inline]
fn beyond_ascii(bytes: u64) -> u64 {
    (bytes | bytes.wrapping_add(every(1))) & YES
}

/// A scalar on one line.
#[derive(Clone, Copy)]
pub(in crate::read) struct Simple {
    pub(in crate::read) style: Style,
    pub(in crate::read) start: usize,
    pub(in crate::read) end: usize,
    pub(in crate::read) text_start: usize,
    pub(in crate::read) text_end: usize,
    /// The line after it, of a value that ends its line.
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
            && self.tokens.is_empty()
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
        let end = self.end_of_word(at + 1);
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
            let value = self.simple_quoted(at, first)?;
            let ends_line = self.byte(value.end) == b'\n';
            return ends_line.then(|| Simple { next: self.line_after(value.end), ..value });
        }
        if CLASSES[first as usize] & VALUE_START == 0 {
            return None;
        }
        let mut end = at;
        loop {
            end = self.end_of_word(end + 1);
            match self.byte(end) {
                b'\n' => break,
                // Blanks before a comment, a line break or more blanks decide something.
                b' ' if self.byte(end + 1) != b'#' && self.class_of(end + 1) & VALUE != 0 => {}
                b':' if self.class_of(end + 1) & VALUE != 0 => {}
                _ => return None,
            }
        }
        let next = self.line_after(end);
        // An empty line may be part of the value, and so is a line that is indented more. NEL, LS and PS break lines, too.
        let after = self.byte(next.first());
        let goes_on = next.spaces as i32 > self.indent && after != b'#';
        if goes_on || matches!(after, b'\n' | b'\r' | b'\t' | 0xC2 | 0xE2) {
            return None;
        }
        let (text_start, text_end) = (at, end);
        Some(Simple { style: Style::Plain, start: at, end, text_start, text_end, next })
    }

    /// The simple scalar at `at` inside brackets or braces. The line after it is not looked for.
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

    /// Whether the simple key or value without quotes from `at` to `end` is a string that prints as it is written.
    #[inline]
    pub(in crate::read) fn is_word(&self, at: usize, end: usize) -> bool {
        let class = self.class_of(at);
        class & WORD != 0 || class & MAYBE_WORD != 0 && !is_typed_word(&self.bytes[at..end])
    }

    /// The text in quotes at `at`, if it is on one line and means what is written. The line after it is not looked for.
    fn simple_quoted(&self, at: usize, quote: u8) -> Option<Simple> {
        let end = self.end_of_quoted(at + 1, quote);
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

    /// The first place from `at` on without a space.
    #[inline]
    pub(in crate::read) fn after_spaces(&self, mut at: usize) -> usize {
        loop {
            let others = self.eight(at) ^ every(b' ');
            if others != 0 {
                return at + (others.trailing_zeros() / 8) as usize;
            }
            at += 8;
        }
    }

    /// The first place from `at` on with something else than a printable ASCII character, or with a space or `:`.
    #[inline]
    fn end_of_word(&self, mut at: usize) -> usize {
        loop {
            let bytes = self.eight(at);
            let stops = below(bytes, b' ' + 1) | equal(bytes, b':') | beyond_ascii(bytes);
            if stops != 0 {
                return at + (stops.trailing_zeros() / 8) as usize;
            }
            at += 8;
        }
    }

    /// The first place from `at` on with something else than a printable ASCII character, or with the quote or `\`.
    #[inline]
    fn end_of_quoted(&self, mut at: usize, quote: u8) -> usize {
        loop {
            let bytes = self.eight(at);
            let odd = below(bytes, b' ') | beyond_ascii(bytes);
            let stops = odd | equal(bytes, quote) | equal(bytes, b'\\');
            if stops != 0 {
                return at + (stops.trailing_zeros() / 8) as usize;
            }
            at += 8;
        }
    }

    /// The eight bytes from `at` on, the first one lowest; 0 for each past the end.
    #[inline]
    fn eight(&self, at: usize) -> u64 {
        match self.bytes.get(at..).and_then(<[u8]>::first_chunk) {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => self.last_bytes(at),
        }
    }

    #[cold]
    fn last_bytes(&self, at: usize) -> u64 {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
    }

    /// The line after the break at `at`.
    #[inline]
    pub(in crate::read) fn line_after(&self, at: usize) -> LineStart {
        LineStart { at: at + 1, spaces: self.after_spaces(at + 1) - (at + 1) }
    }

    /// Goes over comments and empty lines. Whether there were any, and a line starts after them.
    pub(in crate::read) fn skip_to_line(&mut self) -> Found<bool> {
        let before = self.pos;
        self.skip_space()?;
        Ok(self.pos != before && self.is_at_line())
    }

    /// Whether the line that starts at `at` is `---` or `...` as a marker.
    #[inline]
    pub(in crate::read) fn is_marker_line(&self, at: usize) -> bool {
        at == self.line_start && self.is_marker(at)
    }

    /// Takes the break after the marker of a document if a simple key follows, with which a map starts. Where it starts.
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
