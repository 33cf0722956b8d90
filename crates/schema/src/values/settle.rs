//! Prepares values for use in a schema: values that code created get the position of the node that they are for.

use yardstick_diagnostics::limits;
use yardstick_template::tree::{Annotations, Array, ArrayItem, Map, MapItem, Position, Yaml};

/// The maximum nesting depth of values. No real value reaches it, and it bounds the recursion of every walk over
/// types.
pub(crate) const MAX_DEPTH: usize = limits::NESTING as usize;

/// Prepares `value` as a default at `holder`. Nodes without a position get that of the node around them, and
/// annotations, which have no effect there, are removed. Returns `None` if the value is nested too deep.
pub(crate) fn settled(value: &Yaml, holder: Position) -> Option<Yaml> {
    if value.extent().depth as usize >= MAX_DEPTH {
        return None;
    }
    Some(settle(value, holder).unwrap_or_else(|| value.clone()))
}

/// Returns the changed value, if something had to change.
fn settle(value: &Yaml, holder: Position) -> Option<Yaml> {
    match value {
        Yaml::Map(map) => {
            let mut items: Option<Vec<MapItem>> = None;
            for (at, item) in map.items().iter().enumerate() {
                let position = item.position.or(holder);
                let inner = settle(&item.value, position);
                if inner.is_some() || position != item.position || !item.annotations.is_empty() {
                    let item = &mut items.get_or_insert_with(|| map.items().to_vec())[at];
                    item.position = position;
                    item.annotations = Annotations::NONE;
                    if let Some(inner) = inner {
                        item.value = inner;
                    }
                }
            }
            // Values in a schema count as written, not as computed.
            match items {
                None if map.computed => Some(Map::new(map.items().to_vec()).into()),
                items => items.map(|items| Map::new(items).into()),
            }
        }
        Yaml::Array(array) => {
            let mut items: Option<Vec<ArrayItem>> = None;
            for (at, item) in array.items.iter().enumerate() {
                let position = item.position.or(holder);
                let inner = settle(&item.value, position);
                if inner.is_some() || position != item.position || !item.annotations.is_empty() {
                    let item = &mut items.get_or_insert_with(|| array.items.clone())[at];
                    item.position = position;
                    item.annotations = Annotations::NONE;
                    if let Some(inner) = inner {
                        item.value = inner;
                    }
                }
            }
            match items {
                None if array.computed => Some(Array::new(array.items.clone()).into()),
                items => items.map(|items| Array::new(items).into()),
            }
        }
        _ => None,
    }
}
