//! `starts_with=` (`prefix=`) and `ends_with=`: how a string begins or ends.

use yardstick_starlark::{Result, Text, Value};

use super::{Unfit, fail, unsuitable};
use crate::validate::comparable::sequence;

/// Strings, one of which a valid string begins or ends with.
#[derive(Clone, Debug)]
pub struct Affix {
    /// The strings.
    pub allowed: Vec<Text>,
    /// The strings as they are shown: `"a"`, or `one of ["a", "b"]`.
    text: String,
}

impl Affix {
    /// One string or a sequence of them.
    pub(super) fn new(argument: &Value) -> Result<Self, Unfit> {
        const WANTED: Unfit = Unfit::Expected("a string or a list of strings");
        if let Value::Str(text) = argument {
            return Ok(Self { allowed: vec![text.clone()], text: argument.to_repr() });
        }
        let list = sequence(argument).filter(|list| !list.is_empty()).ok_or(WANTED)?;
        let allowed = list.iter().map(|item| match item {
            Value::Str(text) => Ok(text.clone()),
            _ => Err(WANTED),
        });
        let allowed = allowed.collect::<Result<_, _>>()?;
        Ok(Self { allowed, text: format!("one of {}", Value::list(list).to_repr()) })
    }

    pub(super) fn must_start(&self) -> String {
        format!("a string starting with {}", self.text)
    }

    pub(super) fn must_end(&self) -> String {
        format!("a string ending with {}", self.text)
    }

    pub(super) fn starts(&self, value: &Value) -> Result<()> {
        let Value::Str(text) = value else { return Err(unsuitable(value, "prefix")) };
        let text = text.as_bytes();
        if self.allowed.iter().any(|prefix| text.starts_with(prefix.as_bytes())) {
            return Ok(());
        }
        Err(fail(format_args!("does not start with {}", self.text)))
    }

    pub(super) fn ends(&self, value: &Value) -> Result<()> {
        let Value::Str(text) = value else { return Err(unsuitable(value, "suffix")) };
        let text = text.as_bytes();
        if self.allowed.iter().any(|suffix| text.ends_with(suffix.as_bytes())) {
            return Ok(());
        }
        Err(fail(format_args!("does not end with {}", self.text)))
    }
}
