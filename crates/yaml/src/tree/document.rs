//! The documents of a file, with their markers and directives.

use yardstick_diagnostics::Span;

use super::{NodeId, NodeRef, Tree};

/// The directives before a document: lines that start with `%`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// The version of `%YAML`, as two numbers.
    pub version: Option<(u32, u32)>,
    /// The handle and prefix of each `%TAG`.
    pub tags: Vec<(String, String)>,
}

/// The stored form of a document.
#[derive(Debug)]
pub(crate) struct DocumentData {
    pub(crate) root: u32,
    /// Offset of its `---`.
    pub(crate) marker: Option<u32>,
    /// Its start: the first directive, the `---`, or the content.
    pub(crate) start: u32,
    /// Whether `...` ends it.
    pub(crate) explicit_end: bool,
    /// The offset after its last byte.
    pub(crate) end: u32,
    /// The directives; few documents have any.
    pub(crate) directives: Option<Box<Directives>>,
}

/// One document of a file.
#[derive(Clone, Copy, Debug)]
pub struct Document<'t> {
    tree: &'t Tree,
    index: usize,
}

impl<'t> Document<'t> {
    pub(super) fn new(tree: &'t Tree, index: usize) -> Self {
        Self { tree, index }
    }

    fn data(self) -> &'t DocumentData {
        &self.tree.documents[self.index]
    }

    /// The tree it belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// Returns its index in the file, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// Returns its content; an absent plain scalar if there is none.
    pub fn root(self) -> NodeRef<'t> {
        self.tree.node(NodeId(self.data().root))
    }

    /// Returns the offset of its `---`, if there is one.
    pub fn marker(self) -> Option<u32> {
        self.data().marker
    }

    /// Whether `...` ends it.
    pub fn has_explicit_end(self) -> bool {
        self.data().explicit_end
    }

    /// Returns the position of the document: its `---` (or the directives before it), or the start of the file.
    pub fn position(self) -> u32 {
        if self.data().marker.is_some() { self.data().start } else { 0 }
    }

    /// Returns its span, from its directives, marker or content to the end.
    pub fn span(self) -> Span {
        let data = self.data();
        self.tree.span(data.start, data.end.max(data.start))
    }

    /// Returns the directives before it.
    pub fn directives(self) -> Option<&'t Directives> {
        self.data().directives.as_deref()
    }

    /// Returns the nodes of the document in the order in which they are written.
    pub fn nodes(self) -> impl Iterator<Item = NodeRef<'t>> {
        let tree = self.tree;
        let root = self.root();
        (root.id().0..root.subtree_end().0).map(move |id| tree.node(NodeId(id)))
    }
}
