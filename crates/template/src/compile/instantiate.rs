//! Converts parsed nodes to evaluated values.
//!
//! Aliases share the value of their target; merge keys are replaced by the merged items. Repeated keys depend on the
//! file: in plain YAML, the last value wins. In a template, they are an error unless code decides otherwise, so such
//! maps are left to the program.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;
use yardstick_starlark::Text;
use yardstick_yaml::{
    Kind, NodeId, NodeRef, Resolver, Scalar, Tree,
    mapping::{reference_entries, spliced_entries},
    tree::Entry,
};

use crate::tree::{Annotations, Array, ArrayItem, Map, MapItem, Position, Yaml};

/// Up to this many keys are compared with each other; more are hashed.
const FEW: usize = 16;

/// Converts the nodes of one tree.
pub(super) struct Instantiate<'a> {
    tree: &'a Tree,
    /// The values of anchored nodes, by the treatment of repeated keys.
    anchored: RefCell<FxHashMap<(NodeId, Repeated), Option<Yaml>>>,
    /// Whether a repeated key was resolved.
    settled: Cell<bool>,
}

/// The treatment of repeated keys in a map.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Repeated {
    /// The last value wins, at the position of the first.
    LastWins,
    /// The map has no value.
    Refused,
}

impl<'a> Instantiate<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        Self { tree, anchored: RefCell::default(), settled: Cell::new(false) }
    }

    /// Returns the value of `node` in plain YAML. For repeated keys, the last value wins, at the position of the
    /// first.
    pub(super) fn value(&self, node: NodeRef<'_>) -> Yaml {
        self.make(node, Repeated::LastWins).unwrap_or_default()
    }

    /// Whether any map so far had a repeated key.
    pub(super) fn has_settled(&self) -> bool {
        self.settled.get()
    }

    /// Returns the value of `node`, unless a map in it repeats a key.
    pub(super) fn value_without_duplicates(&self, node: NodeRef<'_>) -> Option<Yaml> {
        self.make(node, Repeated::Refused)
    }

    fn make(&self, node: NodeRef<'_>, repeated: Repeated) -> Option<Yaml> {
        match node.kind() {
            Kind::Scalar => Some(scalar(node)),
            Kind::Alias => {
                let target = node.dereferenced();
                let key = (target.id(), repeated);
                if let Some(known) = self.anchored.borrow().get(&key) {
                    return known.clone();
                }
                let value = self.make(target, repeated);
                self.anchored.borrow_mut().insert(key, value.clone());
                value
            }
            Kind::Sequence => {
                let mut items = Vec::with_capacity(node.len());
                for item in node.items() {
                    items.push(ArrayItem {
                        value: self.make(item, repeated)?,
                        position: Position::at(self.tree.file(), item.indicator()),
                        annotations: Annotations::NONE,
                    });
                }
                Some(Array::new(items).into())
            }
            Kind::Map => match self.keys(node) {
                Some(mut map) => {
                    for (item, entry) in map.values_mut().iter_mut().zip(node.entries()) {
                        item.value = match entry.value.word() {
                            Some(word) => Yaml::Text(Text::from(word)),
                            None => self.make(entry.value, repeated)?,
                        };
                    }
                    Some(map.into())
                }
                None => self.map(node, repeated),
            },
        }
    }

    /// The keys of a map, without values yet, if they are a few different words, as in most maps: then there is nothing to
    /// settle.
    fn keys(&self, node: NodeRef<'_>) -> Option<Map> {
        if node.has_merge_key() || node.len() > FEW {
            return None;
        }
        let mut map = Map::with_capacity(node.len());
        for entry in node.entries() {
            let key = Yaml::Text(Text::from(entry.key.word()?));
            if map.position_of(&key).is_some() {
                return None;
            }
            let position = Position::at(self.tree.file(), entry.key.start());
            let annotations = Annotations::NONE;
            map.push(MapItem { key, value: Yaml::Null, position, annotations });
        }
        Some(map)
    }

    /// Returns the value of any map.
    fn map(&self, node: NodeRef<'_>, repeated: Repeated) -> Option<Yaml> {
        match repeated {
            Repeated::LastWins => {
                let entries = reference_entries(node);
                if entries.len() < node.len() && !node.has_merge_key() {
                    self.settled.set(true);
                }
                let items: Option<Vec<_>> =
                    entries.map(|entry| self.item(entry, repeated)).collect();
                Some(Map::new(items?).into())
            }
            Repeated::Refused => {
                let mut map = Map::with_capacity(node.len());
                for entry in spliced_entries(node) {
                    let item = self.item(entry, repeated)?;
                    if map.position_of(&item.key).is_some() {
                        return None;
                    }
                    map.push(item);
                }
                Some(map.into())
            }
        }
    }

    fn item(&self, entry: Entry<'_>, repeated: Repeated) -> Option<MapItem> {
        let key = match entry.key.word() {
            Some(word) => Yaml::Text(Text::from(word)),
            None => self.make(entry.key, repeated)?,
        };
        Some(MapItem {
            key,
            value: self.make(entry.value, repeated)?,
            position: Position::at(self.tree.file(), entry.key.start()),
            annotations: Annotations::NONE,
        })
    }
}

fn scalar(node: NodeRef<'_>) -> Yaml {
    if let Some(word) = node.word() {
        return Yaml::Text(Text::from(word));
    }
    match node.scalar(Resolver::Yaml11) {
        Scalar::Null => Yaml::Null,
        Scalar::Bool(value) => Yaml::Bool(value),
        Scalar::Int(value) => Yaml::Int(value),
        Scalar::UInt(value) => Yaml::UInt(value),
        Scalar::Float(value) => Yaml::Float(value),
        Scalar::Str(text) | Scalar::Timestamp(text) => Yaml::text(text),
        Scalar::BigInt(text) => Yaml::text(&text),
        Scalar::Binary(bytes) => Yaml::Text(Text::from(bytes)),
    }
}

/// Returns `node` and all nodes in it, as written.
pub(super) fn subtree(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    (node.id().0..node.subtree_end().0).map(move |id| node.tree().node(NodeId(id)))
}
