//! Numbers in a schema that the engine cannot represent: beyond 64 bits, with too many digits, infinite, or NaN.
//!
//! The engine stores the numbers of a schema as floating point. A keyword whose value contains such a number is moved
//! into a keyword of our own. There the number is text with a mark, and it is compared digit by digit.

use std::{cmp::Ordering, hash::BuildHasher, sync::LazyLock};

use jsonschema::{Keyword, ValidationError, json::Node};
use serde_json::{Map, Value as Json};
use yardstick_yaml::json::Number;

use crate::engine::{Value, Yaml, budget, equals_literal};

/// The keyword that holds the moved keywords.
pub(crate) const EXACT: &str = "x-yardstick-exact";

/// Returns the prefix that marks a number written as text. It is random in each run, so that no schema can contain
/// it.
fn mark_text() -> &'static str {
    static MARK: LazyLock<String> = LazyLock::new(|| {
        let chance = std::hash::RandomState::new().hash_one(0_u8);
        format!("\0number {chance:x}:")
    });
    &MARK
}

/// Returns the number written as `text`, with the mark.
pub(crate) fn mark(text: &str) -> Json {
    Json::from(format!("{}{text}", mark_text()))
}

/// Returns the text of a marked number.
pub(crate) fn unmark(value: &Json) -> Option<&str> {
    value.as_str()?.strip_prefix(mark_text())
}

/// Returns `value` as JSON, with marked numbers as they were written.
pub(crate) fn shown(value: &Json) -> String {
    match value {
        Json::String(_) => unmark(value).map_or_else(|| value.to_string(), str::to_owned),
        Json::Array(items) if holds_marks(value) => {
            format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(","))
        }
        Json::Object(members) if holds_marks(value) => {
            let member = |(name, value): (&String, &Json)| {
                format!("{}:{}", Json::from(name.as_str()), shown(value))
            };
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
        _ => value.to_string(),
    }
}

fn holds_marks(value: &Json) -> bool {
    match value {
        Json::String(_) => unmark(value).is_some(),
        Json::Array(items) => items.iter().any(holds_marks),
        Json::Object(members) => members.values().any(holds_marks),
        _ => false,
    }
}

const KEYWORDS: [&str; 7] =
    ["const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/// Whether the keyword `name` with this value is a reason to call [`divert`].
pub(crate) fn concerns(name: &str, value: &Json) -> bool {
    match value {
        Json::String(_) => unmark(value).is_some(),
        Json::Array(_) | Json::Object(_) => KEYWORDS.contains(&name) && holds_marks(value),
        _ => false,
    }
}

/// Moves the keywords of `schema` that contain marked numbers. For other keywords, such as `maxLength`, the nearest
/// number that the engine can represent has the same effect.
pub(crate) fn divert(schema: &mut Map<String, Json>) {
    for (name, value) in schema.iter_mut().filter(|(name, _)| !KEYWORDS.contains(&name.as_str())) {
        let is_data = matches!(name.as_str(), "default" | "examples" | "example");
        if let Some(near) = unmark(value).filter(|_| !is_data).and_then(near) {
            *value = near;
        }
    }
    let mut moved = Map::new();
    for name in KEYWORDS {
        if schema.get(name).is_some_and(holds_marks)
            && let Some(value) = schema.shift_remove(name)
        {
            moved.insert(name.to_owned(), value);
        }
    }
    if !moved.is_empty() {
        schema.insert(EXACT.to_owned(), Json::Object(moved));
    }
}

/// Returns the nearest number that JSON can represent.
fn near(text: &str) -> Option<Json> {
    let value = Number::from_text(text).approximate();
    if value.is_nan() || (value >= 0.0 && (value.fract() == 0.0 || value.is_infinite())) {
        // No text or list reaches such a length, so any huge number works.
        return Some(Json::from(text.parse::<u64>().unwrap_or(u64::MAX)));
    }
    serde_json::Number::from_f64(value.max(f64::MIN)).map(Json::Number)
}

/// Returns a `message` of the engine with marked numbers as they were written.
pub(crate) fn without_marks(message: String) -> String {
    let mark = Json::from(mark_text()).to_string();
    let mark = &mark[..mark.len() - 1];
    if !message.contains(mark) {
        return message;
    }
    let mut parts = message.split(mark);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The closing quote.
        out.push_str(&part.replacen('"', "", 1));
    }
    out
}

/// The keywords of a schema that were moved.
pub(crate) struct Exact {
    rules: Vec<(&'static str, Json)>,
}

impl Exact {
    pub(crate) fn new(value: &Json) -> Self {
        let rule = |name: &'static str| Some((name, value.get(name)?.clone()));
        Self { rules: KEYWORDS.into_iter().filter_map(rule).collect() }
    }

    fn broken(&self, instance: Value<'_>) -> Option<&'static str> {
        self.rules.iter().find(|(name, value)| !holds(name, value, instance)).map(|rule| rule.0)
    }
}

fn holds(keyword: &str, expected: &Json, instance: Value<'_>) -> bool {
    let equals = |literal: &Json| match instance {
        Value::Node(view, id) => equals_literal(view, id, literal),
        Value::Text(text) => literal.as_str() == Some(text),
    };
    match keyword {
        "const" => equals(expected),
        "enum" => expected.as_array().is_some_and(|values| values.iter().any(equals)),
        _ => {
            let (Some(number), Some(limit)) = (instance.as_number(), unmark(expected)) else {
                return true;
            };
            let limit = Number::from_text(limit);
            if keyword == "multipleOf" {
                // This is long division, so the cost grows with the digits.
                budget::count(
                    (number.0.digits() as u64).saturating_mul(limit.digits() as u64) / 64,
                );
                return number.0.is_multiple_of(&limit);
            }
            let order = number.0.compare(&limit);
            match keyword {
                "minimum" => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
                "maximum" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
                "exclusiveMinimum" => order == Some(Ordering::Greater),
                _ => order == Some(Ordering::Less),
            }
        }
    }
}

impl<'i> Keyword<'i, Yaml> for Exact {
    /// The message is the name of the violated keyword.
    fn validate(&self, instance: Value<'i>) -> Result<(), ValidationError<'i>> {
        match self.broken(instance) {
            Some(keyword) => Err(ValidationError::custom(keyword.to_owned())),
            None => Ok(()),
        }
    }

    fn is_valid(&self, instance: Value<'i>) -> bool {
        self.broken(instance).is_none()
    }
}
