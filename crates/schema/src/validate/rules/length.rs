//! `min_len=`, `max_len=` and `len=`: how many bytes, items or keys.

use std::fmt;

use yardstick_starlark::{Error, Result, Value};

use super::{fail, unsuitable};

/// A bound on the length of a value.
#[derive(Clone, Debug)]
pub struct Length {
    /// The bound; those beyond 64 bits are never reached by a length.
    pub value: i64,
    /// The bound as it is shown.
    text: String,
}

impl Length {
    /// The bound a number gives; fractions are cut off. Nothing for what is not a number.
    pub(crate) fn new(number: &Value) -> Option<Self> {
        match number {
            Value::Int(value) => Some(Self { value: *value, text: value.to_string() }),
            Value::BigInt(value) => {
                let text = value.to_string();
                let value = if text.starts_with('-') { i64::MIN } else { i64::MAX };
                Some(Self { value, text })
            }
            Value::Float(value) if value.is_finite() => {
                let value = *value as i64;
                Some(Self { value, text: value.to_string() })
            }
            _ => None,
        }
    }

    pub(super) fn at_least(&self, value: &Value) -> Result<()> {
        let length = length(value)?;
        if length >= self.value { Ok(()) } else { Err(wrong(length)) }
    }

    pub(super) fn at_most(&self, value: &Value) -> Result<()> {
        let length = length(value)?;
        if length <= self.value { Ok(()) } else { Err(wrong(length)) }
    }

    pub(super) fn exactly(&self, value: &Value) -> Result<()> {
        if value.len().is_none() {
            return Err(unsuitable(value, "length"));
        }
        let length = length(value)?;
        if length == self.value { Ok(()) } else { Err(wrong(length)) }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn wrong(length: i64) -> Error {
    fail(format_args!("length = {length}"))
}

fn length(value: &Value) -> Result<i64> {
    let length = value.len().and_then(|length| i64::try_from(length).ok());
    length.ok_or_else(|| Error::new(format!("len: value of type {} has no len", value.type_name())))
}
