//! A tree with what the YAML rules add to it.

use rustc_hash::FxHashMap;
use yardstick_yaml::{NodeId, NodeRef, Scalar, Tree};

use super::{Number, Type, equality, object::Index, scalar};

/// A tree, the type of each of its nodes, and its maps as objects.
#[derive(Debug)]
pub struct View {
    pub(super) tree: Tree,
    /// The type of each node, by number; an alias has the type of what it stands for.
    pub(super) types: Vec<Type>,
    /// Property names that differ from the key's text: `~` is `null`, `0x10` is `16`.
    pub(super) names: FxHashMap<u32, Box<str>>,
    /// Members of maps with merge keys, as (key, value).
    pub(super) merged: FxHashMap<u32, Vec<(u32, u32)>>,
    /// Wide maps, for lookups that do not scan.
    pub(super) indexes: FxHashMap<u32, Index>,
    /// Maps whose member `$schema` is not part of the instance.
    pub(super) hidden_schema: Vec<u32>,
}

impl View {
    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The node numbered `id`, seen through an alias.
    pub fn node(&self, id: u32) -> NodeRef<'_> {
        self.tree.node(NodeId(id)).dereferenced()
    }

    /// The node numbered `id` as it is written: an alias is not followed.
    pub fn written(&self, id: u32) -> NodeRef<'_> {
        self.tree.node(NodeId(id))
    }

    /// The root of the document that holds the node `id`.
    pub fn document_of(&self, id: u32) -> u32 {
        let roots = self.tree.documents().map(|document| document.root().id().0);
        roots.take_while(|&root| root <= id).last().unwrap_or(0)
    }

    /// The map that holds the key `key`: the nearest map before it that reaches beyond it.
    pub fn parent_map(&self, key: u32) -> Option<u32> {
        (0..key).rev().find(|&id| {
            let node = self.written(id);
            node.is_map() && node.subtree_end().0 > key
        })
    }

    /// The type of the node numbered `id`.
    pub fn type_of(&self, id: u32) -> Type {
        self.types[id as usize]
    }

    /// The value of the scalar numbered `id`; containers are null.
    pub fn scalar(&self, id: u32) -> Scalar<'_> {
        scalar::resolve(self.node(id)).unwrap_or(Scalar::Null)
    }

    /// The number the node `id` is, if it is one.
    pub fn number(&self, id: u32) -> Option<Number<'_>> {
        match self.type_of(id) {
            Type::Integer => match scalar::small_integer(self.node(id).text_bytes()) {
                Some(value) => Some(Number::Int(value)),
                None => Number::new(self.scalar(id)),
            },
            Type::Float => Number::new(self.scalar(id)),
            _ => None,
        }
    }

    /// The text of the key numbered `id` as a property name.
    pub fn name(&self, id: u32) -> &str {
        if !self.names.is_empty()
            && let Some(name) = self.names.get(&id)
        {
            return name;
        }
        self.node(id).text()
    }

    /// The same as [`name`](Self::name), as bytes: comparing needs no more.
    #[inline]
    pub(super) fn name_bytes(&self, id: u32) -> &[u8] {
        if !self.names.is_empty()
            && let Some(name) = self.names.get(&id)
        {
            return name.as_bytes();
        }
        self.node(id).text_bytes()
    }

    /// Takes the member `$schema` of the map `id` out of the instance: it names the schema.
    pub fn hide_schema(&mut self, id: u32) {
        self.hidden_schema.push(id);
    }

    /// The members of the map `id` as (key, value), merge keys applied.
    pub fn members(&self, id: u32) -> Members<'_> {
        let node = self.node(id);
        match self.merged.get(&node.id().0) {
            Some(pairs) => Members::Merged(pairs.iter()),
            None => Members::Written(node.entries()),
        }
    }

    /// Items of the array `id` that equal an earlier one, as (later, earlier).
    pub fn repeated_items(&self, id: u32) -> Vec<(u32, u32)> {
        equality::repeated_items(self, id, false)
    }

    /// Key and value of the property `name` of the map `id`.
    pub fn member(&self, id: u32, name: &str) -> Option<(u32, u32)> {
        let node = self.node(id);
        if let Some(index) = self.indexes.get(&node.id().0) {
            return index.get(self, name);
        }
        self.members(id).find(|&(key, _)| self.name_bytes(key) == name.as_bytes())
    }
}

/// The members of a map.
#[derive(Clone, Debug)]
pub enum Members<'v> {
    /// As they are written.
    Written(yardstick_yaml::tree::Entries<'v>),
    /// With merge keys applied.
    Merged(std::slice::Iter<'v, (u32, u32)>),
}

impl Iterator for Members<'_> {
    type Item = (u32, u32);

    #[inline]
    fn next(&mut self) -> Option<(u32, u32)> {
        match self {
            Members::Written(entries) => {
                entries.next().map(|entry| (entry.key.id().0, entry.value.id().0))
            }
            Members::Merged(pairs) => pairs.next().copied(),
        }
    }
}
