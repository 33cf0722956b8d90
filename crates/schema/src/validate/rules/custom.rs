//! A rule of the author: a description and a function.

use yardstick_starlark::{Error, Result, Thread, Value};

/// A description and a function that says whether a value is valid.
#[derive(Debug)]
pub struct Custom {
    /// What a valid value is.
    pub description: String,
    /// Called with the value; valid is what it answers with `True`.
    pub function: Value,
}

impl Custom {
    pub(super) fn check(&self, thread: &mut Thread, value: &Value) -> Result<()> {
        match thread.call(&self.function, std::slice::from_ref(value), &[])? {
            Value::Bool(true) => Ok(()),
            _ => Err(Error::new("")),
        }
    }
}
