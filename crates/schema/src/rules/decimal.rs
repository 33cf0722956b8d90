//! Exact decimal numbers, so that 0.3 is a multiple of 0.1, as people expect.

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use yardstick_starlark::Value;
use yardstick_template::tree::Yaml;

/// `digits` times ten to the power of `exponent`.
#[derive(Clone, Debug)]
pub(super) struct Decimal {
    digits: BigInt,
    exponent: i32,
}

impl Decimal {
    /// Returns the decimal number that is printed for `value`; `None` if it is not a finite number.
    pub(super) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Int(number) => Some(Self { digits: (*number).into(), exponent: 0 }),
            Value::BigInt(number) => Some(Self { digits: (**number).clone(), exponent: 0 }),
            // The shortest decimal that represents this float.
            Value::Float(number) if number.is_finite() => {
                let text = format!("{number:e}");
                let (mantissa, exponent) = text.split_once('e')?;
                let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
                Some(Self {
                    digits: format!("{whole}{fraction}").parse().ok()?,
                    exponent: exponent.parse::<i32>().ok()? - fraction.len() as i32,
                })
            }
            _ => None,
        }
    }

    pub(super) fn is_positive(&self) -> bool {
        self.digits.is_positive()
    }

    /// Whether a binary floating-point number can represent it exactly.
    pub(super) fn is_binary(&self) -> bool {
        let mut digits = self.digits.clone();
        (self.exponent..0).all(|_| {
            let (quotient, remainder) = digits.div_rem(&BigInt::from(5));
            digits = quotient;
            remainder.is_zero()
        })
    }

    /// Returns the integer whose multiples are exactly the whole multiples of this number; `None` if it is very
    /// large.
    pub(super) fn of_whole_numbers(&self) -> Option<Yaml> {
        let power = |exponent: i32| BigInt::from(10).pow(exponent.unsigned_abs());
        let numerator = if self.exponent < 0 {
            &self.digits / self.digits.gcd(&power(self.exponent))
        } else {
            &self.digits * power(self.exponent)
        };
        i64::try_from(numerator).ok().map(Yaml::Int)
    }

    /// Returns the remainder of a division; `None` if it is zero.
    pub(super) fn remainder(&self, divisor: &Self) -> Option<Self> {
        // Exponents of floats are below 350, so these numbers stay small.
        let exponent = self.exponent.min(divisor.exponent);
        let scaled = |number: &Self| {
            &number.digits * BigInt::from(10).pow((number.exponent - exponent) as u32)
        };
        let left = scaled(self).mod_floor(&scaled(divisor));
        (!left.is_zero()).then_some(Self { digits: left, exponent })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.exponent >= 0 {
            return write!(f, "{}{}", self.digits, "0".repeat(self.exponent as usize));
        }
        let places = self.exponent.unsigned_abs() as usize;
        let digits = format!("{:0>width$}", self.digits.to_string(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        write!(f, "{whole}{point}{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remainder(number: f64, divisor: f64) -> Option<String> {
        let decimal = |number| Decimal::of(&Value::Float(number)).expect("a finite number");
        decimal(number).remainder(&decimal(divisor)).map(|left| left.to_string())
    }

    #[test]
    fn what_is_left_over() {
        assert_eq!(remainder(0.3, 0.1), None);
        assert_eq!(remainder(1e22, 5.0), None);
        assert_eq!(remainder(0.35, 0.1).as_deref(), Some("0.05"));
        assert_eq!(remainder(7.0, 2.5).as_deref(), Some("2"));
        assert_eq!(remainder(-7.0, 5.0).as_deref(), Some("3"));
        assert!(remainder(1e300, 7e-300).is_some());
    }

    #[test]
    fn divisors() {
        let of = |number: f64| {
            let decimal = Decimal::of(&Value::Float(number)).expect("a finite number");
            let whole = match decimal.of_whole_numbers() {
                Some(Yaml::Int(whole)) => whole,
                _ => 0,
            };
            (decimal.is_binary(), whole)
        };
        assert_eq!(of(0.5), (true, 1));
        assert_eq!(of(2.5), (true, 5));
        assert_eq!(of(0.1), (false, 1));
        assert_eq!(of(0.3), (false, 3));
        assert_eq!(of(20.0), (true, 20));
        assert_eq!(of(1e300), (true, 0));
    }
}
