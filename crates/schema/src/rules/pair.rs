//! Arguments with descriptions: `min_len=("a non-empty string", 1)`, or `min_len=(1, "a non-empty string")`.
//!
//! Both orders have been proposed. If only one order makes sense for a pair, that one is used; if both do, the
//! description comes first. If the node accepts arrays, a pair could be a value, so it is an ordinary argument, as in
//! the reference.

use yardstick_starlark::Value;

use super::{Argument, RuleKind, sequence};

/// An argument without its description.
#[derive(Debug)]
pub(crate) struct Split<'a> {
    /// The author's description of a valid value.
    pub(crate) description: Option<String>,
    /// The argument itself.
    pub(crate) argument: &'a Value,
    /// Whether the argument could have been read in another way.
    pub(crate) is_ambiguous: bool,
}

/// Characters that occur in regular expressions but not in sentences.
const OF_EXPRESSIONS: [char; 12] = ['^', '$', '[', ']', '{', '}', '|', '*', '+', '?', '\\', '/'];

impl RuleKind {
    /// Splits `given` into argument and description. `holds_arrays` means that a pair could be a value of the node.
    pub(crate) fn split<'a>(&self, given: &'a Value, holds_arrays: bool) -> Split<'a> {
        let whole = Split { description: None, argument: given, is_ambiguous: false };
        let Value::Tuple(tuple) = given else { return whole };
        let [first, second] = &**tuple else { return whole };
        let words = |text: &Value| text.as_str().map(str::to_owned);
        let words_first = Split { description: words(first), argument: second, ..whole };
        let words_last = Split { description: words(second), argument: first, ..whole };
        let (is_first, is_last) = (
            words_first.description.is_some() && self.may_take(second),
            words_last.description.is_some() && self.may_take(first),
        );
        match (is_first, is_last) {
            // In the reference, the pair itself is compared with values.
            (true, _) | (_, true)
                if holds_arrays && matches!(self.argument, Argument::Any | Argument::Values) =>
            {
                Split { is_ambiguous: true, ..whole }
            }
            (false, true) => words_last,
            (true, true) if self.argument == Argument::Expression => {
                match (is_expression(first), is_expression(second)) {
                    (true, false) => words_last,
                    (false, true) => words_first,
                    _ => Split { is_ambiguous: true, ..words_first },
                }
            }
            (true, _) => words_first,
            // Take the second item as the argument, because that is the one that is wrong.
            (false, false) if words_first.description.is_some() && !self.takes_many() => {
                words_first
            }
            (false, false) => whole,
        }
    }

    fn takes_many(&self) -> bool {
        matches!(self.argument, Argument::Values | Argument::Keys)
    }

    /// Whether `value` can be the argument.
    fn may_take(&self, value: &Value) -> bool {
        match self.argument {
            Argument::Any => true,
            Argument::Values => sequence(value).is_some(),
            Argument::Keys => matches!(value, Value::Bool(_)) || sequence(value).is_some(),
            Argument::Switch => matches!(value, Value::Bool(_)),
            Argument::One(_) | Argument::Expression => self.rule(self.name, value).is_ok(),
        }
    }
}

fn is_expression(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.contains(OF_EXPRESSIONS))
}

/// Splits a boolean argument from an optional description before or after it.
pub(crate) fn switch(given: &Value) -> (Option<String>, &Value) {
    let Value::Tuple(tuple) = given else { return (None, given) };
    match &**tuple {
        [switch @ Value::Bool(_), Value::Str(words)] | [Value::Str(words), switch] => {
            (Some(words.to_lossy().into_owned()), switch)
        }
        _ => (None, given),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::registry;

    fn pair(first: impl Into<Value>, second: impl Into<Value>) -> Value {
        Value::tuple(vec![first.into(), second.into()])
    }

    fn split(rule: &str, given: &Value, holds_arrays: bool) -> (Option<String>, String, bool) {
        let kind = registry::find(rule).expect("a rule");
        let Split { description, argument, is_ambiguous } = kind.split(given, holds_arrays);
        (description, argument.to_repr(), is_ambiguous)
    }

    fn said(words: &str, argument: &str) -> (Option<String>, String, bool) {
        (Some(words.to_owned()), argument.to_owned(), false)
    }

    #[test]
    fn words_may_come_first_or_last() {
        assert_eq!(split("min_len", &pair("x", 1_i64), false), said("x", "1"));
        assert_eq!(split("min_len", &pair(1_i64, "x"), false), said("x", "1"));
        assert_eq!(split("min", &pair(1_i64, "x"), false), said("x", "1"));
        assert_eq!(split("format", &pair("ip", "an address"), false), said("an address", "\"ip\""));
        assert_eq!(split("format", &pair("an address", "ip"), false), said("an address", "\"ip\""));
        assert_eq!(split("even", &pair(true, "x"), false), said("x", "True"));
    }

    #[test]
    fn expressions_are_told_from_sentences() {
        let lower = pair("^[a-z]+$", "lower case");
        assert_eq!(split("regexp", &lower, false), said("lower case", "\"^[a-z]+$\""));
        let lower = pair("lower case", "^[a-z]+$");
        assert_eq!(split("regexp", &lower, false), said("lower case", "\"^[a-z]+$\""));
        let (words, argument, is_ambiguous) = split("regexp", &pair("a", "b"), false);
        assert_eq!((words.as_deref(), &*argument, is_ambiguous), (Some("a"), "\"b\"", true));
    }

    #[test]
    fn what_a_node_can_hold_is_a_value() {
        let list = || Value::list(vec![Value::Int(1)]);
        assert_eq!(split("one_of", &pair("auto", list()), false), said("auto", "[1]"));
        let (words, _, is_ambiguous) = split("one_of", &pair("auto", list()), true);
        assert_eq!((words, is_ambiguous), (None, true));
        assert_eq!(split("max", &pair("b", 2_i64), true).0, None);
        // Two values, neither of which is a list.
        assert_eq!(split("one_of", &pair("a", "b"), false).0, None);
    }
}
