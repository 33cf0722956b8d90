//! `matches=` (`regexp=`): a regular expression found somewhere in a string.

use std::rc::Rc;

use yardstick_starlark::{Result, Text, Value};
use yardstick_template::modules::regexp::Search;

use super::{Unfit, fail, unsuitable};

/// A regular expression.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The expression as written.
    pub text: Text,
    search: Rc<Search>,
}

impl Pattern {
    /// A string that is a regular expression.
    pub(super) fn new(argument: &Value) -> Result<Self, Unfit> {
        let Value::Str(text) = argument else { return Err(Unfit::Expected("a string")) };
        let search = Search::of(text).map_err(|error| Unfit::said(error.message()))?;
        Ok(Self { text: text.clone(), search })
    }

    pub(super) fn must_be(&self) -> String {
        format!("a string matching /{}/", self.text)
    }

    pub(super) fn check(&self, value: &Value) -> Result<()> {
        match value {
            Value::Str(text) if self.search.is_match(text) => Ok(()),
            Value::Str(_) => Err(fail("no match")),
            other => Err(unsuitable(other, "text")),
        }
    }
}
