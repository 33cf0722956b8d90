//! `contains=`: a part of a string, an element of an array, a key of a map.

use yardstick_starlark::{Result, Value};

use super::{fail, unsuitable};
use crate::validate::comparable::comparable;

/// Something a valid value has in it.
#[derive(Clone, Debug)]
pub struct Contains {
    /// What it is.
    pub element: Value,
    /// The same as compared.
    compared: Result<Value>,
}

impl Contains {
    /// Anything can be looked for.
    pub(super) fn new(element: &Value) -> Self {
        Self { element: element.clone(), compared: comparable(element) }
    }

    fn repr(&self) -> String {
        self.compared.as_ref().unwrap_or(&self.element).to_repr()
    }

    pub(super) fn must_be(&self) -> String {
        format!("containing {}", self.repr())
    }

    pub(super) fn check(&self, value: &Value) -> Result<()> {
        let wanted = self.compared.as_ref().map_err(Clone::clone)?;
        let found = match &comparable(value)? {
            Value::Str(text) => match wanted {
                Value::Str(part) => {
                    memchr::memmem::find(text.as_bytes(), part.as_bytes()).is_some()
                }
                _ => false,
            },
            Value::List(list) => {
                let mut found = false;
                for item in list.borrow().iter() {
                    if item.equals(wanted)? {
                        found = true;
                        break;
                    }
                }
                found
            }
            // What cannot be a key is not found among keys.
            Value::Dict(map) => map.get(wanted).is_ok_and(|value| value.is_some()),
            _ => return Err(unsuitable(value, "contents")),
        };
        if found { Ok(()) } else { Err(fail(format_args!("{} not found", self.repr()))) }
    }
}
