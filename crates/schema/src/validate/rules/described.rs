//! A named rule in the words of its author: `min_len=("a non-empty string", 1)`.

use yardstick_starlark::Value;

use super::Rule;
use crate::validate::comparable::sequence;

/// A rule, and what a valid value is.
#[derive(Debug)]
pub struct Described {
    /// What a valid value is.
    pub description: String,
    /// The rule.
    pub rule: Box<Rule>,
}

/// The description and the argument of the named rule `name`. A pair that starts with a string holds
/// both; lists of values may be pairs themselves, so theirs has to hold a list.
pub(in crate::validate) fn split<'a>(name: &str, given: &'a Value) -> (Option<String>, &'a Value) {
    if let Value::Tuple(tuple) = given
        && let [Value::Str(description), argument] = &**tuple
    {
        let is_pair = match name {
            "one_of" | "enum" => sequence(argument).is_some(),
            "one_not_null" => matches!(argument, Value::Bool(_)) || sequence(argument).is_some(),
            _ => true,
        };
        if is_pair {
            return (Some(description.to_lossy().into_owned()), argument);
        }
    }
    (None, given)
}
