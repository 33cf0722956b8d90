//! Removes `overlay/*` annotations: what an overlay adds to a tree must not act as an overlay again.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use yardstick_template::tree::{Annotations, Array, Document, Map, Yaml};

use super::names::NAMESPACE;
use crate::{depth::MAX_DEPTH, node::Node};

/// Values of overlays without their annotations. One value is often added in many places, so all share one copy.
#[derive(Debug, Default)]
pub(crate) struct Stripped {
    /// By the address of the collection. The first value of the pair keeps the address from being reused.
    known: FxHashMap<usize, (Yaml, Yaml)>,
}

impl Stripped {
    /// Returns `value`, a part of an overlay, without annotations.
    pub(crate) fn of(&mut self, value: &Yaml) -> Yaml {
        let address = match value {
            Yaml::Map(map) => Rc::as_ptr(map).addr(),
            Yaml::Array(array) => Rc::as_ptr(array).addr(),
            scalar => return scalar.clone(),
        };
        let (_, stripped) = self
            .known
            .entry(address)
            .or_insert_with(|| (value.clone(), without(value, 0).unwrap_or_else(|| value.clone())));
        stripped.clone()
    }
}

/// Removes the annotations from a set.
pub(crate) fn strip_annotations(annotations: &mut Annotations) {
    annotations.retain(|annotation| !annotation.name.starts_with(NAMESPACE));
}

/// Removes the annotations from a value.
pub(crate) fn strip_value(value: &mut Yaml) {
    if let Some(stripped) = without(value, 0) {
        *value = stripped;
    }
}

/// Removes all `overlay/*` annotations from a document.
pub fn strip(document: &mut Document) {
    strip_annotations(&mut document.annotations);
    strip_value(&mut document.value);
}

fn is_marked(annotations: &Annotations) -> bool {
    annotations.iter().any(|annotation| annotation.name.starts_with(NAMESPACE))
}

/// Returns `value` without annotations; `None` if it has none, so that it can stay shared.
fn without(value: &Yaml, depth: usize) -> Option<Yaml> {
    if depth > MAX_DEPTH {
        return None;
    }
    match value {
        Yaml::Map(map) => {
            let mut changed: Option<Map> = None;
            for (at, item) in map.items().iter().enumerate() {
                if let Some(stripped) = node_without(item, depth) {
                    changed.get_or_insert_with(|| Map::clone(map)).values_mut()[at] = stripped;
                }
            }
            changed.map(Yaml::from)
        }
        Yaml::Array(array) => {
            let mut changed: Option<Array> = None;
            for (at, item) in array.items.iter().enumerate() {
                if let Some(stripped) = node_without(item, depth) {
                    changed.get_or_insert_with(|| Array::clone(array)).items_mut()[at] = stripped;
                }
            }
            changed.map(Yaml::from)
        }
        _ => None,
    }
}

#[inline]
fn node_without<N: Node>(node: &N, depth: usize) -> Option<N> {
    let value = match node.value() {
        Yaml::Map(_) | Yaml::Array(_) => without(node.value(), depth + 1),
        _ => None,
    };
    if value.is_none() && (node.annotations().is_empty() || !is_marked(node.annotations())) {
        return None;
    }
    Some(changed(node, value))
}

fn changed<N: Node>(node: &N, value: Option<Yaml>) -> N {
    let mut node = node.clone();
    if let Some(value) = value {
        *node.value_mut() = value;
    }
    strip_annotations(node.annotations_mut());
    node
}
