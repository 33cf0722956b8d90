//! Uses the values of a Helm chart as defaults of an imported schema.

use std::rc::Rc;

use super::sample::Sample;
use crate::{
    convert::coerce,
    literal::Literal,
    model::{Item, Key, Map, Node, Shape},
};

/// Makes the values of `sample` the defaults of `node`, and its comments the missing descriptions. Returns the paths
/// of values that do not fit; these are ignored.
pub(crate) fn take_values(node: &mut Node, sample: &Sample) -> Vec<String> {
    let mut misfits = Vec::new();
    take(node, sample, "", &mut misfits);
    misfits
}

// Recursion is safe because the depth of schemas is bounded.
fn take(node: &mut Node, sample: &Sample, path: &str, misfits: &mut Vec<String>) {
    if node.words.description.is_none() {
        node.words.description.clone_from(&sample.description);
    }
    let value = sample.first.clone().unwrap_or(Literal::Null);
    if let Shape::Map(map) = &node.shape
        && sample.is_map()
        && !node.nullable
    {
        let map = with_values(map, sample, path, misfits);
        node.shape = Shape::Map(Rc::new(map));
        node.default = None;
        node.required = false;
        node.fills = true;
        return;
    }
    let value = coerce(&node.shape, value);
    let is_null = value == Literal::Null;
    if is_null && node.required {
        // Null in a chart marks a value that users must give.
        return;
    }
    if is_null && !node.nullable && !matches!(node.shape, Shape::Any(_)) {
        // Null in a chart means "not set".
        node.nullable = true;
    } else if !node.accepts(&value) || !node.keeps_rules(&value) {
        misfits.push(path.to_owned());
        return;
    }
    node.required = false;
    node.fills = true;
    node.default = Some(value);
}

fn with_values(map: &Map, sample: &Sample, path: &str, misfits: &mut Vec<String>) -> Map {
    let mut items: Vec<Item> = map.items.clone();
    let is_open = items.iter().any(|item| matches!(item.kind, Key::Any | Key::Matching(_)));
    let mut fresh = Vec::new();
    for (key, below) in &sample.keys {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let named =
            |item: &&mut Item| matches!(item.kind, Key::Named | Key::Optional) && item.key == *key;
        match items.iter_mut().find(named) {
            Some(item) => {
                let before = misfits.len();
                take(&mut item.node, below, &path, misfits);
                if misfits.len() == before && item.node.fills {
                    item.kind = Key::Named;
                }
            }
            None if is_open => {
                let item = Item::new(key.as_str(), Key::Named, below.to_value());
                fresh.push(Item { is_plain: below.is_plain, ..item });
            }
            None => misfits.push(path),
        }
    }
    // Named keys must come before patterns.
    let at = items.iter().position(|item| matches!(item.kind, Key::Any | Key::Matching(_)));
    items.splice(at.unwrap_or(items.len())..at.unwrap_or(items.len()), fresh);
    let size = items.iter().map(|item| item.node.size).fold(1, usize::saturating_add);
    Map { items, definition: None, size }
}
