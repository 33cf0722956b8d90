//! Indexes nodes by the scalar at one path in them.

use std::{
    hash::{Hash, Hasher},
    rc::Rc,
};

use rustc_hash::FxHashMap;
use yardstick_template::tree::Yaml;

/// One step from a value to a part of it.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Key(Yaml),
    At(usize),
}

impl Step {
    fn same(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::Key(a), Step::Key(b)) => a.same_scalar(b),
            (Step::At(a), Step::At(b)) => a == b,
            _ => false,
        }
    }
}

/// Returns the part of `value` at `path`.
pub(crate) fn follow<'y>(value: &'y Yaml, path: &[Step]) -> Option<&'y Yaml> {
    path.iter().try_fold(value, |here, step| match (step, here) {
        (Step::Key(key), Yaml::Map(map)) => map.get(key).map(|item| &item.value),
        (Step::At(at), Yaml::Array(array)) => array.items.get(*at).map(|item| &item.value),
        _ => None,
    })
}

/// What a node has at the path.
#[derive(Debug)]
enum Entry {
    Absent,
    Collection,
    Scalar(Scalar),
}

impl Entry {
    fn of(value: &Yaml, path: &[Step]) -> Self {
        match follow(value, path) {
            None => Entry::Absent,
            Some(Yaml::Map(_) | Yaml::Array(_)) => Entry::Collection,
            Some(scalar) => Entry::Scalar(Scalar(scalar.clone())),
        }
    }

    fn same(&self, other: &Entry) -> bool {
        match (self, other) {
            (Entry::Absent, Entry::Absent) | (Entry::Collection, Entry::Collection) => true,
            (Entry::Scalar(a), Entry::Scalar(b)) => a == b,
            _ => false,
        }
    }
}

/// The nodes of a sequence, by their value at `path`.
#[derive(Debug)]
pub(crate) struct PathIndex {
    path: Rc<[Step]>,
    /// The entry of each node, by its number.
    entries: Vec<Entry>,
    /// The numbers of the nodes with a scalar, by that scalar.
    ids: FxHashMap<Scalar, Vec<u32>>,
    /// The number of nodes without a value at the path.
    absent: usize,
}

impl PathIndex {
    pub(crate) fn new(path: Rc<[Step]>) -> Self {
        Self { path, entries: Vec::new(), ids: FxHashMap::default(), absent: 0 }
    }

    /// Whether it indexes `path`.
    pub(crate) fn is_for(&self, path: &[Step]) -> bool {
        self.path.len() == path.len() && self.path.iter().zip(path).all(|(a, b)| a.same(b))
    }

    /// Whether every node has a value at the path.
    pub(crate) fn is_complete(&self) -> bool {
        self.absent == 0
    }

    /// Returns the numbers of the nodes with `scalar`, in no particular order.
    pub(crate) fn ids_with(&self, scalar: &Yaml) -> &[u32] {
        self.ids.get(&Scalar(scalar.clone())).map_or(&[], Vec::as_slice)
    }

    /// Updates the entry of the node with number `id`.
    pub(crate) fn set(&mut self, id: u32, value: &Yaml) {
        let entry = Entry::of(value, &self.path);
        while self.entries.len() <= id as usize {
            // Numbers in between belong to nodes that will be set later, or that have been removed.
            self.entries.push(Entry::Collection);
        }
        if self.entries[id as usize].same(&entry) {
            return;
        }
        self.unset(id);
        match &entry {
            Entry::Absent => self.absent += 1,
            Entry::Collection => {}
            Entry::Scalar(scalar) => self.ids.entry(scalar.clone()).or_default().push(id),
        }
        self.entries[id as usize] = entry;
    }

    /// Removes the node with number `id`.
    pub(crate) fn unset(&mut self, id: u32) {
        let Some(entry) = self.entries.get_mut(id as usize) else { return };
        match std::mem::replace(entry, Entry::Collection) {
            Entry::Absent => self.absent -= 1,
            Entry::Collection => {}
            Entry::Scalar(scalar) => {
                if let Some(ids) = self.ids.get_mut(&scalar)
                    && let Some(at) = ids.iter().position(|&other| other == id)
                {
                    ids.swap_remove(at);
                }
            }
        }
    }
}

/// A scalar, hashed and compared like [`Yaml::same_scalar`].
#[derive(Clone, Debug)]
struct Scalar(Yaml);

impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_scalar(&other.0)
    }
}

/// NaN does not equal itself, so it is never found.
impl Eq for Scalar {}

impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(&self.0).hash(state);
        match &self.0 {
            Yaml::Null | Yaml::Map(_) | Yaml::Array(_) => {}
            Yaml::Bool(value) => value.hash(state),
            Yaml::Int(value) => value.hash(state),
            Yaml::UInt(value) => value.hash(state),
            // Zero and minus zero are equal.
            Yaml::Float(value) => (if *value == 0.0 { 0 } else { value.to_bits() }).hash(state),
            Yaml::Text(text) => text.hash(state),
        }
    }
}
