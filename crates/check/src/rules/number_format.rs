//! Number formats of `OpenAPI`: `int32`, `int64`, `float`. The engine only supports formats for strings, so these
//! become a keyword of our own.

use jsonschema::{
    Keyword, ValidationError,
    json::{JsonNumber, Node},
};
use serde_json::{Map, Value as Json};

use crate::engine::{Value, Yaml};

/// The keyword that replaces `format` for numbers.
pub(crate) const NUMBER_FORMAT: &str = "x-yardstick-number-format";

/// Adds the keyword to `schema` if its format is a number format.
pub(crate) fn add(schema: &mut Map<String, Json>) {
    if let Some(Json::String(format)) = schema.get("format")
        && NumberFormat::from_name(format).is_some()
    {
        let format = format.clone();
        schema.insert(NUMBER_FORMAT.to_owned(), Json::from(format));
    }
}

/// A format of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NumberFormat {
    Int32,
    Int64,
    Float,
}

impl NumberFormat {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "int32" => NumberFormat::Int32,
            "int64" => NumberFormat::Int64,
            "float" => NumberFormat::Float,
            _ => return None,
        })
    }
}

impl<'i> Keyword<'i, Yaml> for NumberFormat {
    fn validate(&self, instance: Value<'i>) -> Result<(), ValidationError<'i>> {
        if Keyword::<Yaml>::is_valid(self, instance) {
            Ok(())
        } else {
            Err(ValidationError::custom(String::new()))
        }
    }

    fn is_valid(&self, instance: Value<'i>) -> bool {
        let Some(number) = instance.as_number() else { return true };
        let value = number.0.approximate();
        match self {
            NumberFormat::Int32 => {
                number.0.is_whole() && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value)
            }
            NumberFormat::Int64 => {
                number.as_i64().is_some()
                    || (number.0.is_whole()
                        && number.as_u64().is_none()
                        && value.abs() < 2f64.powi(63))
            }
            NumberFormat::Float => !value.is_finite() || value.abs() <= f64::from(f32::MAX),
        }
    }
}
