//! The nodes among which an overlay node is matched: items of a map, items of an array, or documents.

use yardstick_diagnostics::codes;

use rustc_hash::FxHashSet;
use yardstick_template::tree::{Map, MapItem, Yaml};

use crate::{
    failure::{Failure, Result},
    matching::{Index, Place},
    node::Node,
};

/// The nodes of one parent, in order.
pub(crate) trait Siblings {
    type Node: Node;

    fn nodes(&self) -> &[Self::Node];

    /// Changes the value, position or annotations of a node.
    fn edit<T>(&mut self, at: usize, change: impl FnOnce(&mut Self::Node) -> T) -> T;

    /// Returns the place of a node, for matchers.
    fn place(&self, at: usize) -> Place<'_>;

    /// Returns the node with the same key as `right`, if nodes have keys.
    fn same_key(&mut self, right: &Self::Node) -> Option<usize>;

    /// Performs deferred removals. Indexes found before are no longer valid.
    fn settle(&mut self) {}

    /// Adds a node that matched nothing.
    fn add(&mut self, node: Self::Node) -> Result<()>;

    /// Replaces a node by `node`.
    fn replace(&mut self, at: usize, node: Self::Node) -> Result<()>;

    /// Removes the nodes at `places`, which ascend. They may stay among the nodes until [`Siblings::settle`].
    fn remove(&mut self, places: &[usize]);

    /// Returns the nodes as a sequence that allows inserting anywhere, if they are one.
    fn sequence(&mut self) -> Option<&mut Sequence<Self::Node>>;
}

/// Removes the items at `places`, which ascend, in one pass.
fn remove_places<T>(items: &mut Vec<T>, places: &[usize]) {
    if let [place] = places {
        items.remove(*place);
        return;
    }
    let (mut at, mut places) = (0, places.iter().copied().peekable());
    items.retain(|_| {
        let gone = places.next_if_eq(&at).is_some();
        at += 1;
        !gone
    });
}

/// The items of a map while an overlay edits them. Removals are deferred and performed together: otherwise, each one
/// would move all later items and rebuild the index of keys, which takes quadratic time.
pub(crate) struct Entries<'m> {
    map: &'m mut Map,
    gone: FxHashSet<usize>,
}

impl<'m> Entries<'m> {
    pub(crate) fn new(map: &'m mut Map) -> Self {
        Self { map, gone: FxHashSet::default() }
    }

    /// Returns the index of the item with `key`, if it was not removed.
    fn position_of(&mut self, key: &Yaml) -> Option<usize> {
        let at = self.map.position_of(key)?;
        if !self.gone.contains(&at) {
            return Some(at);
        }
        // There may be another item with this key.
        self.settle();
        self.map.position_of(key)
    }
}

impl Siblings for Entries<'_> {
    type Node = MapItem;

    fn nodes(&self) -> &[MapItem] {
        self.map.items()
    }

    fn edit<T>(&mut self, at: usize, change: impl FnOnce(&mut MapItem) -> T) -> T {
        change(&mut self.map.values_mut()[at])
    }

    fn place(&self, at: usize) -> Place<'_> {
        Place::Key(&self.map.items()[at].key)
    }

    fn same_key(&mut self, right: &MapItem) -> Option<usize> {
        self.position_of(&right.key)
    }

    fn settle(&mut self) {
        if !self.gone.is_empty() {
            let mut places: Vec<usize> = self.gone.drain().collect();
            places.sort_unstable();
            remove_places(self.map.items_mut(), &places);
        }
    }

    fn add(&mut self, node: MapItem) -> Result<()> {
        if self.position_of(&node.key).is_some() {
            return Err(duplicate());
        }
        self.map.push(node);
        Ok(())
    }

    fn replace(&mut self, at: usize, node: MapItem) -> Result<()> {
        if self.map.items()[at].key.same_scalar(&node.key) {
            self.map.values_mut()[at] = node;
            return Ok(());
        }
        let other = self.map.position_of(&node.key).filter(|&other| other != at);
        let is_gone = other.is_some_and(|other| self.gone.contains(&other));
        if other.is_some() && !is_gone {
            return Err(duplicate());
        }
        self.map.items_mut()[at] = node;
        if is_gone {
            self.settle();
        }
        Ok(())
    }

    fn remove(&mut self, places: &[usize]) {
        self.gone.extend(places);
    }

    fn sequence(&mut self) -> Option<&mut Sequence<MapItem>> {
        None
    }
}

/// Creates the failure for a duplicate key, which can happen if items are not matched by key.
fn duplicate() -> Failure {
    Failure::new(codes::OVERLAY_MISFIT, "Expected key to be unique in map")
}

/// Array items or documents, with an index for lookups.
#[derive(Debug)]
pub(crate) struct Sequence<N> {
    nodes: Vec<N>,
    index: Index,
    /// The files for added documents: the first one, and the last one.
    files: (u32, u32),
}

impl<N: Node> Sequence<N> {
    pub(crate) fn new(nodes: Vec<N>, index: Index, files: (u32, u32)) -> Self {
        Self { nodes, index, files }
    }

    pub(crate) fn into_parts(self) -> (Vec<N>, Index) {
        (self.nodes, self.index)
    }

    /// Updates the index, then uses it.
    pub(crate) fn look_up<T>(&mut self, ask: impl FnOnce(&mut Index, &[N]) -> T) -> T {
        ask(&mut self.index, &self.nodes)
    }

    /// Sets the files for documents added from now on.
    pub(crate) fn set_files(&mut self, files: (u32, u32)) {
        self.files = files;
    }

    /// Adds a node after all others.
    pub(crate) fn append(&mut self, mut node: N) {
        node.set_file(self.files.1);
        self.index.inserted(self.nodes.len());
        self.nodes.push(node);
    }

    /// Inserts nodes, each before its place. Places ascend and refer to the sequence before any insertion.
    pub(crate) fn insert(&mut self, additions: Vec<(usize, N)>) {
        if let [_] = additions[..] {
            for (at, node) in additions {
                self.index.inserted(at);
                self.nodes.insert(at, node);
            }
            return;
        }
        self.index.forget();
        let mut old = std::mem::take(&mut self.nodes).into_iter();
        self.nodes.reserve(old.len() + additions.len());
        let mut taken = 0;
        for (place, node) in additions {
            self.nodes.extend(old.by_ref().take(place - taken));
            taken = place;
            self.nodes.push(node);
        }
        self.nodes.extend(old);
    }
}

impl<N: Node> Siblings for Sequence<N> {
    type Node = N;

    fn nodes(&self) -> &[N] {
        &self.nodes
    }

    fn edit<T>(&mut self, at: usize, change: impl FnOnce(&mut N) -> T) -> T {
        self.index.edited(at);
        change(&mut self.nodes[at])
    }

    fn place(&self, at: usize) -> Place<'_> {
        Place::At(at)
    }

    fn same_key(&mut self, _: &N) -> Option<usize> {
        None
    }

    /// Unlike appended documents, those that match nothing go to the first file.
    fn add(&mut self, mut node: N) -> Result<()> {
        let (first, last) = self.files;
        if first == last {
            self.append(node);
            return Ok(());
        }
        node.set_file(first);
        let end = self.nodes.partition_point(|other| other.file() == first);
        self.insert(vec![(end, node)]);
        Ok(())
    }

    fn replace(&mut self, at: usize, mut node: N) -> Result<()> {
        node.set_file(self.nodes[at].file());
        self.index.edited(at);
        self.nodes[at] = node;
        Ok(())
    }

    fn remove(&mut self, places: &[usize]) {
        match places {
            [place] => self.index.removed(*place),
            _ => self.index.forget(),
        }
        remove_places(&mut self.nodes, places);
    }

    fn sequence(&mut self) -> Option<&mut Sequence<N>> {
        Some(self)
    }
}
