//! Collects the comments of each node.

use std::collections::HashMap;

use crate::tree::{NodeRef, Owner, Tree};

/// The comments of one node.
#[derive(Clone, Default)]
pub(super) struct Owned<'t> {
    /// Comments on their own lines above the node.
    pub(super) above: Vec<&'t str>,
    /// Comments after the node, on its line.
    pub(super) behind: Vec<&'t str>,
}

impl Owned<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.above.is_empty() && self.behind.is_empty()
    }

    /// Returns the comments that remain after those above the node are printed.
    pub(super) fn behind_only(self) -> Self {
        Self { above: Vec::new(), behind: self.behind }
    }
}

/// All comments of a tree, by node.
pub(super) struct Comments<'t> {
    documents: HashMap<usize, Owned<'t>>,
    nodes: HashMap<u32, Owned<'t>>,
}

impl<'t> Comments<'t> {
    pub(super) fn of(tree: &'t Tree) -> Self {
        let mut comments = Self { documents: HashMap::new(), nodes: HashMap::new() };
        for attached in &tree.attach_comments().comments {
            let owned = match attached.owner {
                Owner::Document(index) => comments.documents.entry(index as usize).or_default(),
                Owner::MapItem(id) | Owner::ArrayItem(id) => {
                    comments.nodes.entry(id.0).or_default()
                }
            };
            let text = tree.comment_text(&attached.comment);
            if attached.same_line { &mut owned.behind } else { &mut owned.above }.push(text);
        }
        comments
    }

    /// Takes the comments of the document at `index`.
    pub(super) fn of_document(&mut self, index: usize) -> Owned<'t> {
        self.documents.remove(&index).unwrap_or_default()
    }

    /// Takes the comments of the map item with the key `node`, or of the array item `node`. Copies have none.
    pub(super) fn of_node(&mut self, node: NodeRef<'t>, copied: bool) -> Owned<'t> {
        if copied { Owned::default() } else { self.nodes.remove(&node.id().0).unwrap_or_default() }
    }
}
