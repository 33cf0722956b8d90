//! `matches=` (`regexp=`): a regular expression found somewhere in a string.

use std::rc::Rc;

use yardstick_re2 as re2;
use yardstick_starlark::{Result, Text, Value};

use super::{Unfit, fail, unsuitable};

/// A regular expression.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The expression as written.
    pub text: Text,
    search: Rc<re2::Pattern>,
}

impl Pattern {
    /// A string that is a regular expression.
    pub(super) fn new(argument: &Value) -> Result<Self, Unfit> {
        let Value::Str(text) = argument else { return Err(Unfit::Expected("a string")) };
        let search =
            re2::Pattern::of(text.as_bytes()).map_err(|fault| Unfit::said(&fault.to_string()))?;
        Ok(Self { text: text.clone(), search })
    }

    pub(super) fn must_be(&self) -> String {
        format!("a string matching /{}/", self.text)
    }

    pub(super) fn check(&self, value: &Value) -> Result<()> {
        match value {
            Value::Str(text) if self.search.is_match(text.as_bytes()) => Ok(()),
            Value::Str(_) => Err(fail("no match")),
            other => Err(unsuitable(other, "text")),
        }
    }
}
