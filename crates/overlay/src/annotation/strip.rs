//! Taking `overlay/*` annotations out: what an overlay put into a tree must not act as an overlay again.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use yardstick_template::tree::{Annotations, Array, Document, Map, Yaml};

use super::names::NAMESPACE;
use crate::{depth::MAX_DEPTH, node::Node};

/// Values of overlays without their annotations. One value is often put into many places: all share
/// one copy.
#[derive(Debug, Default)]
pub(crate) struct Stripped {
    /// By the place of the collection in memory, which the first of the two keeps from being used again.
    known: FxHashMap<usize, (Yaml, Yaml)>,
}

impl Stripped {
    /// `value`, a part of an overlay, without annotations.
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

/// Takes the annotations out of a set.
pub(crate) fn strip_annotations(annotations: &mut Annotations) {
    annotations.retain(|annotation| !annotation.name.starts_with(NAMESPACE));
}

/// Takes the annotations out of a value.
pub(crate) fn strip_value(value: &mut Yaml) {
    if let Some(stripped) = without(value, 0) {
        *value = stripped;
    }
}

/// Takes all `overlay/*` annotations out of a document.
pub fn strip(document: &mut Document) {
    strip_annotations(&mut document.annotations);
    strip_value(&mut document.value);
}

fn is_marked(annotations: &Annotations) -> bool {
    annotations.iter().any(|annotation| annotation.name.starts_with(NAMESPACE))
}

/// `value` without annotations, if it has any; what has none stays shared.
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

fn node_without<N: Node>(node: &N, depth: usize) -> Option<N> {
    let value = match node.value() {
        Yaml::Map(_) | Yaml::Array(_) => without(node.value(), depth + 1),
        _ => None,
    };
    if value.is_none() && !is_marked(node.annotations()) {
        return None;
    }
    let mut node = node.clone();
    if let Some(value) = value {
        *node.value_mut() = value;
    }
    strip_annotations(node.annotations_mut());
    Some(node)
}
