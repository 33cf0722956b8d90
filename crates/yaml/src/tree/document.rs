//! Documents of a file.

use yardstick_diagnostics::Span;

use super::{NodeId, NodeRef, Tree};

/// The directives before a document: lines that start with `%`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// The two numbers of `%YAML`.
    pub version: Option<(u32, u32)>,
    /// Handle and prefix of each `%TAG`.
    pub tags: Vec<(String, String)>,
}

/// A document as it is stored.
#[derive(Debug)]
pub(crate) struct DocumentData {
    pub(crate) root: u32,
    /// Offset of its `---`.
    pub(crate) marker: Option<u32>,
    /// Where it starts: its first directive, its `---`, or its content.
    pub(crate) start: u32,
    /// Whether `...` ends it.
    pub(crate) explicit_end: bool,
    /// After its last byte.
    pub(crate) end: u32,
    /// Few documents have any.
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

    /// Its place among the documents of the file, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// Its content; an absent plain scalar if it has none.
    pub fn root(self) -> NodeRef<'t> {
        self.tree.node(NodeId(self.data().root))
    }

    /// Offset of its `---`, if written.
    pub fn marker(self) -> Option<u32> {
        self.data().marker
    }

    /// Whether `...` ends it.
    pub fn has_explicit_end(self) -> bool {
        self.data().explicit_end
    }

    /// The position of the document: its `---` (directives before it included), or the start of the
    /// file.
    pub fn position(self) -> u32 {
        if self.data().marker.is_some() { self.data().start } else { 0 }
    }

    /// What it covers, from its directives, marker or content to the end.
    pub fn span(self) -> Span {
        let data = self.data();
        self.tree.span(data.start, data.end.max(data.start))
    }

    /// The directives before it.
    pub fn directives(self) -> Option<&'t Directives> {
        self.data().directives.as_deref()
    }

    /// The nodes of the document, in the order in which they are written.
    pub fn nodes(self) -> impl Iterator<Item = NodeRef<'t>> {
        let tree = self.tree;
        let root = self.root();
        (root.id().0..root.subtree_end().0).map(move |id| tree.node(NodeId(id)))
    }
}
