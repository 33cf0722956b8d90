//! Parses hexadecimal floats such as `0x1.8p3`, which `float()` accepts like Go.

/// Parses `digits` (what follows `0x`, in lower case), rounded to the nearest float; infinity if it is too large. The
/// exponent is required.
pub(super) fn parse(digits: &str) -> Option<f64> {
    let (mantissa, exponent) = digits.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() == 0 {
        return None;
    }
    let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if unsigned.is_empty() || !unsigned.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Beyond this, every number is 0 or infinite, regardless of its digits.
    let limit: i64 = 1 << 40;
    let size = unsigned.parse().unwrap_or(limit).min(limit);
    let mut power = if exponent.starts_with('-') { -size } else { size };
    let mut bits: u64 = 0;
    for (at, c) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u64::from(c.to_digit(16)?);
        if at >= whole.len() {
            power -= 4;
        }
        if bits >> 60 == 0 {
            bits = bits << 4 | digit;
        } else {
            // Further digits only affect rounding.
            bits |= u64::from(digit != 0);
            power += 4;
        }
    }
    Some(scaled(bits, power))
}

/// Returns `bits` times two to the power `power`, rounded once.
fn scaled(bits: u64, mut power: i64) -> f64 {
    let length = i64::from(64 - bits.leading_zeros());
    // Very small numbers have fewer than 53 bits.
    let kept = (power + length + 1074).clamp(0, 53);
    let cut = (length - kept).max(0);
    let mut bits = u128::from(bits);
    if cut > 0 {
        let half = 1_u128 << (cut - 1);
        let rest = bits & ((1 << cut) - 1);
        bits >>= cut;
        bits += u128::from(rest > half || (rest == half && bits & 1 == 1));
        power += cut;
    }
    let mut float = bits as f64;
    while power != 0 && float != 0.0 && float.is_finite() {
        let step = power.clamp(-1000, 1000);
        float *= 2_f64.powi(step as i32);
        power -= step;
    }
    float
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn numbers() {
        for (text, expected) in [
            ("1p4", Some(16.0)),
            ("1.8p1", Some(3.0)),
            (".8p0", Some(0.5)),
            ("ffp-4", Some(15.9375)),
            ("0p99999999999999999999", Some(0.0)),
            ("1p-1074", Some(5e-324)),
            ("1p-1075", Some(0.0)),
            ("1.8p-1075", Some(5e-324)),
            ("1.fffffffffffffp1023", Some(f64::MAX)),
            ("1p1024", Some(f64::INFINITY)),
            // Halfway between two floats, round to the even one; a further digit decides.
            ("1.00000000000008p0", Some(1.0)),
            ("1.000000000000080000000000001p0", Some(1.0 + f64::EPSILON)),
            ("1", None),
            ("p4", None),
            (".p4", None),
            ("1p", None),
            ("1p4.0", None),
            ("1.2.3p4", None),
            ("1gp4", None),
        ] {
            assert_eq!(parse(text), expected, "0x{text}");
        }
    }
}
