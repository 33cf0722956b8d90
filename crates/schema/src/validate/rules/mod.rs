//! The rules: named ones, and those that authors write.

mod bound;
mod custom;
mod length;
mod one_not_null;
mod one_of;

use yardstick_starlark::{Error, Result, Thread, Value};

pub use bound::Bound;
pub use custom::Custom;
pub use length::Length;
pub use one_not_null::OneNotNull;
pub use one_of::OneOf;

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
    /// `one_of=`
    OneOf(OneOf),
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
        }
    }

    /// Checks `value`; the message of the error says what is wrong with it, and may be empty.
    pub(crate) fn check(&self, thread: &mut Thread, value: &Value) -> Result<()> {
        match self {
            Rule::Custom(rule) => rule.check(thread, value),
            Rule::MinLength(length) => length.at_least(value),
            Rule::MaxLength(length) => length.at_most(value),
            Rule::Min(bound) => bound.at_least(value),
            Rule::Max(bound) => bound.at_most(value),
            Rule::OneNotNull(rule) => rule.check(value),
            Rule::OneOf(rule) => rule.check(value),
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
