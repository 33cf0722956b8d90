//! Maps, arrays and their items.

use std::cell::Cell;

use super::{Annotations, Extent, Position, Yaml, key_index::KeyIndex};

/// A key with its value.
#[derive(Clone, Debug)]
pub struct MapItem {
    /// The key, usually text; any value can be a key.
    pub key: Yaml,
    /// The value.
    pub value: Yaml,
    /// The position of the key.
    pub position: Position,
    /// The annotations above it.
    pub annotations: Annotations,
}

impl MapItem {
    /// Creates an item for code: without position and annotations.
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
    /// The value.
    pub value: Yaml,
    /// The position of its `-`.
    pub position: Position,
    /// The annotations above it.
    pub annotations: Annotations,
}

impl ArrayItem {
    /// Creates an item for code: without position and annotations.
    pub fn new(value: impl Into<Yaml>) -> Self {
        Self { value: value.into(), position: Position::UNKNOWN, annotations: Annotations::NONE }
    }
}

/// An ordered map with lookup by key.
#[derive(Clone, Debug, Default)]
pub struct Map {
    items: Vec<MapItem>,
    /// Whether code created it, as opposed to YAML. Such a map is printed at the top of a document even if it is
    /// empty.
    pub computed: bool,
    /// Its extent, computed on demand. A change resets it.
    depth: KnownDepth,
    bytes: Cell<u64>,
    index: KeyIndex,
}

/// The depth of a collection, at least 1; 0 if its extent is unknown. Stored separately from the number of bytes to
/// save memory.
type KnownDepth = Cell<u32>;

const _: () = assert!(size_of::<Map>() <= 48 && size_of::<Array>() <= 40);

/// Returns the known extent, or computes it with `find`.
fn known(depth: &KnownDepth, bytes: &Cell<u64>, find: impl FnOnce() -> Extent) -> Extent {
    if depth.get() == 0 {
        let extent = find();
        depth.set(extent.depth);
        bytes.set(extent.bytes);
    }
    Extent { depth: depth.get(), bytes: bytes.get() }
}

impl Map {
    /// Creates a map that is written as YAML or built node by node.
    #[inline]
    pub fn new(items: Vec<MapItem>) -> Self {
        Self {
            items,
            computed: false,
            depth: Cell::new(0),
            bytes: Cell::new(0),
            index: KeyIndex::default(),
        }
    }

    /// An empty map with room for so many items.
    pub fn with_capacity(items: usize) -> Self {
        Self::new(Vec::with_capacity(items))
    }

    /// A map converted from a value of code.
    pub fn computed(items: Vec<MapItem>) -> Self {
        Self { computed: true, ..Self::new(items) }
    }

    /// Returns its size when shared parts are written out.
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

    /// Returns the items for editing. Drops the index of keys, which is rebuilt on demand.
    pub fn items_mut(&mut self) -> &mut Vec<MapItem> {
        self.index.clear();
        self.depth.set(0);
        &mut self.items
    }

    /// Returns the items for editing anything but keys. Keeps the index of keys.
    pub fn values_mut(&mut self) -> &mut [MapItem] {
        self.depth.set(0);
        &mut self.items
    }

    /// Appends an item, and keeps the index of keys.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "a call would first put the item together elsewhere")]
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
    #[inline]
    pub fn position_of(&self, key: &Yaml) -> Option<usize> {
        self.index.find(&self.items, key)
    }

    /// Returns the first item with this key.
    pub fn get(&self, key: &Yaml) -> Option<&MapItem> {
        self.position_of(key).map(|at| &self.items[at])
    }
}

/// Elements in order.
#[derive(Clone, Debug, Default)]
pub struct Array {
    /// The elements. Change them through [`Array::items_mut`], so that the extent stays correct.
    pub items: Vec<ArrayItem>,
    /// Whether code created it, as opposed to YAML; see [`Map::computed`].
    pub computed: bool,
    /// Its extent, as for maps.
    depth: KnownDepth,
    bytes: Cell<u64>,
}

impl Array {
    /// Creates an array that is written as YAML or built node by node.
    #[inline]
    pub fn new(items: Vec<ArrayItem>) -> Self {
        Self { items, computed: false, depth: Cell::new(0), bytes: Cell::new(0) }
    }

    /// An empty array with room for so many elements.
    pub fn with_capacity(items: usize) -> Self {
        Self::new(Vec::with_capacity(items))
    }

    /// An array converted from a value of code.
    pub fn computed(items: Vec<ArrayItem>) -> Self {
        Self { computed: true, ..Self::new(items) }
    }

    /// Returns its size when shared parts are written out.
    pub fn extent(&self) -> Extent {
        known(&self.depth, &self.bytes, || {
            Extent::around(self.items.iter().map(|item| &item.value))
        })
    }

    /// Returns the elements for editing.
    pub fn items_mut(&mut self) -> &mut Vec<ArrayItem> {
        self.depth.set(0);
        &mut self.items
    }

    /// Appends an element.
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
