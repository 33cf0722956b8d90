//! `even=True` and `odd=True`: even and odd integers.

use yardstick_starlark::{Result, Value};
use yardstick_template::tree::{Kind, Yaml};

use super::multiple_of::MultipleOf;
use crate::rules::{
    Argument, Keyword, NamedRule, RuleKind, Ruled, Said, fail, kind::nothing, of_type,
    said::schema, unsuitable,
};

pub(super) const EVEN: RuleKind = RuleKind {
    name: "even",
    aliases: &[],
    argument: Argument::Switch,
    meaning: "an even integer",
    example: "even=True",
    read: |_, _| Ok(Box::new(Parity::Even)),
    // Imported as `multiple_of=2`, which is equivalent.
    import: nothing,
};

pub(super) const ODD: RuleKind = RuleKind {
    name: "odd",
    aliases: &[],
    argument: Argument::Switch,
    meaning: "an odd integer",
    example: "odd=True",
    read: |_, _| Ok(Box::new(Parity::Odd)),
    import: odd,
};

/// Imports `not: {multipleOf: 2}`.
fn odd(keyword: Keyword<'_>) -> Option<Yaml> {
    let ("not", Kind::Int, Yaml::Map(map)) = (keyword.name, keyword.kind, keyword.value) else {
        return None;
    };
    let [only] = map.items() else { return None };
    let is_even = only.key.as_text().is_some_and(|key| *key == "multipleOf");
    (is_even && matches!(only.value, Yaml::Int(2))).then_some(Yaml::Bool(true))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parity {
    Even,
    Odd,
}

impl NamedRule for Parity {
    fn must_be(&self) -> String {
        match self {
            Parity::Even => "even".to_owned(),
            Parity::Odd => "odd".to_owned(),
        }
    }

    fn check(&self, value: &Value) -> Result<()> {
        let is_odd = match value {
            Value::Int(number) => number % 2 != 0,
            Value::BigInt(number) => number.bit(0),
            other => return Err(unsuitable(other, "parity")),
        };
        if is_odd == (*self == Parity::Odd) {
            return Ok(());
        }
        let found = if is_odd { "odd" } else { "even" };
        Err(fail(format_args!("{} is {found}", value.to_text())))
    }

    fn concerns(&self, kind: Kind) -> bool {
        kind == Kind::Int
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        let even = ("multipleOf", 2.into());
        let said = match self {
            Parity::Even => Said::all(vec![even]),
            Parity::Odd => Said::all(vec![("not", schema([even]))]),
        };
        Some(match node.kind()? {
            Kind::Int => said,
            Kind::Float => said.for_integers(),
            _ => Said::never(),
        })
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        let is_odd = *self == Parity::Odd;
        (is_odd && node.shape().is(Kind::Int)).then(|| "self % 2 != 0".to_owned())
    }

    fn implies(&self, other: &dyn NamedRule) -> bool {
        let is_even = *self == Parity::Even;
        is_even && of_type::<MultipleOf>(other).is_some() && other.check(&Value::Int(2)).is_ok()
    }
}
