//! Classes of bytes, for scanning scalars by table lookup.
//!
//! Line breaks other than LF and CR (NEL, LS, PS; YAML 1.1 only) have several bytes. Their first byte is marked as a
//! candidate and checked where it occurs.

/// Ends a run of a plain scalar: a blank or `:`. A `#` matters only after a blank.
pub(super) const PLAIN: u8 = 1;
/// Ends a run of a plain scalar inside brackets or braces.
pub(super) const PLAIN_FLOW: u8 = 2;
/// Ends a run of a single-quoted scalar.
pub(super) const SINGLE: u8 = 4;
/// Ends a run of a double-quoted scalar.
pub(super) const DOUBLE: u8 = 8;
/// May start a line break.
pub(super) const BREAK: u8 = 16;
/// May be part of an anchor or a directive's name (YAML 1.1).
pub(super) const WORD: u8 = 32;
/// May be part of a tag.
pub(super) const URI: u8 = 64;
/// One of `,[]{}`.
pub(super) const FLOW_INDICATOR: u8 = 128;

/// One table per mode. Only the bytes that may start a line break and `?` differ.
pub(super) type Table = [u8; 256];

pub(super) static REFERENCE: Table = table(true);
pub(super) static YAML12: Table = table(false);

const fn table(reference: bool) -> Table {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class(byte as u8, reference);
        byte += 1;
    }
    table
}

const fn class(byte: u8, reference: bool) -> u8 {
    let mut class = match byte {
        b' ' | b'\t' | b':' => PLAIN | PLAIN_FLOW,
        b'\n' | b'\r' => PLAIN | PLAIN_FLOW | SINGLE | DOUBLE | BREAK,
        // NEL starts with C2, LS and PS with E2.
        0xC2 | 0xE2 if reference => PLAIN | PLAIN_FLOW | SINGLE | DOUBLE | BREAK,
        b',' | b'[' | b']' | b'{' | b'}' => PLAIN_FLOW | FLOW_INDICATOR,
        b'?' if reference => PLAIN_FLOW,
        b'\'' => SINGLE,
        b'"' | b'\\' => DOUBLE,
        _ => 0,
    };
    if byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' {
        class |= WORD | URI;
    }
    if matches!(
        byte,
        b';' | b'/'
            | b'?'
            | b':'
            | b'@'
            | b'&'
            | b'='
            | b'+'
            | b'$'
            | b'.'
            | b'!'
            | b'~'
            | b'*'
            | b'\''
            | b'('
            | b')'
            | b'%'
    ) || (matches!(byte, b',' | b'[' | b']') && reference)
    {
        class |= URI;
    }
    if byte == b'#' && !reference {
        class |= URI;
    }
    class
}
