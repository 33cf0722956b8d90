//! `multiple_of=`: a number without remainder.

use yardstick_starlark::{Result, Value};

use super::{Unfit, decimal::Decimal, fail, unsuitable};

/// A number that valid numbers are multiples of.
#[derive(Clone, Debug)]
pub struct MultipleOf {
    /// The number as written.
    pub value: Value,
    divisor: Decimal,
}

impl MultipleOf {
    /// A number above zero.
    pub(super) fn new(argument: &Value) -> Result<Self, Unfit> {
        let divisor = match argument {
            Value::Int(_) | Value::BigInt(_) | Value::Float(_) => Decimal::of(argument),
            _ => return Err(Unfit::Expected("a number above zero")),
        };
        let divisor = divisor.filter(Decimal::is_positive);
        let divisor = divisor.ok_or_else(|| {
            Unfit::said(format!("multiple_of {} is not a number above zero", argument.to_repr()))
        })?;
        Ok(Self { value: argument.clone(), divisor })
    }

    pub(super) fn must_be(&self) -> String {
        format!("a multiple of {}", self.value.to_repr())
    }

    pub(super) fn check(&self, value: &Value) -> Result<()> {
        if !matches!(value, Value::Int(_) | Value::BigInt(_) | Value::Float(_)) {
            return Err(unsuitable(value, "multiples"));
        }
        let Some(number) = Decimal::of(value) else { return Err(fail("value is not finite")) };
        match number.remainder(&self.divisor) {
            None => Ok(()),
            Some(remainder) => Err(fail(format_args!("remainder {remainder}"))),
        }
    }
}
