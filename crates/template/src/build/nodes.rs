//! Nodes that are being built, and what they are put into.

use std::rc::Rc;

use yardstick_starlark::Error;

use crate::{
    compile::unit::{Holds, Unit},
    tree::{Array, Document, Map, NodeKind, Position, Yaml},
};

/// The most items that an array gets room for before they are built.
const MOST_EXPECTED: usize = 64;

/// The outermost collection; which one it is depends on the first node.
#[derive(Debug, Default)]
pub(super) enum Root {
    #[default]
    Untouched,
    Documents(Vec<Document>),
    Map(Rc<Map>),
    Array(Rc<Array>),
}

impl Root {
    /// The collection that holds nodes of `kind`.
    pub(super) fn of(kind: NodeKind) -> Self {
        match kind {
            NodeKind::Document => Root::Documents(Vec::new()),
            NodeKind::MapItem => Root::Map(Rc::default()),
            NodeKind::ArrayItem => Root::Array(Rc::default()),
        }
    }
}

/// A started node. It is the last one in its container, unless other items have taken its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Started {
    /// Its number in the source and the first number after its subtree.
    pub(super) source: u32,
    pub(super) end: u32,
    pub(super) position: Position,
    pub(super) kind: NodeKind,
    /// Other items have taken its place.
    pub(super) replaced: bool,
}

impl Started {
    /// Whether the node numbered `source` is inside it.
    pub(super) fn holds(&self, source: u32) -> bool {
        self.source < source && source < self.end
    }
}

/// A started node with the collection that it gets when it is closed.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) node: Started,
    pub(super) value: Collection,
}

impl Open {
    /// Notes how long an array became, for the next time that it is built.
    pub(super) fn learn(&self, unit: &Unit) {
        if let Collection::Array(array) = &self.value
            && let Some(Holds::Array(items)) =
                unit.nodes.get(self.node.source as usize).map(|node| &node.holds)
        {
            items.set(array.len().min(MOST_EXPECTED) as u32);
        }
    }
}

/// A collection that is being filled; nothing else refers to it.
#[derive(Debug)]
pub(super) enum Collection {
    Map(Rc<Map>),
    Array(Rc<Array>),
}

/// What a node may be put into.
pub(super) enum Container<'a> {
    Documents(&'a mut Vec<Document>),
    Map(&'a mut Map),
    Array(&'a mut Array),
    Nothing,
}

impl<'a> Container<'a> {
    /// The value of the last node.
    pub(super) fn last_value(self) -> Option<&'a mut Yaml> {
        match self {
            Container::Documents(all) => all.last_mut().map(|document| &mut document.value),
            Container::Map(map) => map.values_mut().last_mut().map(|item| &mut item.value),
            Container::Array(array) => array.items_mut().last_mut().map(|item| &mut item.value),
            Container::Nothing => None,
        }
    }

    /// Why a node of `kind` cannot be in it.
    #[cold]
    pub(super) fn refusal(&self, kind: NodeKind) -> Error {
        let problem = match self {
            Container::Documents(_) => "document sets can only contain documents",
            Container::Map(_) => "maps can only contain map items",
            Container::Array(_) => "arrays can only contain array items",
            Container::Nothing => "scalars cannot contain other nodes",
        };
        Error::new(format!("{problem}; this is a {}", kind.name()))
    }

    /// Takes the last node out.
    pub(super) fn drop_last(self) {
        match self {
            Container::Documents(all) => drop(all.pop()),
            Container::Map(map) => drop(map.pop()),
            Container::Array(array) => drop(array.items_mut().pop()),
            Container::Nothing => {}
        }
    }
}
