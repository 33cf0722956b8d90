//! `uniqueItemProperties`: no two objects of a list have the same value of one of these properties.
//!
//! No draft has it, but `SchemaStore` and Ajv do, and nothing else says it. As there, two objects that lack the
//! property have the same value.

use jsonschema::{Keyword, ValidationError};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use crate::engine::{Value, Yaml, budget};

/// The keyword.
pub(crate) const UNIQUE_PROPERTIES: &str = "uniqueItemProperties";

/// The properties that tell items apart.
pub(crate) struct UniqueProperties {
    names: Vec<String>,
}

/// An item that has the same value of a property as an earlier one.
pub(crate) struct Same {
    /// The property.
    pub(crate) name: String,
    /// Its place among the items.
    pub(crate) index: usize,
    /// The item.
    pub(crate) later: NodeId,
    /// The first item with that value.
    pub(crate) earlier: NodeId,
}

impl UniqueProperties {
    /// What `value` of a schema says; anything but names says nothing.
    pub(crate) fn new(value: &Json) -> Self {
        let names = value.as_array().into_iter().flatten();
        Self { names: names.filter_map(Json::as_str).map(str::to_owned).collect() }
    }

    /// All items of the array `id` that are the same as an earlier one.
    pub(crate) fn all(&self, view: &View, id: NodeId) -> Vec<Same> {
        let mut all = Vec::new();
        for name in &self.names {
            let mut seen: FxHashMap<u64, Vec<(Option<NodeId>, NodeId)>> = FxHashMap::default();
            for (index, item) in view.node(id).items().enumerate() {
                budget::count(1);
                let later = item.id();
                if view.type_of(later) != Type::Object {
                    continue;
                }
                let value = view.get(later, name);
                let known = seen.entry(value.map_or(0, |value| view.hash_of(value))).or_default();
                let is_same = |other: &&(Option<NodeId>, NodeId)| match (value, other.0) {
                    (Some(left), Some(right)) => view.are_equal(left, right),
                    (None, None) => true,
                    _ => false,
                };
                match known.iter().find(is_same) {
                    Some(&(_, earlier)) => {
                        all.push(Same { name: name.clone(), index, later, earlier });
                    }
                    None => known.push((value, later)),
                }
            }
        }
        all
    }
}

impl<'i> Keyword<'i, Yaml> for UniqueProperties {
    fn validate(&self, instance: Value<'i>) -> Result<(), ValidationError<'i>> {
        if Keyword::<Yaml>::is_valid(self, instance) {
            return Ok(());
        }
        Err(ValidationError::custom(String::new()))
    }

    fn is_valid(&self, instance: Value<'i>) -> bool {
        match instance {
            Value::Node(view, id) if view.type_of(id) == Type::Array => {
                self.all(view, id).is_empty()
            }
            _ => true,
        }
    }
}
