//! Parses numbers, as far as YAML 1.1 and 1.2 agree.

/// Parses `.inf` with an optional sign, and `.nan`, each in three spellings.
pub(super) fn special(text: &str) -> Option<f64> {
    Some(match text {
        ".nan" | ".NaN" | ".NAN" => f64::NAN,
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => f64::INFINITY,
        "-.inf" | "-.Inf" | "-.INF" => f64::NEG_INFINITY,
        _ => return None,
    })
}

/// Returns whether there is a minus, and the text after the sign.
pub(super) fn split_sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

/// Parses digits, at least one, within 64 bits.
pub(super) fn unsigned(digits: &str, base: u32) -> Option<u64> {
    if digits.starts_with('+') {
        return None;
    }
    u64::from_str_radix(digits, base).ok()
}

/// Parses `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, if it is not too large for a float.
pub(super) fn float(text: &str) -> Option<f64> {
    if !is_float(text) {
        return None;
    }
    text.parse().ok().filter(|float: &f64| float.is_finite())
}

/// Whether `text` has the form of a float.
pub(super) fn is_float(text: &str) -> bool {
    let (_, rest) = split_sign(text);
    let rest = rest.as_bytes();
    let whole = count_digits(rest);
    let mut at = whole;
    if rest.get(at) == Some(&b'.') {
        let fraction = count_digits(&rest[at + 1..]);
        if whole == 0 && fraction == 0 {
            return false;
        }
        at += 1 + fraction;
    } else if whole == 0 {
        return false;
    }
    if matches!(rest.get(at), Some(b'e' | b'E')) {
        at += 1;
        if matches!(rest.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        let exponent = count_digits(&rest[at..]);
        if exponent == 0 {
            return false;
        }
        at += exponent;
    }
    at == rest.len()
}

pub(super) fn count_digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// Matches `[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?`.
pub(super) fn is_base60(text: &str) -> bool {
    let (_, rest) = split_sign(text);
    let mut rest = rest.as_bytes();
    if !rest.first().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    let run = |bytes: &[u8]| bytes.iter().take_while(|&&b| b.is_ascii_digit() || b == b'_').count();
    rest = &rest[run(rest)..];
    let mut parts = 0;
    while let [b':', after @ ..] = rest {
        let length = match after {
            [b'0'..=b'5', b'0'..=b'9', ..] => 2,
            [b'0'..=b'9', ..] => 1,
            _ => return false,
        };
        rest = &after[length..];
        parts += 1;
    }
    if let [b'.', fraction @ ..] = rest {
        rest = &fraction[run(fraction)..];
    }
    parts > 0 && rest.is_empty()
}
