//! `propertyNames` for YAML keys, which have types.
//!
//! A subschema that mentions types other than strings sees the key with its type: under
//! `propertyNames: {type: integer}`, the key `1` is valid and `"1"` is not. The engine only knows names as text, so
//! such a subschema is moved into a keyword of our own, which checks the key nodes themselves.

use std::sync::{Arc, OnceLock};

use jsonschema::{Keyword, ValidationError, Validator};
use serde_json::{Map, Value as Json};
use yardstick_yaml::{NodeId, json::Type};

use crate::engine::{Value, Yaml};

/// The keyword that replaces `propertyNames` where types matter.
pub(crate) const TYPED_NAMES: &str = "x-yardstick-propertyNames";

/// Renames `propertyNames` in `schema` if it depends on types.
pub(crate) fn divert(schema: &mut Map<String, Json>) {
    if schema.get("propertyNames").is_some_and(sees_types) {
        *schema = std::mem::take(schema)
            .into_iter()
            .map(|(name, value)| {
                if name == "propertyNames" {
                    (TYPED_NAMES.to_owned(), value)
                } else {
                    (name, value)
                }
            })
            .collect();
    }
}

fn sees_types(schema: &Json) -> bool {
    let is_other = |name: &Json| name.as_str().is_some_and(|name| name != "string");
    match schema.get("type") {
        Some(Json::Array(names)) => names.iter().any(is_other),
        Some(name) => is_other(name),
        None => ["oneOf", "anyOf", "allOf"].iter().any(|keyword| {
            schema.get(keyword).and_then(Json::as_array).is_some_and(|branches| {
                branches.iter().any(|branch| sees_types(branch) || branch.get("$ref").is_some())
            })
        }),
    }
}

/// Compiles the subschema at a JSON pointer.
pub(crate) type CompileAt = Arc<dyn Fn(&str) -> Option<Validator<Yaml>> + Send + Sync>;

/// The keyword that replaces `propertyNames`.
pub(crate) struct TypedNames {
    pointer: String,
    compile: CompileAt,
    /// Compiled on first use: compiling it inside another compilation might never end.
    names: OnceLock<Option<Validator<Yaml>>>,
}

impl TypedNames {
    pub(crate) fn new(pointer: String, compile: CompileAt) -> Self {
        Self { pointer, compile, names: OnceLock::new() }
    }

    fn bad_keys<'i>(&'i self, instance: Value<'i>) -> impl Iterator<Item = NodeId> + 'i {
        let names = self.names.get_or_init(|| (self.compile)(&self.pointer)).as_ref();
        let keys = match instance {
            Value::Node(view, id) if view.type_of(id) == Type::Object => {
                Some(view.members(id).map(move |member| (view, member.key)))
            }
            _ => None,
        };
        keys.into_iter().flatten().filter_map(move |(view, key)| {
            names.is_some_and(|names| !names.is_valid(Value::new(view, key))).then_some(key)
        })
    }
}

impl<'i> Keyword<'i, Yaml> for TypedNames {
    fn validate(&self, instance: Value<'i>) -> Result<(), ValidationError<'i>> {
        match self.bad_keys(instance).next() {
            Some(key) => Err(ValidationError::custom(key.0.to_string())),
            None => Ok(()),
        }
    }

    fn is_valid(&self, instance: Value<'i>) -> bool {
        self.bad_keys(instance).next().is_none()
    }
}
