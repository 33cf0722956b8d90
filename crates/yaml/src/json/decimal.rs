//! Exact decimal numbers of any size, for numbers that floating point cannot represent.

use std::cmp::Ordering;

/// A finite decimal number: digits without leading or trailing zeros, and the position of the point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decimal {
    is_negative: bool,
    /// Digits from 0 to 9. The first and the last are not 0. Empty for zero.
    digits: Vec<u8>,
    /// The power of ten of the first digit, plus one: `0.5` has 0, `12` has 2.
    point: i64,
}

impl Decimal {
    /// Parses digits with an optional sign, point and exponent.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (is_negative, body) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match body.find(['e', 'E']) {
            Some(at) => (&body[..at], exponent(&body[at + 1..])?),
            None => (body, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
            return None;
        }
        let digits = whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0');
        let mut digits: Vec<u8> = digits.collect();
        let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
        digits.drain(..zeros);
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            return Some(Self { is_negative: false, digits, point: 0 });
        }
        let point = (whole.len() as i64 - zeros as i64).checked_add(exponent)?;
        Some(Self { is_negative, digits, point })
    }

    /// Whether it is a multiple of `factor`, by long division.
    pub(super) fn is_multiple_of(&self, factor: &Self) -> bool {
        if self.digits.is_empty() || factor.digits.is_empty() {
            return self.digits.is_empty();
        }
        // Scale both to integers: compute the power of ten between them.
        let last = |number: &Self| number.point - number.digits.len() as i64;
        let zeros = last(self) - last(factor);
        // The last digit is not 0, so it is not divisible by ten.
        if zeros < 0 {
            return false;
        }
        // Trailing zeros only add factors of 2 and 5, and the divisor cannot have more of these than this.
        let most = 4 * factor.digits.len() as i64 + 4;
        let zeros = std::iter::repeat_n(0, zeros.min(most) as usize);
        // The remainder, without leading zeros.
        let mut rest: Vec<u8> = Vec::new();
        for digit in self.digits.iter().copied().chain(zeros) {
            if !rest.is_empty() || digit != 0 {
                rest.push(digit);
            }
            while is_at_least(&rest, &factor.digits) {
                subtract(&mut rest, &factor.digits);
            }
        }
        rest.is_empty()
    }

    /// Whether it has no fraction.
    pub(super) fn is_whole(&self) -> bool {
        self.digits.len() as i64 <= self.point.max(0)
    }
}

/// Whether `left` is at least `right`. Both are digits without leading zeros.
fn is_at_least(left: &[u8], right: &[u8]) -> bool {
    (left.len(), left) >= (right.len(), right)
}

/// Subtracts `right` from `left`, which is at least as large.
fn subtract(left: &mut Vec<u8>, right: &[u8]) {
    let mut borrowed = 0;
    let shift = left.len() - right.len();
    for at in (0..left.len()).rev() {
        let less = borrowed + if at >= shift { right[at - shift] } else { 0 };
        borrowed = u8::from(left[at] < less);
        left[at] = left[at] + 10 * borrowed - less;
    }
    let zeros = left.iter().take_while(|&&digit| digit == 0).count();
    left.drain(..zeros);
}

/// Parses the exponent after `e`. Limits a huge one: it only has to compare correctly.
fn exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let most = i64::MAX / 4;
    let size = digits.parse::<i64>().unwrap_or(most).min(most);
    Some(if text.starts_with('-') { -size } else { size })
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.digits.is_empty(), number.is_negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let signs = sign(self).cmp(&sign(other));
        if signs != Ordering::Equal {
            return signs;
        }
        let size = self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
        if self.is_negative { size.reverse() } else { size }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn spelling_does_not_matter() {
        for (left, right) in
            [("1", "1.0"), ("100", "1e2"), ("0.5", ".5"), ("-0", "0.00"), ("12e-1", "1.2")]
        {
            assert_eq!(decimal(left), decimal(right), "{left} {right}");
        }
    }

    #[test]
    fn every_digit_counts() {
        for (less, more) in [
            ("99999999999999999998", "99999999999999999999"),
            ("0.1", "0.10000000000000001"),
            ("-2", "-1.5"),
            ("-1", "0"),
            ("9", "1e1"),
            ("1e399", "1e400"),
        ] {
            assert!(decimal(less) < decimal(more), "{less} {more}");
        }
    }

    #[test]
    fn fractions() {
        for (text, expected) in
            [("1e400", true), ("9007199254740992.5", false), ("12.50e1", true), ("0", true)]
        {
            assert_eq!(decimal(text).is_whole(), expected, "{text}");
        }
        assert_eq!(Decimal::parse("1.2.3"), None);
        assert_eq!(Decimal::parse("."), None);
        assert_eq!(Decimal::parse("1e"), None);
    }
}
