//! Numbers and words: where they end.

use super::Ended;
use crate::read::eight::{self, byte, eight};

/// Returns the end of the number at `at`, where the text begins with `bytes`; `None` if it is not a JSON number. What
/// comes after it is for the caller to check.
#[inline]
pub(super) fn end(text: &[u8], mut at: usize, mut bytes: u64) -> Option<Ended> {
    if byte(bytes, 0) == b'-' {
        at += 1;
        bytes >>= 8;
    }
    let mut end = digits_end(text, at, bytes)?;
    if byte(bytes, 0) == b'0' && end > at + 1 {
        return None;
    }
    let mut next = eight(text, end);
    if byte(next, 0) == b'.' {
        end = digits_end(text, end + 1, next >> 8)?;
        next = eight(text, end);
    }
    if let b'e' | b'E' = byte(next, 0) {
        end += if let b'+' | b'-' = byte(next, 1) { 2 } else { 1 };
        end = digits_end(text, end, eight(text, end))?;
        next = eight(text, end);
    }
    Some((end, next))
}

/// Returns the end of the digits at `at`, where the text begins with `bytes`, of which the last may be missing; `None`
/// if there are none.
#[inline]
fn digits_end(text: &[u8], at: usize, bytes: u64) -> Option<usize> {
    match eight::not_digits(bytes).trailing_zeros() / 8 {
        0 => None,
        count @ 1..7 => Some(at + count as usize),
        _ => Some(eight::end_of_digits(text, at + 7)),
    }
}

/// Returns the length of `true`, `false` or `null` at the start of `bytes`.
pub(super) fn word(bytes: u64) -> Option<usize> {
    match &bytes.to_le_bytes() {
        [b't', b'r', b'u', b'e', ..] | [b'n', b'u', b'l', b'l', ..] => Some(4),
        [b'f', b'a', b'l', b's', b'e', ..] => Some(5),
        _ => None,
    }
}
