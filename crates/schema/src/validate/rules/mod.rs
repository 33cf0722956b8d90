//! The rules: named ones, and those that authors write.

mod affix;
mod bound;
mod contains;
mod custom;
mod decimal;
pub(super) mod described;
pub(crate) mod format;
mod length;
pub(super) mod message;
mod multiple_of;
mod named;
mod one_not_null;
mod one_of;
mod parity;
mod pattern;
mod suit;
mod unique;

use yardstick_starlark::{Error, Result, Thread, Value};

pub use affix::Affix;
pub use bound::Bound;
pub use contains::Contains;
pub(super) use custom::Answer;
pub use custom::Custom;
pub use described::Described;
pub use format::Format;
pub use length::Length;
pub use message::Message;
pub use multiple_of::MultipleOf;
pub(crate) use named::{Unfit, named, switched};
pub use one_not_null::OneNotNull;
pub use one_of::OneOf;
pub use pattern::Pattern;
use suit::unsuitable;

/// A rule that a value which is not null keeps or breaks.
#[derive(Debug)]
pub enum Rule {
    /// A function of the author.
    Custom(Custom),
    /// `min_len=`
    MinLength(Length),
    /// `max_len=`
    MaxLength(Length),
    /// `min=`
    Min(Bound),
    /// `max=`
    Max(Bound),
    /// `one_not_null=`
    OneNotNull(OneNotNull),
    /// `one_of=` or `enum=`
    OneOf(OneOf),
    /// `contains=`
    Contains(Contains),
    /// `ends_with=`
    EndsWith(Affix),
    /// `even=`
    Even,
    /// `format=`
    Format(Format),
    /// `len=`
    Length(Length),
    /// `matches=` or `regexp=`
    Matches(Pattern),
    /// `max_excl=`
    Below(Bound),
    /// `min_excl=`
    Above(Bound),
    /// `multiple_of=`
    MultipleOf(MultipleOf),
    /// `odd=`
    Odd,
    /// `starts_with=` or `prefix=`
    StartsWith(Affix),
    /// `unique=`
    Unique,
    /// A named rule in the words of its author.
    Described(Described),
}

impl Rule {
    /// What a valid value is.
    pub fn must_be(&self) -> String {
        match self {
            Rule::Custom(rule) => rule.description.clone(),
            Rule::MinLength(length) => format!("length >= {length}"),
            Rule::MaxLength(length) => format!("length <= {length}"),
            Rule::Min(bound) => format!("a value >= {}", bound.repr()),
            Rule::Max(bound) => format!("a value <= {}", bound.repr()),
            Rule::OneNotNull(rule) => rule.must_be(),
            Rule::OneOf(rule) => rule.must_be(),
            Rule::Contains(rule) => rule.must_be(),
            Rule::EndsWith(affix) => affix.must_end(),
            Rule::Even => "even".to_owned(),
            Rule::Format(format) => format.must_be(),
            Rule::Length(length) => format!("length = {length}"),
            Rule::Matches(pattern) => pattern.must_be(),
            Rule::Below(bound) => format!("a value < {}", bound.repr()),
            Rule::Above(bound) => format!("a value > {}", bound.repr()),
            Rule::MultipleOf(rule) => rule.must_be(),
            Rule::Odd => "odd".to_owned(),
            Rule::StartsWith(affix) => affix.must_start(),
            Rule::Unique => "unique items".to_owned(),
            Rule::Described(described) => described.description.clone(),
        }
    }

    /// The place of a rule among the others: functions first, then names in an order of their own.
    pub(crate) fn order(&self) -> usize {
        match self {
            Rule::Custom(_) => 0,
            Rule::MinLength(_) => 1,
            Rule::MaxLength(_) => 2,
            Rule::Min(_) => 3,
            Rule::Max(_) => 4,
            Rule::OneNotNull(_) => 5,
            Rule::OneOf(_) => 6,
            Rule::Contains(_) => 7,
            Rule::EndsWith(_) => 8,
            Rule::Even => 9,
            Rule::Format(_) => 10,
            Rule::Length(_) => 11,
            Rule::Matches(_) => 12,
            Rule::Below(_) => 13,
            Rule::Above(_) => 14,
            Rule::MultipleOf(_) => 15,
            Rule::Odd => 16,
            Rule::StartsWith(_) => 17,
            Rule::Unique => 18,
            Rule::Described(described) => described.rule.order(),
        }
    }

    /// What was probably meant by a value that is not one of those allowed.
    pub(crate) fn meant(&self, value: &Value) -> Option<&str> {
        match self {
            Rule::OneOf(rule) => rule.meant(value),
            Rule::Described(described) => described.rule.meant(value),
            _ => None,
        }
    }

    /// Checks `value`; the message of the error says what is wrong with it, and may be empty.
    pub(crate) fn check(&self, thread: &mut Thread, value: &Value) -> Result<()> {
        match self {
            Rule::Custom(rule) => match rule.ask(thread, value)? {
                Answer::Valid => Ok(()),
                Answer::False(reason) => Err(Error::new(reason.unwrap_or_default())),
                Answer::None | Answer::Other => Err(Error::new("")),
            },
            Rule::MinLength(length) => length.at_least(value),
            Rule::MaxLength(length) => length.at_most(value),
            Rule::Min(bound) => bound.at_least(value),
            Rule::Max(bound) => bound.at_most(value),
            Rule::OneNotNull(rule) => rule.check(value),
            Rule::OneOf(rule) => rule.check(value),
            Rule::Contains(rule) => rule.check(value),
            Rule::EndsWith(affix) => affix.ends(value),
            Rule::Even => parity::even(value),
            Rule::Format(format) => format.check(value),
            Rule::Length(length) => length.exactly(value),
            Rule::Matches(pattern) => pattern.check(value),
            Rule::Below(bound) => bound.below(value),
            Rule::Above(bound) => bound.above(value),
            Rule::MultipleOf(rule) => rule.check(value),
            Rule::Odd => parity::odd(value),
            Rule::StartsWith(affix) => affix.starts(value),
            Rule::Unique => unique::check(value),
            Rule::Described(described) => described.rule.check(thread, value),
        }
    }
}

/// `not_null=True`: what a valid value is, and what is wrong with null.
pub(crate) fn not_null() -> (&'static str, &'static str) {
    ("not null", "value is null")
}

/// A broken rule, worded as the function `fail` words it.
fn fail(found: impl std::fmt::Display) -> Error {
    Error::new(format!("fail: {found}"))
}
