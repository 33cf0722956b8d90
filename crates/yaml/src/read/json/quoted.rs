//! Strings: where they end, and what their escapes mean.

use super::{Ended, Reader};
use crate::{
    read::{
        Mode,
        eight::{self, byte, eight},
    },
    tree::{Flags, Kind, Style},
};

impl Reader {
    /// Reads a quoted string at `at`, where the text begins with `bytes`.
    #[expect(clippy::inline_always, reason = "a call costs as much as most strings")]
    #[inline(always)]
    pub(super) fn quoted(
        &mut self,
        text: &[u8],
        at: usize,
        bytes: u64,
        indicator: usize,
    ) -> Option<Ended> {
        // The first of the bytes is the quote. It becomes a `#`, which does not end a string.
        let stops = eight::string_stops(bytes ^ u64::from(b'"' ^ b'#'));
        let end = if stops == 0 {
            eight::end_of_string(text, at + 8)
        } else {
            at + (stops.trailing_zeros() / 8) as usize
        };
        let next = eight(text, end);
        if byte(next, 0) != b'"' {
            return self.odd(text, at, end, indicator);
        }
        let style = Style::DoubleQuoted;
        self.push(Kind::Scalar, style, at, end + 1, (at + 1, end), indicator);
        Some((end + 1, next >> 8))
    }

    /// Reads the string at `at` that has an escape or a character that is not ASCII at `end`, or does not end.
    #[inline(never)]
    fn odd(&mut self, text: &[u8], at: usize, mut end: usize, indicator: usize) -> Option<Ended> {
        loop {
            match *text.get(end)? {
                b'"' => break,
                b'\\' => {
                    end = self.escaped(text, at, end, indicator)?;
                    return Some((end, eight(text, end)));
                }
                _ => end = eight::end_of_string(text, foreign_end(text, end)?),
            }
        }
        let style = Style::DoubleQuoted;
        self.push(Kind::Scalar, style, at, end + 1, (at + 1, end), indicator);
        Some((end + 1, eight(text, end + 1)))
    }

    /// Reads the rest of a string from its first escape on.
    fn escaped(&mut self, text: &[u8], at: usize, first: usize, indicator: usize) -> Option<usize> {
        let from = self.cooked.len();
        self.cooked.extend_from_slice(&text[at + 1..first]);
        let mut next = first;
        loop {
            match *text.get(next)? {
                b'"' => break,
                b'\\' => next = self.escape(text, next)?,
                _ => {
                    let mut until = eight::end_of_string(text, next);
                    if until == next {
                        until = foreign_end(text, next)?;
                    }
                    self.cooked.extend_from_slice(&text[next..until]);
                    next = until;
                }
            }
        }
        let cooked = (from, self.cooked.len());
        self.push(Kind::Scalar, Style::DoubleQuoted, at, next + 1, cooked, indicator);
        if let Some(node) = self.nodes.last_mut() {
            node.flags = node.flags.with(Flags::COOKED);
        }
        Some(next + 1)
    }

    /// Appends the character of the escape at `at`. Returns the end of the escape.
    fn escape(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let byte = match text.get(at + 1)? {
            b'"' => b'"',
            b'\\' => b'\\',
            b'/' if self.mode == Mode::Yaml12 => b'/',
            b'b' => 0x08,
            b'f' => 0x0C,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let digits = text.get(at + 2..at + 6)?;
                let digits = std::str::from_utf8(digits).ok()?;
                if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                    return None;
                }
                // Surrogate pairs are left to the general reader.
                let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
                self.cooked.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return Some(at + 6);
            }
            _ => return None,
        };
        self.cooked.push(byte);
        Some(at + 2)
    }
}

/// Returns the end of the characters at `at` that are not ASCII. Returns `None` if the first is a control character, or
/// any may be a line break in YAML.
fn foreign_end(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match text.get(at..)? {
            [0xC2, 0x85, ..] | [0xE2, 0x80, 0xA8 | 0xA9, ..] | [0xEF, 0xBB, 0xBF, ..] => {
                return None;
            }
            [byte, next, ..] if *byte >= 0x80 => {
                at += 1;
                if *next < 0x80 {
                    return Some(at);
                }
            }
            _ => return None,
        }
    }
}
