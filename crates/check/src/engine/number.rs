//! Numbers of the checked document, as the engine reads them.

use std::borrow::Cow;

use jsonschema::json::JsonNumber;
use yardstick_yaml::json::Number;

/// A number of the checked document.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineNumber<'v>(pub Number<'v>);

impl JsonNumber for EngineNumber<'_> {
    fn as_u64(&self) -> Option<u64> {
        match &self.0 {
            Number::Int(value) => u64::try_from(*value).ok(),
            Number::UInt(value) => Some(*value),
            Number::Big(_) | Number::Float(_) | Number::Decimal(_) => None,
        }
    }

    fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Number::Int(value) => Some(*value),
            _ => None,
        }
    }

    fn as_f64(&self) -> Option<f64> {
        Some(self.0.approximate())
    }

    fn as_str(&self) -> Cow<'_, str> {
        match &self.0 {
            Number::Int(value) => value.to_string().into(),
            Number::UInt(value) => value.to_string().into(),
            Number::Big(digits) | Number::Decimal(digits) => Cow::Borrowed(digits),
            Number::Float(value) => value.to_string().into(),
        }
    }

    /// Used only for the engine's own messages, which are never shown. Numbers that JSON cannot write become 0.
    fn to_number(&self) -> Cow<'_, serde_json::Number> {
        Cow::Owned(match &self.0 {
            Number::Int(value) => (*value).into(),
            Number::UInt(value) => (*value).into(),
            Number::Big(_) | Number::Float(_) | Number::Decimal(_) => {
                serde_json::Number::from_f64(self.0.approximate()).unwrap_or_else(|| 0.into())
            }
        })
    }

    fn is_integer(&self) -> bool {
        self.0.is_whole()
    }

    /// The same as `is_integer`, because `1.0` is an integer in every draft.
    fn is_written_as_integer(&self) -> bool {
        self.0.is_whole()
    }
}
