//! Numbers: exact where 64 bits suffice.

use std::borrow::Cow;

use crate::Scalar;

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Number<'v> {
    /// An integer that fits.
    Int(i64),
    /// A larger one that fits unsigned.
    UInt(u64),
    /// An integer beyond 64 bits, in decimal.
    Big(Cow<'v, str>),
    /// Any other number, infinities and not-a-number included.
    Float(f64),
}

impl<'v> Number<'v> {
    /// The number `scalar` is, if it is one.
    pub fn new(scalar: Scalar<'v>) -> Option<Self> {
        Some(match scalar {
            Scalar::Int(value) => Number::Int(value),
            Scalar::UInt(value) => Number::UInt(value),
            Scalar::BigInt(digits) => Number::Big(digits),
            Scalar::Float(value) => Number::Float(value),
            _ => return None,
        })
    }

    /// The nearest floating-point number.
    pub fn approximate(&self) -> f64 {
        match self {
            Number::Int(value) => *value as f64,
            Number::UInt(value) => *value as f64,
            Number::Big(digits) => digits.parse().unwrap_or(f64::NAN),
            Number::Float(value) => *value,
        }
    }

    /// Whether it has no fraction.
    pub fn is_whole(&self) -> bool {
        match self {
            Number::Float(value) => value.is_finite() && value.fract() == 0.0,
            _ => true,
        }
    }

    /// Whether both are the same number; not-a-number is itself.
    #[allow(clippy::float_cmp)] // equal is what is asked for
    pub fn same(&self, other: &Number<'_>) -> bool {
        match (self, other) {
            (Number::Big(left), Number::Big(right)) => left == right,
            (Number::Float(left), Number::Float(right)) => {
                left == right || (left.is_nan() && right.is_nan())
            }
            _ => match (self.exact(), other.exact()) {
                (Some(left), Some(right)) => left == right,
                (None, None) => self.approximate() == other.approximate(),
                _ => false,
            },
        }
    }

    /// The value as an integer if it is one of moderate size.
    fn exact(&self) -> Option<i128> {
        match self {
            Number::Int(value) => Some(i128::from(*value)),
            Number::UInt(value) => Some(i128::from(*value)),
            Number::Float(value) if self.is_whole() && value.abs() < 1e30 => Some(*value as i128),
            Number::Big(digits) => {
                digits.parse().ok().filter(|value: &i128| value.abs() < 10i128.pow(30))
            }
            Number::Float(_) => None,
        }
    }
}
