//! Parsed nodes as evaluated values.
//!
//! Aliases share what they stand for; merge keys are spliced in at their place. What happens to
//! repeated keys depends on the file: in plain YAML the last value wins, in a template they are an
//! error that only code can decide about, so such maps are left to the program.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use yardstick_diagnostics::Result;
use yardstick_starlark::Text;
use yardstick_yaml::{Kind, NodeId, NodeRef, Resolver, Scalar, Style, Tree};

use crate::tree::{Annotations, Array, ArrayItem, Map, MapItem, Position, Yaml};

/// Makes values out of nodes of one tree.
pub(super) struct Instantiate<'a> {
    tree: &'a Tree,
    /// Values of anchored nodes, by what happens to repeated keys.
    anchored: RefCell<FxHashMap<(NodeId, Repeated), Option<Yaml>>>,
}

/// What happens to repeated keys of a map.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Repeated {
    /// The last value wins, in the place of the first.
    LastWins,
    /// There is no value.
    Refused,
}

impl<'a> Instantiate<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        Self { tree, anchored: RefCell::default() }
    }

    /// The value of `node` in plain YAML: of repeated keys the last value wins, in the first place.
    pub(super) fn value(&self, node: NodeRef<'_>) -> Result<Yaml> {
        Ok(self.make(node, Repeated::LastWins)?.unwrap_or_default())
    }

    /// The value of `node`, unless a map in it repeats a key.
    pub(super) fn value_without_duplicates(&self, node: NodeRef<'_>) -> Result<Option<Yaml>> {
        self.make(node, Repeated::Refused)
    }

    /// Whether `node` means null.
    pub(super) fn is_null(&self, node: NodeRef<'_>) -> Result<bool> {
        Ok(node.kind() == Kind::Scalar && matches!(node.resolve(Resolver::Yaml11)?, Scalar::Null))
    }

    /// `node` and all nodes in it, as written.
    pub(super) fn subtree<'t>(&self, node: NodeRef<'t>) -> impl Iterator<Item = NodeRef<'t>> {
        (node.id().0..node.subtree_end().0).map(move |id| node.tree().node(NodeId(id)))
    }

    fn make(&self, node: NodeRef<'_>, repeated: Repeated) -> Result<Option<Yaml>> {
        match node.kind() {
            Kind::Scalar => Ok(Some(scalar(node)?)),
            Kind::Alias => {
                let target = node.dereferenced();
                let key = (target.id(), repeated);
                if let Some(known) = self.anchored.borrow().get(&key) {
                    return Ok(known.clone());
                }
                let value = self.make(target, repeated)?;
                self.anchored.borrow_mut().insert(key, value.clone());
                Ok(value)
            }
            Kind::Sequence => {
                let mut items = Vec::with_capacity(node.len());
                for item in node.items() {
                    let Some(value) = self.make(item, repeated)? else { return Ok(None) };
                    items.push(ArrayItem {
                        value,
                        position: Position::at(self.tree.file(), item.indicator()),
                        annotations: Annotations::NONE,
                    });
                }
                Ok(Some(Array::new(items).into()))
            }
            Kind::Map => {
                let mut map = Map::new(Vec::with_capacity(node.len()));
                let complete = self.fill(&mut map, node, repeated)?;
                Ok(complete.then(|| map.into()))
            }
        }
    }

    /// Adds the pairs of `node` to `map`; says whether that was possible.
    fn fill(&self, map: &mut Map, node: NodeRef<'_>, repeated: Repeated) -> Result<bool> {
        for entry in node.entries() {
            if is_merge_key(entry.key) {
                if !self.fill(map, entry.value.dereferenced(), repeated)? {
                    return Ok(false);
                }
                continue;
            }
            let Some(key) = self.make(entry.key, repeated)? else { return Ok(false) };
            let Some(value) = self.make(entry.value, repeated)? else { return Ok(false) };
            let position = Position::at(self.tree.file(), entry.key.start());
            let item = MapItem { key, value, position, annotations: Annotations::NONE };
            match map.position_of(&item.key) {
                None => map.push(item),
                Some(_) if repeated == Repeated::Refused => return Ok(false),
                Some(at) => map.values_mut()[at] = item,
            }
        }
        Ok(true)
    }
}

/// Whether `key` is `<<`, which merges its value into the map.
pub(super) fn is_merge_key(key: NodeRef<'_>) -> bool {
    key.kind() == Kind::Scalar
        && match key.tag() {
            None => key.style() == Style::Plain && key.text_bytes() == b"<<",
            Some(tag) => tag == "tag:yaml.org,2002:merge",
        }
}

fn scalar(node: NodeRef<'_>) -> Result<Yaml> {
    Ok(match node.resolve(Resolver::Yaml11)? {
        Scalar::Null => Yaml::Null,
        Scalar::Bool(value) => Yaml::Bool(value),
        Scalar::Int(value) => Yaml::Int(value),
        Scalar::UInt(value) => Yaml::UInt(value),
        Scalar::Float(value) => Yaml::Float(value),
        Scalar::Str(text) | Scalar::Timestamp(text) => Yaml::text(text),
        Scalar::BigInt(text) => Yaml::text(&text),
        Scalar::Binary(bytes) => Yaml::Text(Text::from(bytes)),
    })
}
