//! A tree together with what JSON needs.

use rustc_hash::FxHashMap;

use super::{
    Number, Type, equality,
    index::{Index, WIDE},
    scalar,
};
use crate::{NodeId, NodeRef, Scalar, Tree, tree::Entries};

/// A tree, the types of its nodes, and its maps as objects.
#[derive(Debug)]
pub struct View {
    pub(super) tree: Tree,
    /// The type of each node, by number. An alias has the type of its target.
    pub(super) types: Vec<Type>,
    /// Property names that differ from the key's text: `~` is `null`, `0x10` is `16`.
    pub(super) names: FxHashMap<NodeId, Box<str>>,
    /// The members of maps that differ from the written ones, because of merge keys or a hidden member.
    pub(super) merged: FxHashMap<NodeId, Vec<Member>>,
    /// Indexes for wide maps.
    pub(super) indexes: FxHashMap<NodeId, Index>,
}

/// A property of an object: the nodes of its key and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The key.
    pub key: NodeId,
    /// The value as written: an alias is not resolved.
    pub value: NodeId,
}

/// The state of a map before a member was hidden.
#[derive(Debug)]
pub struct Hidden {
    id: NodeId,
    members: Option<Vec<Member>>,
    index: Option<Index>,
}

/// Two equal nodes where only one is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repeated {
    /// The duplicate.
    pub later: NodeId,
    /// The first one.
    pub earlier: NodeId,
}

impl View {
    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the node with number `id`, with an alias resolved.
    #[inline]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        self.tree.node(id).dereferenced()
    }

    /// Returns the node with number `id` as written: an alias is not resolved.
    pub fn written(&self, id: NodeId) -> NodeRef<'_> {
        self.tree.node(id)
    }

    /// Returns the root of the document that contains node `id`.
    pub fn document_of(&self, id: NodeId) -> NodeId {
        let roots = self.tree.documents().map(|document| document.root().id());
        roots.take_while(|&root| root <= id).last().unwrap_or(NodeId(0))
    }

    /// Returns the type of node `id`.
    #[inline]
    pub fn type_of(&self, id: NodeId) -> Type {
        self.types[id.0 as usize]
    }

    /// Returns the value of scalar `id`; null for containers.
    pub fn scalar(&self, id: NodeId) -> Scalar<'_> {
        scalar::resolve(self.node(id)).unwrap_or(Scalar::Null)
    }

    /// Returns the number at node `id`, if it is one.
    pub fn number(&self, id: NodeId) -> Option<Number<'_>> {
        match self.type_of(id) {
            Type::Integer => match scalar::small_integer(self.node(id).text_bytes()) {
                Some(value) => Some(Number::Int(value)),
                None => Number::new(self.scalar(id), self.node(id).text()),
            },
            Type::Float => Number::new(self.scalar(id), self.node(id).text()),
            _ => None,
        }
    }

    /// Returns the property name of key `id`.
    pub fn name(&self, id: NodeId) -> &str {
        if !self.names.is_empty()
            && let Some(name) = self.names.get(&id)
        {
            return name;
        }
        self.node(id).text()
    }

    /// Returns the [`name`](Self::name) as bytes, which is enough for comparing.
    #[inline]
    pub(super) fn name_bytes(&self, id: NodeId) -> &[u8] {
        if !self.names.is_empty()
            && let Some(name) = self.names.get(&id)
        {
            return name.as_bytes();
        }
        self.node(id).text_bytes()
    }

    /// Returns the members of map `id`, with merge keys applied.
    pub fn members(&self, id: NodeId) -> Members<'_> {
        let node = self.node(id);
        match self.merged.get(&node.id()) {
            Some(members) => Members::Merged(members.iter()),
            None => Members::Written(node.entries()),
        }
    }

    /// Returns the number of members of map `id`, with merge keys applied.
    pub fn member_count(&self, id: NodeId) -> usize {
        let node = self.node(id);
        self.merged.get(&node.id()).map_or(node.len(), Vec::len)
    }

    /// Returns the member `name` of map `id`.
    pub fn member(&self, id: NodeId, name: &str) -> Option<Member> {
        let node = self.node(id);
        if let Some(index) = self.indexes.get(&node.id()) {
            return index.get(self, name);
        }
        self.members(id).find(|member| self.name_bytes(member.key) == name.as_bytes())
    }

    /// Returns the value of the member `name` of map `id`.
    pub fn get(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.member(id, name).map(|member| member.value)
    }

    /// Hides the member `name` of map `id` until it is [shown](Self::show_member) again.
    pub fn hide_member(&mut self, id: NodeId, name: &str) -> Hidden {
        let id = self.node(id).id();
        let hidden =
            Hidden { id, members: self.merged.remove(&id), index: self.indexes.remove(&id) };
        if let Some(members) = &hidden.members {
            self.merged.insert(id, members.clone());
        }
        let is_other = |member: &Member| self.name_bytes(member.key) != name.as_bytes();
        let others: Vec<Member> = self.members(id).filter(is_other).collect();
        self.set_members(id, others);
        hidden
    }

    /// Restores a hidden member.
    pub fn show_member(&mut self, hidden: Hidden) {
        let Hidden { id, members, index } = hidden;
        self.merged.remove(&id);
        self.merged.extend(members.map(|members| (id, members)));
        self.indexes.remove(&id);
        self.indexes.extend(index.map(|index| (id, index)));
    }

    /// Replaces the members of the map `id`.
    pub(super) fn set_members(&mut self, id: NodeId, members: Vec<Member>) {
        if members.len() > WIDE {
            let (index, _) = Index::new(self, members.iter().copied());
            self.indexes.insert(id, index);
        } else {
            self.indexes.remove(&id);
        }
        self.merged.insert(id, members);
    }

    /// Returns the items of array `id` that equal an earlier one.
    pub fn repeated_items(&self, id: NodeId) -> Vec<Repeated> {
        equality::repeated_items(self, id, false)
    }

    /// Whether two values are equal.
    pub fn are_equal(&self, left: NodeId, right: NodeId) -> bool {
        equality::equal(self, left, right)
    }

    /// Returns a hash that equal values share.
    pub fn hash_of(&self, id: NodeId) -> u64 {
        equality::hash_of(self, id)
    }

    /// Whether an item of array `id` equals another.
    pub fn has_repeated_items(&self, id: NodeId) -> bool {
        !equality::repeated_items(self, id, true).is_empty()
    }
}

/// The members of a map.
#[derive(Clone, Debug)]
pub enum Members<'v> {
    /// As written.
    Written(Entries<'v>),
    /// With merge keys applied or a member hidden.
    Merged(std::slice::Iter<'v, Member>),
}

impl Iterator for Members<'_> {
    type Item = Member;

    #[inline]
    fn next(&mut self) -> Option<Member> {
        match self {
            Members::Written(entries) => {
                entries.next().map(|entry| Member { key: entry.key.id(), value: entry.value.id() })
            }
            Members::Merged(members) => members.next().copied(),
        }
    }
}
