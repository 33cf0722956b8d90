//! `one_not_null=`: exactly one of some keys has a value.

use yardstick_starlark::{Error, Result, Value};

use crate::validate::comparable::{comparable, sequence};

/// Which keys of a map exclude each other.
#[derive(Debug)]
pub struct OneNotNull {
    /// The keys; nothing means all.
    pub keys: Option<Vec<Value>>,
    /// The keys as they are shown.
    text: String,
}

impl OneNotNull {
    /// All keys of the map.
    pub(crate) fn all() -> Self {
        Self { keys: None, text: "all children".to_owned() }
    }

    /// The keys of a sequence; nothing for what is not one.
    pub(crate) fn of(keys: &Value) -> Option<Self> {
        let list = sequence(keys)?;
        let text = match keys {
            // The content of a fragment says more than that it is one.
            Value::Host(_) => Value::list(list.clone()).to_repr(),
            other => other.to_repr(),
        };
        Some(Self { keys: Some(list), text })
    }

    pub(super) fn must_be(&self) -> String {
        format!("exactly one of {} to be not null", self.text)
    }

    /// Checks a map; a key it does not have counts as null.
    pub(crate) fn check(&self, value: &Value) -> Result<()> {
        let Value::Dict(map) = comparable(value)? else {
            let type_name = match value {
                Value::Host(_) | Value::Tuple(_) | Value::Set(_) => comparable(value)?,
                other => other.clone(),
            };
            let type_name = type_name.type_name();
            return Err(Error::new(format!("value must be a map or dict, but was '{type_name}'")));
        };
        if map.is_empty() {
            return Err(Error::new("value is empty"));
        }
        let mut given = Vec::new();
        match &self.keys {
            None => {
                let entries = map.entries().into_iter();
                given.extend(entries.filter(|(_, value)| !is_none(value)).map(|(key, _)| key));
            }
            Some(keys) => {
                for key in keys {
                    if map.get(key)?.is_some_and(|value| !is_none(&value)) {
                        given.push(key.clone());
                    }
                }
            }
        }
        match given.len() {
            0 => Err(Error::new("all values are null")),
            1 => Ok(()),
            _ => Err(Error::new(format!("{} are not null", Value::list(given).to_repr()))),
        }
    }
}

fn is_none(value: &Value) -> bool {
    matches!(value, Value::None)
}
