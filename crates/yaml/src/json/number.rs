//! Exact numbers, as written.

use std::{borrow::Cow, cmp::Ordering};

use super::decimal::Decimal;
use crate::Scalar;

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Number<'v> {
    /// An integer that fits in `i64`.
    Int(i64),
    /// A larger integer that fits in `u64`.
    UInt(u64),
    /// An integer beyond 64 bits, in decimal.
    Big(Cow<'v, str>),
    /// A number that floating point represents exactly, including infinity and NaN.
    Float(f64),
    /// A number that floating point cannot represent: too many digits, or an exponent that is too large.
    Decimal(Cow<'v, str>),
}

/// This many digits survive conversion to floating point and back.
const SAFE_DIGITS: usize = 15;

impl<'v> Number<'v> {
    /// Returns the number of `scalar`, if it is one; `text` is its spelling.
    pub fn new(scalar: Scalar<'v>, text: &'v str) -> Option<Self> {
        Some(match scalar {
            Scalar::Int(value) => Number::Int(value),
            Scalar::UInt(value) => Number::UInt(value),
            Scalar::BigInt(digits) => Number::Big(digits),
            Scalar::Float(value) if is_faithful(value, text) => Number::Float(value),
            Scalar::Float(_) => Number::Decimal(Cow::Borrowed(text)),
            _ => return None,
        })
    }

    /// Returns the number for `text` from a schema: `.inf`, `.nan` or digits.
    pub fn from_text(text: &'v str) -> Self {
        match text.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str() {
            ".inf" if text.starts_with('-') => Number::Float(f64::NEG_INFINITY),
            ".inf" => Number::Float(f64::INFINITY),
            ".nan" => Number::Float(f64::NAN),
            _ => Number::Decimal(Cow::Borrowed(text)),
        }
    }

    /// Returns the nearest floating-point number. For a number between two of them, stays on its side of the nearer
    /// one, so that comparisons with exact floats are right.
    pub fn approximate(&self) -> f64 {
        match self {
            Number::Int(value) => *value as f64,
            Number::UInt(value) => *value as f64,
            Number::Float(value) => *value,
            Number::Big(text) | Number::Decimal(text) => {
                let near: f64 = text.parse().unwrap_or(f64::NAN);
                match (Decimal::parse(text), Decimal::parse(&near.to_string())) {
                    (Some(exact), Some(spelled)) => match exact.cmp(&spelled) {
                        Ordering::Less => near.next_down(),
                        Ordering::Equal => near,
                        Ordering::Greater => near.next_up(),
                    },
                    _ => near,
                }
            }
        }
    }

    /// Returns the digits, if it is finite but too large or too small to approximate.
    pub(super) fn beyond_floats(&self) -> Option<Decimal> {
        let (Number::Big(text) | Number::Decimal(text)) = self else { return None };
        let near: f64 = text.parse().ok()?;
        let is_beyond = near.is_infinite() || near.abs() < f64::MIN_POSITIVE;
        Decimal::parse(text).filter(|_| is_beyond)
    }

    /// Whether it has no fraction.
    pub fn is_whole(&self) -> bool {
        match self {
            Number::Float(value) => value.is_finite() && value.fract() == 0.0,
            Number::Decimal(text) => Decimal::parse(text).is_some_and(|number| number.is_whole()),
            Number::Int(_) | Number::UInt(_) | Number::Big(_) => true,
        }
    }

    /// Whether both are the same number. NaN equals itself.
    pub fn same(&self, other: &Number<'_>) -> bool {
        match (self, other) {
            (Number::Float(left), Number::Float(right)) if left.is_nan() && right.is_nan() => true,
            _ => self.compare(other) == Some(Ordering::Equal),
        }
    }

    /// Whether it is a multiple of `factor`, computed exactly. Infinity and NaN are not.
    pub fn is_multiple_of(&self, factor: &Number<'_>) -> bool {
        match (self.exact(), factor.exact()) {
            (Some(number), Some(factor)) => number.is_multiple_of(&factor),
            _ => false,
        }
    }

    /// Returns the approximate number of digits.
    pub fn digits(&self) -> usize {
        match self {
            Number::Big(text) | Number::Decimal(text) => text.len(),
            Number::Int(_) | Number::UInt(_) | Number::Float(_) => 20,
        }
    }

    /// Compares two numbers; `None` for NaN.
    pub fn compare(&self, other: &Number<'_>) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(left), Number::Int(right)) => Some(left.cmp(right)),
            (Number::UInt(left), Number::UInt(right)) => Some(left.cmp(right)),
            (Number::Float(left), Number::Float(right)) => left.partial_cmp(right),
            _ => match (self.exact(), other.exact()) {
                (Some(left), Some(right)) => Some(left.cmp(&right)),
                // Infinity is greater than every number.
                (None, Some(_)) => self.approximate().partial_cmp(&0.0),
                (Some(_), None) => 0.0.partial_cmp(&other.approximate()),
                (None, None) => self.approximate().partial_cmp(&other.approximate()),
            },
        }
    }

    /// Returns the exact value, unless it is infinite or NaN.
    fn exact(&self) -> Option<Decimal> {
        match self {
            Number::Int(value) => Decimal::parse(&value.to_string()),
            Number::UInt(value) => Decimal::parse(&value.to_string()),
            Number::Big(text) | Number::Decimal(text) => Decimal::parse(text),
            Number::Float(value) => Decimal::parse(&value.to_string()),
        }
    }
}

/// Whether `value` is exactly the number in `text`.
fn is_faithful(value: f64, text: &str) -> bool {
    if text.len() <= SAFE_DIGITS && (value.is_finite() && value != 0.0) {
        return true;
    }
    match (Decimal::parse(text), Decimal::parse(&value.to_string())) {
        (Some(written), Some(spelled)) => written == spelled,
        // `1e400` is a finite number that becomes infinite; `.inf` is not.
        (Some(_), None) => false,
        (None, _) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number<'_> {
        let scalar = crate::resolve::plain(text, crate::Resolver::Core12);
        Number::new(scalar, text).unwrap()
    }

    #[test]
    fn every_digit_counts() {
        for (left, right) in [
            ("99999999999999999999", "99999999999999999998"),
            ("-9223372036854775808", "-9223372036854775809"),
            ("18446744073709551616", "18446744073709551617"),
            ("0.1", "0.10000000000000001"),
            ("1e400", ".inf"),
            ("1e400", "1e401"),
        ] {
            assert!(!number(left).same(&number(right)), "{left} {right}");
        }
        for (left, right) in
            [("1", "1.0"), ("100000000000000000000", "1e20"), (".nan", ".nan"), ("0.1", "1e-1")]
        {
            assert!(number(left).same(&number(right)), "{left} {right}");
        }
    }

    #[test]
    fn multiples() {
        for (value, factor) in [
            ("99999999999999999999", "99999999999999999999"),
            ("36893488147419103232", "18446744073709551616"),
            ("1", "1e-400"),
            ("1e500", "1e-400"),
            ("1e999999999", "0.5"),
            ("0", "1e400"),
            ("-1.5", "0.5"),
            ("3e400", "1e400"),
        ] {
            assert!(number(value).is_multiple_of(&number(factor)), "{value} {factor}");
        }
        for (value, factor) in [
            ("18446744073709552000", "99999999999999999999"),
            ("5", "0.99999999999999999999999999"),
            ("1e-401", "1e-400"),
            ("1e999999999", "3"),
            ("1e400", "3e400"),
            (".inf", "1"),
        ] {
            assert!(!number(value).is_multiple_of(&number(factor)), "{value} {factor}");
        }
    }

    #[test]
    fn approximations_are_on_the_right_side() {
        assert!(number("10.00000000000000000001").approximate() > 10.0);
        assert!(number("9.999999999999999999999").approximate() < 10.0);
        assert!((number("0.10000000000000000000").approximate() - 0.1).abs() < f64::EPSILON / 8.0);
    }

    #[test]
    fn whole_numbers() {
        for (text, expected) in
            [("1e400", true), ("9007199254740992.5", false), ("1.00000000000000000001", false)]
        {
            assert_eq!(number(text).is_whole(), expected, "{text}");
        }
    }
}
