//! `one_of=`: one of the values listed.

use std::cell::Cell;

use yardstick_diagnostics::spelling;
use yardstick_starlark::{Result, Set, Value};

use super::fail;
use crate::validate::comparable::{comparable, sequence};

/// Lists longer than this are looked up, not walked.
const LONG: usize = 8;

/// Strings compared in search of what was meant before nobody searches any more: thousands of wrong values
/// and a long list must not take quadratic time.
const MAX_COMPARISONS: usize = 200_000;

/// Longer strings are no slips of the pen.
const MAX_LENGTH: usize = 200;

/// A list of allowed values.
#[derive(Debug)]
pub struct OneOf {
    /// The allowed values, in the form in which they are compared.
    pub allowed: Vec<Value>,
    /// The same for long lists of values that have hashes.
    index: Option<Value>,
    /// The list as it is shown.
    text: String,
    /// How many strings may still be compared.
    comparisons: Cell<usize>,
}

impl OneOf {
    /// The rule for a sequence; nothing for what is not one.
    pub(crate) fn new(list: &Value) -> Option<Result<Self>> {
        let items = sequence(list)?;
        Some(Self::of(&items, list))
    }

    /// The rule for `items`, shown as `list`.
    pub(crate) fn of(items: &[Value], list: &Value) -> Result<Self> {
        let allowed = items.iter().map(comparable).collect::<Result<Vec<_>>>()?;
        let index = if allowed.len() > LONG { Set::from_items(allowed.clone()).ok() } else { None };
        let index = index.map(Value::Set);
        let text = match list {
            // The content of a fragment says more than that it is one.
            Value::Host(_) => Value::list(allowed.clone()).to_repr(),
            other => other.to_repr(),
        };
        Ok(Self { allowed, index, text, comparisons: Cell::new(MAX_COMPARISONS) })
    }

    pub(super) fn must_be(&self) -> String {
        format!("one of {}", self.text)
    }

    pub(super) fn check(&self, value: &Value) -> Result<()> {
        if self.allows(&comparable(value)?)? {
            Ok(())
        } else {
            Err(fail("not one of allowed values"))
        }
    }

    /// The allowed string that was probably meant by `value`.
    pub(crate) fn meant(&self, value: &Value) -> Option<&str> {
        let word = value.as_str().filter(|word| word.len() <= MAX_LENGTH)?;
        self.comparisons.set(self.comparisons.get().checked_sub(self.allowed.len())?);
        let short = |allowed: &&str| allowed.len() <= 2 * MAX_LENGTH;
        spelling::nearest(word, self.allowed.iter().filter_map(Value::as_str).filter(short))
    }

    fn allows(&self, value: &Value) -> Result<bool> {
        if let Some(Value::Set(index)) = &self.index
            && let Ok(found) = index.contains(value)
        {
            return Ok(found);
        }
        for allowed in &self.allowed {
            if allowed.equals(value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
