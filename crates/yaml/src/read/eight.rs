//! Looks at eight bytes of a text at a time.
//!
//! Only the lowest yes of a comparison is reliable. The bits above it, or above a byte beyond ASCII, may be wrong because
//! of carries.

/// Returns `byte` repeated eight times.
const fn every(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// The highest bit of each byte, which means yes.
const YES: u64 = every(0x80);

/// Marks the bytes below `limit`, as far as they are ASCII.
#[inline]
fn below(bytes: u64, limit: u8) -> u64 {
    bytes.wrapping_sub(every(limit)) & YES
}

/// Marks the bytes equal to `byte`, as far as they are ASCII.
#[inline]
fn equal(bytes: u64, byte: u8) -> u64 {
    (bytes ^ every(byte)).wrapping_sub(every(1)) & YES
}

/// Marks the bytes that are too high for printable characters: the last of ASCII, and all above.
#[inline]
fn beyond_ascii(bytes: u64) -> u64 {
    (bytes | bytes.wrapping_add(every(1))) & YES
}

/// Returns the first offset from `at` on where `stops` marks a byte.
#[inline]
fn first(text: &[u8], mut at: usize, stops: impl Fn(u64) -> u64) -> usize {
    loop {
        let stops = stops(eight(text, at));
        if stops != 0 {
            return at + (stops.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
}

/// Returns the first offset from `at` on that is not a space.
#[inline]
pub(super) fn after_spaces(text: &[u8], at: usize) -> usize {
    first(text, at, |bytes| bytes ^ every(b' '))
}

/// Returns the first offset from `at` on with a space, a `:`, or anything but a printable ASCII character.
#[inline]
pub(super) fn end_of_word(text: &[u8], at: usize) -> usize {
    first(text, at, |bytes| below(bytes, b' ' + 1) | equal(bytes, b':') | beyond_ascii(bytes))
}

/// Returns the first offset from `at` on with the quote, a `\`, or anything but a printable ASCII character.
#[inline]
pub(super) fn end_of_quoted(text: &[u8], at: usize, quote: u8) -> usize {
    first(text, at, |bytes| {
        let odd = below(bytes, b' ') | beyond_ascii(bytes);
        odd | equal(bytes, quote) | equal(bytes, b'\\')
    })
}

/// Marks the bytes that may end a string of JSON or need a closer look: `"`, `\`, control characters, and all that are
/// not ASCII. The text has no other control characters than blanks, so the last of ASCII is not among them.
#[inline]
pub(super) fn string_stops(bytes: u64) -> u64 {
    // Flipping this bit puts the quote right above the control characters.
    let quote_or_control = (bytes ^ every(b'"' ^ b' ')).wrapping_sub(every(b' ' + 1));
    let backslash = (bytes ^ every(b'\\')).wrapping_sub(every(1));
    (quote_or_control | backslash | bytes) & YES
}

/// Returns the first offset from `at` on where [`string_stops`] marks a byte.
#[inline]
pub(super) fn end_of_string(text: &[u8], at: usize) -> usize {
    first(text, at, string_stops)
}

/// Marks the bytes that are not digits.
#[inline]
pub(super) fn not_digits(bytes: u64) -> u64 {
    let digits = bytes ^ every(b'0');
    (digits | digits.wrapping_add(every(0x80 - 10))) & YES
}

/// Returns the first offset from `at` on that is not a digit.
#[inline]
pub(super) fn end_of_digits(text: &[u8], at: usize) -> usize {
    first(text, at, not_digits)
}

/// Returns the eight bytes from `at` on, the first one lowest; 0 for each past the end.
#[inline]
pub(super) fn eight(text: &[u8], at: usize) -> u64 {
    // Offsets are below 2^32. If the compiler knows, it makes one comparison instead of two.
    let at = at as u32 as usize;
    match text.get(at..at + 8).and_then(<[u8]>::first_chunk) {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => last_bytes(text, at),
    }
}

/// Returns one of eight bytes.
#[inline]
pub(super) fn byte(bytes: u64, index: u32) -> u8 {
    (bytes >> (8 * index)) as u8
}

#[cold]
#[inline(never)]
fn last_bytes(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))
}
