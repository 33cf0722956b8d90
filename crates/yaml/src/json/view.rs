//! A tree with what the rules of JSON add to it.

use rustc_hash::FxHashMap;

use super::{
    Number, Type, equality,
    index::{Index, WIDE},
    scalar,
};
use crate::{NodeId, NodeRef, Scalar, Tree, tree::Entries};

/// A tree, the type of each of its nodes, and its maps as objects.
#[derive(Debug)]
pub struct View {
    pub(super) tree: Tree,
    /// The type of each node, by number; an alias has the type of what it stands for.
    pub(super) types: Vec<Type>,
    /// Property names that differ from the key's text: `~` is `null`, `0x10` is `16`.
    pub(super) names: FxHashMap<NodeId, Box<str>>,
    /// Members of maps that are not just those written: with merge keys, with a hidden member.
    pub(super) merged: FxHashMap<NodeId, Vec<Member>>,
    /// Wide maps, for lookups that do not scan.
    pub(super) indexes: FxHashMap<NodeId, Index>,
}

/// A property of an object: the nodes of its key and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The key.
    pub key: NodeId,
    /// The value, as it is written: an alias is not followed.
    pub value: NodeId,
}

/// What a map was before a member was taken out.
#[derive(Debug)]
pub struct Hidden {
    id: NodeId,
    members: Option<Vec<Member>>,
    index: Option<Index>,
}

/// Two nodes that are the same although they must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repeated {
    /// The one too many.
    pub later: NodeId,
    /// The first one.
    pub earlier: NodeId,
}

impl View {
    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The node numbered `id`, seen through an alias.
    #[inline]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        self.tree.node(id).dereferenced()
    }

    /// The node numbered `id` as it is written: an alias is not followed.
    pub fn written(&self, id: NodeId) -> NodeRef<'_> {
        self.tree.node(id)
    }

    /// The root of the document that holds the node `id`.
    pub fn document_of(&self, id: NodeId) -> NodeId {
        let roots = self.tree.documents().map(|document| document.root().id());
        roots.take_while(|&root| root <= id).last().unwrap_or(NodeId(0))
    }

    /// The type of the node numbered `id`.
    #[inline]
    pub fn type_of(&self, id: NodeId) -> Type {
        self.types[id.0 as usize]
    }

    /// The value of the scalar numbered `id`; containers are null.
    pub fn scalar(&self, id: NodeId) -> Scalar<'_> {
        scalar::resolve(self.node(id)).unwrap_or(Scalar::Null)
    }

    /// The number the node `id` is, if it is one.
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

    /// The text of the key numbered `id` as a property name.
    pub fn name(&self, id: NodeId) -> &str {
        if !self.names.is_empty()
            && let Some(name) = self.names.get(&id)
        {
            return name;
        }
        self.node(id).text()
    }

    /// The [`name`](Self::name) as bytes: comparing needs no more.
    #[inline]
    pub(super) fn name_bytes(&self, id: NodeId) -> &[u8] {
        if !self.names.is_empty()
            && let Some(name) = self.names.get(&id)
        {
            return name.as_bytes();
        }
        self.node(id).text_bytes()
    }

    /// The members of the map `id`, merge keys applied.
    pub fn members(&self, id: NodeId) -> Members<'_> {
        let node = self.node(id);
        match self.merged.get(&node.id()) {
            Some(members) => Members::Merged(members.iter()),
            None => Members::Written(node.entries()),
        }
    }

    /// The number of members of the map `id`, merge keys applied.
    pub fn member_count(&self, id: NodeId) -> usize {
        let node = self.node(id);
        self.merged.get(&node.id()).map_or(node.len(), Vec::len)
    }

    /// The member `name` of the map `id`.
    pub fn member(&self, id: NodeId, name: &str) -> Option<Member> {
        let node = self.node(id);
        if let Some(index) = self.indexes.get(&node.id()) {
            return index.get(self, name);
        }
        self.members(id).find(|member| self.name_bytes(member.key) == name.as_bytes())
    }

    /// The value of the member `name` of the map `id`.
    pub fn get(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.member(id, name).map(|member| member.value)
    }

    /// Takes the member `name` of the map `id` out of the view, until it is [shown](Self::show_member) again.
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

    /// Puts a member back that was taken out.
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

    /// Items of the array `id` that equal an earlier one.
    pub fn repeated_items(&self, id: NodeId) -> Vec<Repeated> {
        equality::repeated_items(self, id, false)
    }

    /// Whether two values are equal.
    pub fn are_equal(&self, left: NodeId, right: NodeId) -> bool {
        equality::equal(self, left, right)
    }

    /// A hash that equal values share.
    pub fn hash_of(&self, id: NodeId) -> u64 {
        equality::hash_of(self, id)
    }

    /// Whether an item of the array `id` equals another.
    pub fn has_repeated_items(&self, id: NodeId) -> bool {
        !equality::repeated_items(self, id, true).is_empty()
    }
}

/// The members of a map.
#[derive(Clone, Debug)]
pub enum Members<'v> {
    /// As they are written.
    Written(Entries<'v>),
    /// As merge keys and hidden members leave them.
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
