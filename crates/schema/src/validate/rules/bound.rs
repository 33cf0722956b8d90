//! `min=` and `max=`: not below, not above; `min_excl=` and `max_excl=`: above, below.

use yardstick_starlark::{Comparison, Result, Value};

use super::fail;
use crate::validate::comparable::comparable;

/// A smallest or largest value.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The bound as written.
    pub value: Value,
    /// The bound as compared.
    compared: Result<Value>,
}

impl Bound {
    /// Any value can be a bound; whether it can be compared is seen when it is.
    pub(crate) fn new(value: Value) -> Self {
        let compared = comparable(&value);
        Self { value, compared }
    }

    /// The bound as code would write it.
    pub(super) fn repr(&self) -> String {
        match (&self.value, &self.compared) {
            // The content of a fragment says more than that it is one.
            (Value::Host(_), Ok(compared)) => compared.to_repr(),
            (value, _) => value.to_repr(),
        }
    }

    fn compare(&self, value: &Value, comparison: Comparison) -> Result<bool> {
        comparable(value)?.compare(comparison, self.compared.as_ref().map_err(Clone::clone)?)
    }

    pub(super) fn at_least(&self, value: &Value) -> Result<()> {
        if self.compare(value, Comparison::GreaterEqual)? {
            return Ok(());
        }
        Err(fail(format_args!("value < {}", self.value.to_text())))
    }

    pub(super) fn at_most(&self, value: &Value) -> Result<()> {
        if self.compare(value, Comparison::LessEqual)? {
            return Ok(());
        }
        Err(fail(format_args!("value > {}", self.value.to_text())))
    }

    pub(super) fn above(&self, value: &Value) -> Result<()> {
        if self.compare(value, Comparison::Greater)? {
            return Ok(());
        }
        Err(fail(format_args!("value <= {}", self.value.to_text())))
    }

    pub(super) fn below(&self, value: &Value) -> Result<()> {
        if self.compare(value, Comparison::Less)? {
            return Ok(());
        }
        Err(fail(format_args!("value >= {}", self.value.to_text())))
    }
}
