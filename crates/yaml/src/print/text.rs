//! Writes scalars as YAML text.

use base64::{Engine, engine::general_purpose::STANDARD};

use super::{
    Scalar,
    number::{format_float_yaml, write_int, write_uint},
    style::{Choice, Style, choose, is_break, is_special, is_word},
};

/// The maximum length of a key on one line with its `:`, in bytes.
pub(super) const LONGEST_SIMPLE_KEY: usize = 128;

/// The maximum length of base64 text on one line.
const BASE64_LINE: usize = 70;

/// Appends `width` spaces. Writes pieces of a fixed length, which takes no call, and cuts what is too much.
#[inline]
pub(super) fn indent(out: &mut Vec<u8>, width: usize) {
    let end = out.len() + width;
    while out.len() < end {
        out.extend_from_slice(&[b' '; 16]);
    }
    out.truncate(end);
}

/// Appends `scalar`; `width` is the indentation for the lines of a literal block. Returns whether the written text
/// ends with a line break, which only a literal can.
pub(crate) fn write_scalar(out: &mut Vec<u8>, scalar: Scalar<'_>, width: usize) -> bool {
    match scalar {
        Scalar::Null => out.extend_from_slice(b"null"),
        Scalar::Bool(true) => out.extend_from_slice(b"true"),
        Scalar::Bool(false) => out.extend_from_slice(b"false"),
        Scalar::Int(value) => write_int(out, value),
        Scalar::UInt(value) => write_uint(out, value),
        Scalar::Float(value) => format_float_yaml(out, value),
        Scalar::Str(text) if is_word(text) => out.extend_from_slice(text),
        Scalar::Str(text) => return write_other_than_word(out, text, width),
    }
    false
}

/// Appends a text that is not a simple word, in the style it needs. Returns whether it ends with a line break.
pub(super) fn write_other_than_word(out: &mut Vec<u8>, text: &[u8], width: usize) -> bool {
    write_string(out, text, choose(text).style, width)
}

/// Appends `scalar` on one line. Quotes what would be a literal block.
pub fn write_one_line(out: &mut Vec<u8>, scalar: Scalar<'_>) {
    match scalar {
        Scalar::Str(text) => match choose(text).style {
            Style::Literal => double_quoted(out, text),
            Style::Binary => {
                out.extend_from_slice(b"!!binary ");
                out.extend_from_slice(STANDARD.encode(text).as_bytes());
            }
            style => {
                write_string(out, text, style, 0);
            }
        },
        _ => {
            write_scalar(out, scalar, 0);
        }
    }
}

/// Appends `scalar` as a key if it fits on one line. Otherwise, returns false and leaves `out` unchanged: the key
/// needs the `? ` form.
pub fn write_key(out: &mut Vec<u8>, scalar: Scalar<'_>) -> bool {
    let Scalar::Str(text) = scalar else {
        write_scalar(out, scalar, 0);
        return true;
    };
    let Choice { style, multiline } = choose(text);
    if multiline || text.len() > LONGEST_SIMPLE_KEY {
        return false;
    }
    // The tag `!!binary` counts towards the length of the key.
    if style == Style::Binary && text.len().div_ceil(3) * 4 + 8 > LONGEST_SIMPLE_KEY {
        return false;
    }
    write_string(out, text, style, 0);
    true
}

fn write_string(out: &mut Vec<u8>, text: &[u8], style: Style, width: usize) -> bool {
    match style {
        Style::Plain => out.extend_from_slice(text),
        Style::Single => single_quoted(out, text, width),
        Style::Double => double_quoted(out, text),
        Style::Literal => return literal(out, text, width),
        Style::Binary => return binary(out, text, width),
    }
    false
}

/// Doubles each `'`. Line breaks other than LF are rare, so they are searched one character at a time.
fn single_quoted(out: &mut Vec<u8>, text: &[u8], width: usize) {
    out.push(b'\'');
    if text.is_ascii() {
        let mut from = 0;
        for at in memchr::memchr_iter(b'\'', text) {
            out.extend_from_slice(&text[from..=at]);
            out.push(b'\'');
            from = at + 1;
        }
        out.extend_from_slice(&text[from..]);
    } else {
        let mut after_break = false;
        for c in as_str(text).chars() {
            let breaks = is_break(c);
            if after_break && !breaks {
                indent(out, width);
            }
            if c == '\'' {
                out.push(b'\'');
            }
            push_char(out, c);
            after_break = breaks;
        }
    }
    out.push(b'\'');
}

/// Writes everything on one line. Escapes invisible characters and those that would end the text.
fn double_quoted(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    let text = as_str(text);
    // If the text starts with a byte order mark, the reference escapes all of them.
    let escape_all = text.starts_with('\u{FEFF}');
    let mut from = 0;
    for (at, c) in text.char_indices() {
        if escape_all || matches!(c, '"' | '\\') || is_break(c) || is_special(c) {
            out.extend_from_slice(&text.as_bytes()[from..at]);
            escape(out, c);
            from = at + c.len_utf8();
        }
    }
    out.extend_from_slice(&text.as_bytes()[from..]);
    out.push(b'"');
}

fn escape(out: &mut Vec<u8>, c: char) {
    let short = match c {
        '\0' => b'0',
        '\x07' => b'a',
        '\x08' => b'b',
        '\t' => b't',
        '\n' => b'n',
        '\x0B' => b'v',
        '\x0C' => b'f',
        '\r' => b'r',
        '\x1B' => b'e',
        '"' => b'"',
        '\\' => b'\\',
        '\u{85}' => b'N',
        '\u{A0}' => b'_',
        '\u{2028}' => b'L',
        '\u{2029}' => b'P',
        _ => 0,
    };
    out.push(b'\\');
    if short != 0 {
        out.push(short);
        return;
    }
    let code = c as u32;
    let (letter, digits) = match code {
        0..=0xFF => (b'x', 2),
        0x100..=0xFFFF => (b'u', 4),
        _ => (b'U', 8),
    };
    out.push(letter);
    for place in (0..digits).rev() {
        out.push(b"0123456789ABCDEF"[(code >> (4 * place) & 15) as usize]);
    }
}

/// Writes `|` with indicators for indentation and the end, then the lines. Returns whether the text ends with a line
/// break.
fn literal(out: &mut Vec<u8>, text: &[u8], width: usize) -> bool {
    out.push(b'|');
    let string = as_str(text);
    let mut backwards = string.chars().rev();
    let (last, before) = (backwards.next(), backwards.next());
    if string.chars().next().is_some_and(|c| c == ' ' || is_break(c)) {
        out.push(b'2');
    }
    let ends_in_break = last.is_some_and(is_break);
    if !ends_in_break {
        out.push(b'-');
    } else if before.is_none_or(is_break) {
        out.push(b'+');
    }
    let plain_breaks = text.is_ascii();
    let mut from = 0;
    // A final LF makes the last line empty, so that the break before it ends the text.
    for at in memchr::memchr_iter(b'\n', text).chain([text.len()]) {
        out.push(b'\n');
        line(out, &text[from..at], width, plain_breaks);
        from = at + 1;
    }
    ends_in_break
}

/// Writes one line of a literal. Readers treat LS and PS as line breaks, so they are followed by indentation, too.
fn line(out: &mut Vec<u8>, text: &[u8], width: usize, plain_breaks: bool) {
    if plain_breaks {
        if !text.is_empty() {
            indent(out, width);
            out.extend_from_slice(text);
        }
        return;
    }
    for piece in as_str(text).split_inclusive(is_break) {
        if !piece.starts_with(is_break) {
            indent(out, width);
        }
        out.extend_from_slice(piece.as_bytes());
    }
}

/// Writes base64, on one line if it fits, else as a literal block.
fn binary(out: &mut Vec<u8>, bytes: &[u8], width: usize) -> bool {
    out.extend_from_slice(b"!!binary ");
    let encoded = STANDARD.encode(bytes);
    if encoded.len() < BASE64_LINE {
        out.extend_from_slice(encoded.as_bytes());
        return false;
    }
    out.push(b'|');
    for piece in encoded.as_bytes().chunks(BASE64_LINE) {
        out.push(b'\n');
        indent(out, width);
        out.extend_from_slice(piece);
    }
    out.push(b'\n');
    true
}

fn push_char(out: &mut Vec<u8>, c: char) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Returns the text as a string. The styles that need it are only chosen for UTF-8.
fn as_str(text: &[u8]) -> &str {
    std::str::from_utf8(text).unwrap_or_default()
}
