//! The rules with a name that stand for a property of a value: made from their argument alone, for
//! annotations and for functions of `@ytt:assert` alike.

use yardstick_starlark::Value;

use super::{Affix, Bound, Contains, Format, Length, MultipleOf, Pattern, Rule};

/// Why an argument does not make a rule.
#[derive(Clone, Debug)]
pub(crate) enum Unfit {
    /// It is of the wrong type; this was expected.
    Expected(&'static str),
    /// Something else, in a sentence; and what was probably meant.
    Said { text: String, near: Option<&'static str> },
}

impl Unfit {
    pub(super) fn said(text: impl Into<String>) -> Self {
        Unfit::Said { text: text.into(), near: None }
    }
}

/// The rule called `name`; nothing for a name that is not one of these.
pub(crate) fn named(name: &str, argument: &Value) -> Option<Result<Rule, Unfit>> {
    Some(match name {
        "starts_with" | "prefix" => Affix::new(argument).map(Rule::StartsWith),
        "ends_with" => Affix::new(argument).map(Rule::EndsWith),
        "contains" => Ok(Rule::Contains(Contains::new(argument))),
        "matches" | "regexp" => Pattern::new(argument).map(Rule::Matches),
        "format" => Format::new(argument).map(Rule::Format),
        "multiple_of" => MultipleOf::new(argument).map(Rule::MultipleOf),
        "len" => Length::new(argument).ok_or(Unfit::Expected("a number")).map(Rule::Length),
        "min_excl" => Ok(Rule::Above(Bound::new(argument.clone()))),
        "max_excl" => Ok(Rule::Below(Bound::new(argument.clone()))),
        _ => return None,
    })
}

/// The rule called `name` among those that are only switched on; nothing for another name.
pub(crate) fn switched(name: &str) -> Option<Rule> {
    Some(match name {
        "even" => Rule::Even,
        "odd" => Rule::Odd,
        "unique" => Rule::Unique,
        _ => return None,
    })
}
