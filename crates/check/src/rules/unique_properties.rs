//! `uniqueItemProperties`: no two objects in a list may have the same value for one of these properties.
//!
//! The keyword is in no draft, but `SchemaStore` and Ajv support it, and no other keyword can express the rule. As in
//! those tools, two objects that both lack the property count as equal.

use jsonschema::{Keyword, ValidationError};
use rustc_hash::FxHashMap;
use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use crate::engine::{Value, Yaml, budget};

/// The name of the keyword.
pub(crate) const UNIQUE_PROPERTIES: &str = "uniqueItemProperties";

/// The properties that must differ between items.
pub(crate) struct UniqueProperties {
    names: Vec<String>,
}

/// An item with the same value for a property as an earlier item.
pub(crate) struct Same {
    /// The property.
    pub(crate) name: String,
    /// The index of the item.
    pub(crate) index: usize,
    /// The item.
    pub(crate) later: NodeId,
    /// The first item with that value.
    pub(crate) earlier: NodeId,
}

impl UniqueProperties {
    /// Reads the keyword's value. Anything but names is ignored.
    pub(crate) fn new(value: &Json) -> Self {
        let names = value.as_array().into_iter().flatten();
        Self { names: names.filter_map(Json::as_str).map(str::to_owned).collect() }
    }

    /// Returns all items of the array `id` that duplicate an earlier one.
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
