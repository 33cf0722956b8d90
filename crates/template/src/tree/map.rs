//! Maps and arrays and their items.

use std::cell::Cell;

use super::{Annotations, Extent, Position, Yaml, key_index::KeyIndex};

/// A key with its value.
#[derive(Clone, Debug)]
pub struct MapItem {
    /// Usually text; any value can be a key.
    pub key: Yaml,
    /// What it holds.
    pub value: Yaml,
    /// Where the key is.
    pub position: Position,
    /// What was written above it.
    pub annotations: Annotations,
}

impl MapItem {
    /// An item made by code: no position, no annotations.
    pub fn new(key: impl Into<Yaml>, value: impl Into<Yaml>) -> Self {
        Self {
            key: key.into(),
            value: value.into(),
            position: Position::UNKNOWN,
            annotations: Annotations::NONE,
        }
    }
}

/// An element of an array.
#[derive(Clone, Debug)]
pub struct ArrayItem {
    /// What it holds.
    pub value: Yaml,
    /// Where its `-` is.
    pub position: Position,
    /// What was written above it.
    pub annotations: Annotations,
}

impl ArrayItem {
    /// An item made by code: no position, no annotations.
    pub fn new(value: impl Into<Yaml>) -> Self {
        Self { value: value.into(), position: Position::UNKNOWN, annotations: Annotations::NONE }
    }
}

/// Items in order, found by key.
#[derive(Clone, Debug, Default)]
pub struct Map {
    items: Vec<MapItem>,
    /// Made by code, not written as YAML. Such a map is printed at the top of a document even when empty.
    pub computed: bool,
    /// How large it is, once it was asked for; a change makes it unknown again.
    depth: KnownDepth,
    bytes: Cell<u64>,
    index: KeyIndex,
}

/// How deep a collection is, which is 1 at least; 0 while its extent is not known. It is apart from the number of bytes so
/// that the two take no more room than they need.
type KnownDepth = Cell<u32>;

const _: () = assert!(size_of::<Map>() <= 48 && size_of::<Array>() <= 40);

/// The extent that is known, or the one that `find` finds.
fn known(depth: &KnownDepth, bytes: &Cell<u64>, find: impl FnOnce() -> Extent) -> Extent {
    if depth.get() == 0 {
        let extent = find();
        depth.set(extent.depth);
        bytes.set(extent.bytes);
    }
    Extent { depth: depth.get(), bytes: bytes.get() }
}

impl Map {
    /// A map written as YAML or built node by node.
    pub fn new(items: Vec<MapItem>) -> Self {
        Self { items, ..Self::default() }
    }

    /// An empty map with room for so many items.
    pub fn with_capacity(items: usize) -> Self {
        Self::new(Vec::with_capacity(items))
    }

    /// A map converted from a value of code.
    pub fn computed(items: Vec<MapItem>) -> Self {
        Self { computed: true, ..Self::new(items) }
    }

    /// How large it is when shared parts are written out.
    pub fn extent(&self) -> Extent {
        known(&self.depth, &self.bytes, || {
            Extent::around(self.items.iter().flat_map(|item| [&item.key, &item.value]))
        })
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The items in order.
    pub fn items(&self) -> &[MapItem] {
        &self.items
    }

    /// The items, to change them; the index of keys is built anew when next asked for.
    pub fn items_mut(&mut self) -> &mut Vec<MapItem> {
        self.index.clear();
        self.depth.set(0);
        &mut self.items
    }

    /// The items, to change anything but keys: the index of keys stays.
    pub fn values_mut(&mut self) -> &mut [MapItem] {
        self.depth.set(0);
        &mut self.items
    }

    /// Adds an item at the end, keeping the index of keys.
    pub fn push(&mut self, item: MapItem) {
        self.depth.set(0);
        self.items.push(item);
        self.index.push(&self.items);
    }

    /// Takes the last item out, keeping the index of keys.
    pub fn pop(&mut self) -> Option<MapItem> {
        self.depth.set(0);
        let last = self.items.pop()?;
        self.index.pop(self.items.len(), &last.key);
        Some(last)
    }

    /// The place of the first item whose key is `key` (same kind, same value).
    pub fn position_of(&self, key: &Yaml) -> Option<usize> {
        self.index.find(&self.items, key)
    }

    /// The first item whose key is `key`.
    pub fn get(&self, key: &Yaml) -> Option<&MapItem> {
        self.position_of(key).map(|at| &self.items[at])
    }
}

/// Elements in order.
#[derive(Clone, Debug, Default)]
pub struct Array {
    /// The elements; change them through [`Array::items_mut`], so that the extent stays true.
    pub items: Vec<ArrayItem>,
    /// Made by code, not written as YAML; see [`Map::computed`].
    pub computed: bool,
    /// As for maps.
    depth: KnownDepth,
    bytes: Cell<u64>,
}

impl Array {
    /// An array written as YAML or built node by node.
    pub fn new(items: Vec<ArrayItem>) -> Self {
        Self { items, ..Self::default() }
    }

    /// An empty array with room for so many elements.
    pub fn with_capacity(items: usize) -> Self {
        Self::new(Vec::with_capacity(items))
    }

    /// An array converted from a value of code.
    pub fn computed(items: Vec<ArrayItem>) -> Self {
        Self { computed: true, ..Self::new(items) }
    }

    /// How large it is when shared parts are written out.
    pub fn extent(&self) -> Extent {
        known(&self.depth, &self.bytes, || {
            Extent::around(self.items.iter().map(|item| &item.value))
        })
    }

    /// The elements, to change them.
    pub fn items_mut(&mut self) -> &mut Vec<ArrayItem> {
        self.depth.set(0);
        &mut self.items
    }

    /// Adds an element at the end.
    pub fn push(&mut self, item: ArrayItem) {
        self.depth.set(0);
        self.items.push(item);
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}
