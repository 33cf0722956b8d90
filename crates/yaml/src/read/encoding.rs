//! Checks that bytes are text: valid UTF-8 without control characters.

use rayon::prelude::*;

use super::pieces::LARGE_TEXT;
use super::problem::{Fault, Finder, Problem};
use super::{Mode, Options};

/// The result of the check.
#[derive(Debug)]
pub(super) struct Checked {
    /// The number of bytes before the first invalid one; all if there is none.
    pub(super) valid: usize,
    /// What is wrong with that byte.
    pub(super) problem: Option<Problem>,
    /// Offsets of characters that YAML 1.2 allows only in quotes.
    pub(super) quoted_only: Vec<u32>,
}

/// Finds the first byte that is not text. `is_utf8` means that UTF-8 has been validated already.
pub(super) fn check(bytes: &[u8], is_utf8: bool, options: &Options) -> Checked {
    let broken = match std::str::from_utf8(if is_utf8 { &[] } else { bytes }) {
        Ok(_) => None,
        Err(error) => Some(error.valid_up_to()),
    };
    let text = &bytes[..broken.unwrap_or(bytes.len())];
    let mut checked = Checked { valid: text.len(), problem: None, quoted_only: Vec::new() };
    if let Some(at) = find_control(text, options, &mut checked.quoted_only) {
        checked.valid = at;
        checked.problem = Some(Problem::new(Finder::Reader, Fault::Control, at, at + 1));
    } else if let Some(at) = broken {
        let fault = Fault::Encoding(broken_utf8(&bytes[at..]));
        checked.problem = Some(Problem::new(Finder::Reader, fault, at, at + 1));
    }
    checked
}

/// Finds the first character that YAML does not allow. Scans blocks of bytes, and checks only suspicious blocks in
/// detail.
fn find_control(text: &[u8], options: &Options, quoted_only: &mut Vec<u32>) -> Option<usize> {
    let mode = options.mode;
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    if options.threads && text.len() >= LARGE_TEXT {
        let is_clean = |blocks: &[[u8; BLOCK]]| !blocks.iter().any(|block| is_suspect(block));
        if blocks.par_chunks(LARGE_TEXT / 4 / BLOCK).all(is_clean) && !is_suspect(rest) {
            return None;
        }
    }
    let suspect = blocks.iter().enumerate().filter(|(_, block)| is_suspect(*block));
    let suspect = suspect.map(|(index, _)| index * BLOCK..(index + 1) * BLOCK);
    let rest = is_suspect(rest).then(|| text.len() - rest.len()..text.len());
    for at in suspect.chain(rest).flatten() {
        if is_forbidden(text, at) {
            if mode == Mode::Yaml12 && text[at] >= 0x20 {
                quoted_only.push(at as u32);
            } else {
                return Some(at);
            }
        }
    }
    None
}

/// The number of bytes that are scanned in one go.
const BLOCK: usize = 64;

/// Whether `block` may contain a control character. For blocks of a fixed length, this takes one instruction a byte.
#[inline]
fn is_suspect(block: &[u8]) -> bool {
    // Most text is ASCII. All other bytes are negative as signed numbers, and so below the space.
    let is_odd =
        |byte: u8| (byte as i8) < 0x20 && !(byte == b'\n' || byte & !4 == b'\t') || byte == 0x7F;
    let is_suspect = |byte: u8| is_odd(byte) && (byte < 0x80 || matches!(byte, 0xC2 | 0xEF));
    any(block, is_odd) && any(block, is_suspect)
}

/// Whether `is` holds for any byte. Looks at all of them, because that is faster than one after the other.
#[inline]
fn any(block: &[u8], is: impl Fn(u8) -> bool) -> bool {
    block.iter().fold(false, |any, &byte| any | is(byte))
}

/// Whether a character that starts at `at` is a control character or U+FFFE or U+FFFF.
fn is_forbidden(text: &[u8], at: usize) -> bool {
    let byte = |offset: usize| text.get(at + offset).copied().unwrap_or(0);
    match byte(0) {
        b'\t' | b'\n' | b'\r' => false,
        0x00..0x20 | 0x7F => true,
        0xC2 => (0x80..0xA0).contains(&byte(1)) && byte(1) != 0x85,
        0xEF => byte(1) == 0xBF && byte(2) >= 0xBE,
        _ => false,
    }
}

/// Describes what is wrong with the sequence at the start of `bytes`, which is not UTF-8.
fn broken_utf8(bytes: &[u8]) -> &'static str {
    let (width, bits) = match bytes[0] {
        0xC0..0xE0 => (2, 0x1F),
        0xE0..0xF0 => (3, 0x0F),
        0xF0..0xF8 => (4, 0x07),
        _ => return "invalid leading UTF-8 octet",
    };
    if bytes.len() < width {
        return "incomplete UTF-8 octet sequence";
    }
    let mut value = u32::from(bytes[0] & bits);
    for &byte in &bytes[1..width] {
        if byte & 0xC0 != 0x80 {
            return "invalid trailing UTF-8 octet";
        }
        value = value << 6 | u32::from(byte & 0x3F);
    }
    let shortest = [0, 0, 0x80, 0x800, 0x1_0000][width];
    if value < shortest {
        "invalid length of a UTF-8 sequence"
    } else {
        "invalid Unicode character"
    }
}

/// Converts UTF-16 and UTF-32, with or without a byte order mark, to UTF-8. Returns `None` if `bytes` is neither.
///
/// YAML 1.2 accepts these encodings. Spans count bytes of the converted text, so call this before creating a
/// [`SourceFile`](yardstick_diagnostics::SourceFile). Invalid code units are replaced.
pub fn to_utf8(bytes: &[u8]) -> Option<String> {
    let big32 = |b: &[u8]| u32::from_be_bytes([b[0], b[1], b[2], b[3]]);
    let little32 = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    let big16 = |b: &[u8]| u16::from_be_bytes([b[0], b[1]]);
    let little16 = |b: &[u8]| u16::from_le_bytes([b[0], b[1]]);
    let utf32 = |bytes: &[u8], unit: fn(&[u8]) -> u32| {
        bytes
            .chunks_exact(4)
            .map(|code| char::from_u32(unit(code)).unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect::<String>()
    };
    let utf16 = |bytes: &[u8], unit: fn(&[u8]) -> u16| {
        char::decode_utf16(bytes.chunks_exact(2).map(unit))
            .map(|code| code.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect::<String>()
    };
    // The first character of a YAML text is ASCII or a byte order mark, so the positions of its zero bytes show the
    // encoding.
    let text = match bytes {
        [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, 1..=255, ..] => utf32(bytes, big32),
        [0xFF, 0xFE, 0, 0, ..] | [1..=255, 0, 0, 0, ..] => utf32(bytes, little32),
        [0xFE, 0xFF, ..] | [0, 1..=255, ..] => utf16(bytes, big16),
        [0xFF, 0xFE, ..] | [1..=255, 0, ..] => utf16(bytes, little16),
        _ => return None,
    };
    Some(text)
}
