//! `multiple_of=`: a number that can be divided without remainder.

use yardstick_starlark::{Result, Value};
use yardstick_template::{
    convert::scalar_to_yaml,
    tree::{Kind, Yaml},
};

use super::parity::Parity;
use crate::rules::{
    Argument, BadArgument, Loss, NamedRule, RuleKind, Ruled, Said, decimal::Decimal, fail, of_type,
    unsuitable,
};

pub(super) const MULTIPLE_OF: RuleKind = RuleKind {
    name: "multiple_of",
    aliases: &[],
    argument: Argument::One("a number above zero"),
    meaning: "a multiple of it; decimals are exact: 0.3 is a multiple of 0.1",
    example: "multiple_of=5",
    read: |_, argument| MultipleOf::read(argument),
    import: |keyword| keyword.number("multipleOf"),
};

/// The divisor of valid numbers.
#[derive(Debug)]
pub(super) struct MultipleOf {
    /// The number as written.
    value: Value,
    divisor: Decimal,
}

impl MultipleOf {
    /// Reads a number greater than zero.
    fn read(argument: &Value) -> Result<Box<dyn NamedRule>, BadArgument> {
        let divisor = match argument {
            Value::Int(_) | Value::BigInt(_) | Value::Float(_) => Decimal::of(argument),
            _ => return Err(BadArgument::Expected("a number above zero")),
        };
        let divisor = divisor.filter(Decimal::is_positive);
        let divisor = divisor.ok_or_else(|| {
            BadArgument::said(format!(
                "multiple_of {} is not a number above zero",
                argument.to_repr()
            ))
        })?;
        Ok(Box::new(Self { value: argument.clone(), divisor }))
    }
}

impl NamedRule for MultipleOf {
    fn must_be(&self) -> String {
        format!("a multiple of {}", self.value.to_repr())
    }

    fn check(&self, value: &Value) -> Result<()> {
        if !matches!(value, Value::Int(_) | Value::BigInt(_) | Value::Float(_)) {
            return Err(unsuitable(value, "multiples"));
        }
        let Some(number) = Decimal::of(value) else { return Err(fail("value is not finite")) };
        match number.remainder(&self.divisor) {
            None => Ok(()),
            Some(remainder) => Err(fail(format_args!("remainder {remainder}"))),
        }
    }

    fn concerns(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Int | Kind::Float)
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        Some(match node.kind()? {
            // The whole multiples of 2.5 are the multiples of 5, and all integers are multiples of 0.5.
            Kind::Int => match self.divisor.of_whole_numbers()? {
                Yaml::Int(1) => Said::always(),
                divisor => Said::all(vec![("multipleOf", divisor)]),
            },
            Kind::Float => {
                let said = Said::all(vec![("multipleOf", scalar_to_yaml(&self.value)?)]);
                if self.divisor.is_binary() { said } else { said.but_for(Loss::Fractions) }
            }
            _ => Said::never(),
        })
    }

    fn implies(&self, other: &dyn NamedRule) -> bool {
        // A multiple of a multiple is a multiple.
        let is_alike = match of_type::<Parity>(other) {
            Some(parity) => *parity == Parity::Even,
            None => of_type::<Self>(other).is_some(),
        };
        is_alike && other.check(&self.value).is_ok()
    }
}
