//! Chooses the style of a printed string.
//!
//! First, a preferred style is chosen: a literal block for text with several lines, double quotes for text that would
//! not be read back as a string, plain otherwise. If the style cannot represent the text, the next one is tried:
//! plain, single quotes, double quotes.
//!
//! Nearly all strings are words without blanks, and [`is_word`] knows them eight bytes at a time. Others take one pass over
//! a byte table; only unusual text is checked character by character.

use crate::resolve::{is_plain_string, is_typed_word};

/// The style of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'text'`.
    Single,
    /// `"text"`, with escapes.
    Double,
    /// A literal block: `|` and indented lines.
    Literal,
    /// Not UTF-8: `!!binary` and base64.
    Binary,
}

/// The style of a text, and whether it contains a line break, which a simple key must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) style: Style,
    pub(super) multiline: bool,
}

const SPACE: u8 = 1;
const LINE_FEED: u8 = 2;
/// A control character.
const SPECIAL: u8 = 4;
/// `:` or `#`, which may start a value or a comment.
const MARK: u8 = 8;
/// Not ASCII.
const HIGH: u8 = 16;

/// The effect of each byte on a text.
const BYTES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' => SPACE,
            b'\n' => LINE_FEED,
            b':' | b'#' => MARK,
            0..=0x1F | 0x7F => SPECIAL,
            0x80.. => HIGH,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// The first byte is syntax.
const INDICATOR: u8 = 1;
/// The first byte is syntax if a blank or nothing follows.
const INDICATOR_BEFORE_BLANK: u8 = 2;
/// The text may be a number, bool, null or date.
const TYPED: u8 = 4;
/// The text may start with `---` or `...`.
const MARKER: u8 = 8;

/// What the first byte says about a text.
const FIRST: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'#' | b',' | b'[' | b']' | b'{' | b'}' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\''
            | b'"' | b'%' | b'@' | b'`' => INDICATOR,
            b'?' | b':' => INDICATOR_BEFORE_BLANK,
            b'-' => INDICATOR_BEFORE_BLANK | TYPED | MARKER,
            b'.' => TYPED | MARKER,
            b'0'..=b'9'
            | b'+'
            | b'~'
            | b'y'
            | b'Y'
            | b'n'
            | b'N'
            | b't'
            | b'T'
            | b'f'
            | b'F'
            | b'o'
            | b'O' => TYPED,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Whether a plain text that starts with `first` may be read as something other than a string.
pub(super) fn may_be_typed(first: u8) -> bool {
    FIRST[first as usize] & TYPED != 0
}

/// Whether `text` is a word that surely prints as it is, as most do: one without blanks. A `#` only starts a comment after
/// a blank, and a `:` only ends a key before a blank or at the end.
#[inline]
pub(super) fn is_word(text: &[u8]) -> bool {
    let [first, ..] = *text else { return false };
    let about_first = FIRST[first as usize];
    if about_first != 0 && (about_first != TYPED || !first.is_ascii_alphabetic())
        || text.ends_with(b":")
        || !is_visible(text)
    {
        return false;
    }
    about_first == 0 || !is_typed_word(text)
}

/// Whether `text`, which is not empty, holds nothing but visible ASCII characters. Looks at eight bytes at a time; some are
/// looked at twice.
#[inline]
fn is_visible(text: &[u8]) -> bool {
    let (first, last) = (text.first_chunk::<4>(), text.last_chunk::<4>());
    if let Some(last) = text.last_chunk::<8>() {
        let all = text.as_chunks::<8>().0.iter();
        all.chain([last]).all(|&eight| are_visible(u64::from_le_bytes(eight)))
    } else if let (Some(&first), Some(&last)) = (first, last) {
        are_visible(
            u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << 32,
        )
    } else {
        text.iter().all(u8::is_ascii_graphic)
    }
}

/// Whether each of eight bytes is between `!` and `~`.
#[inline]
fn are_visible(bytes: u64) -> bool {
    const ONES: u64 = u64::MAX / 255;
    const HIGHS: u64 = ONES << 7;
    let others = bytes | bytes.wrapping_add(ONES) | bytes.wrapping_sub(ONES * u64::from(b'!'));
    others & HIGHS == 0
}

/// The style `text` prints in.
pub(super) fn choose(text: &[u8]) -> Choice {
    let mut seen = 0;
    for &byte in text {
        seen |= BYTES[byte as usize];
    }
    if seen & (LINE_FEED | SPECIAL | HIGH) == 0 {
        return Choice { style: ascii_line(text, seen), multiline: false };
    }
    if seen & (SPECIAL | HIGH) == 0 {
        return Choice { style: ascii_lines(text), multiline: true };
    }
    match std::str::from_utf8(text) {
        Ok(text) => by_character(text),
        Err(_) => Choice { style: Style::Binary, multiline: false },
    }
}

/// Returns the style for one line of printable ASCII.
fn ascii_line(text: &[u8], seen: u8) -> Style {
    let &[first, ..] = text else {
        return Style::Double;
    };
    let about_first = FIRST[first as usize];
    if about_first & TYPED != 0 && reads_as_other_than_string(text) {
        return Style::Double;
    }
    let blank_at_an_end = seen & SPACE != 0 && (first == b' ' || text.ends_with(b" "));
    if blank_at_an_end || starts_with_indicator(text) || seen & MARK != 0 && holds_indicator(text) {
        Style::Single
    } else {
        Style::Plain
    }
}

/// Returns the style for several lines of printable ASCII.
fn ascii_lines(text: &[u8]) -> Style {
    let blank_before_break =
        memchr::memchr_iter(b'\n', text).any(|at| at > 0 && text[at - 1] == b' ');
    if blank_before_break || text.ends_with(b" ") { Style::Double } else { Style::Literal }
}

fn reads_as_other_than_string(text: &[u8]) -> bool {
    if text.first().is_some_and(u8::is_ascii_alphabetic) {
        return is_typed_word(text);
    }
    std::str::from_utf8(text).is_ok_and(|text| !is_plain_string(text))
}

fn starts_with_indicator(text: &[u8]) -> bool {
    let about = text.first().map_or(0, |&first| FIRST[first as usize]);
    about & INDICATOR != 0
        || about & INDICATOR_BEFORE_BLANK != 0 && matches!(text.get(1), None | Some(b' ' | b'\t'))
        || about & MARKER != 0 && (text.starts_with(b"---") || text.starts_with(b"..."))
}

/// Whether there is a `:` before a blank or the end, or a `#` after a blank, after the first character.
fn holds_indicator(text: &[u8]) -> bool {
    memchr::memchr2_iter(b':', b'#', text).filter(|&at| at > 0).any(|at| match text[at] {
        b':' => matches!(text.get(at + 1), None | Some(b' ' | b'\t')),
        _ => {
            matches!(text[at - 1], b' ' | b'\t' | b'\n' | b'\r' | 0)
                || ends_with_wide_break(&text[..at])
        }
    })
}

fn ends_with_wide_break(text: &[u8]) -> bool {
    [&b"\xC2\x85"[..], b"\xE2\x80\xA8", b"\xE2\x80\xA9"].iter().any(|end| text.ends_with(end))
}

/// Whether `c` is a line break in YAML.
pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether `c` can only be written as an escape.
pub(super) fn is_special(c: char) -> bool {
    !matches!(c,
        '\n' | ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FEFE}' | '\u{FF00}'..='\u{FFFD}')
}

/// Returns the style for text with characters beyond printable ASCII.
fn by_character(text: &str) -> Choice {
    let (mut special, mut breaks) = (false, false);
    let (mut space_break, mut break_space) = (false, false);
    let mut previous = None;
    for c in text.chars() {
        special |= is_special(c);
        if c == ' ' {
            break_space |= previous.is_some_and(is_break);
        } else if is_break(c) {
            breaks = true;
            space_break |= previous == Some(' ');
        }
        previous = Some(c);
    }
    let bytes = text.as_bytes();
    let at_an_end = |c: Option<char>| c.is_some_and(|c| c == ' ' || is_break(c));
    let style = if memchr::memchr(b'\n', bytes).is_some() {
        if special || space_break || text.ends_with(' ') { Style::Double } else { Style::Literal }
    } else if special || space_break || break_space || reads_as_other_than_string(bytes) {
        Style::Double
    } else if breaks
        || at_an_end(text.chars().next())
        || at_an_end(previous)
        || starts_with_indicator(bytes)
        || holds_indicator(bytes)
    {
        Style::Single
    } else {
        Style::Plain
    };
    Choice { style, multiline: breaks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_as_bytes_are() {
        for length in 1..=20 {
            for at in 0..length {
                for byte in 0..=255 {
                    let mut text = vec![b'a'; length];
                    text[at] = byte;
                    assert_eq!(is_visible(&text), byte.is_ascii_graphic(), "{text:?}");
                    let plain = Choice { style: Style::Plain, multiline: false };
                    assert!(!is_word(&text) || choose(&text) == plain, "{text:?}");
                }
            }
        }
        assert!(is_word(b"a:b#c") && !is_word(b"") && !is_word(b"a:") && !is_word(b"#a"));
        assert!(is_word(b"name") && is_word(b"onto") && !is_word(b"no") && !is_word(b"True"));
    }
}
