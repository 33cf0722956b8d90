//! The tree: all nodes of a file in one vector, in the order in which they are written.
//!
//! Nodes are in pre-order; the children of a map follow it as key, value, key, value. Each node knows where its
//! subtree ends, so that a walk needs no pointers and can skip a subtree in one step. Text is a range of the source
//! file, or of a side buffer if it had to be unfolded or unescaped.

mod attach;
mod comment;
mod document;
mod node;
mod node_ref;
mod owners;
mod properties;

use std::sync::{Arc, OnceLock};

use yardstick_diagnostics::{FileId, SourceFile, Span};

pub use attach::{Attached, Attachment, Owner};
pub use comment::Comment;
pub(crate) use document::DocumentData;
pub use document::{Directives, Document};
pub(crate) use node::{FAR, Flags, Node};
pub use node::{Kind, NodeId, Style};
pub use node_ref::{Entries, Entry, Items, NodeRef};
pub(crate) use properties::{Properties, TextRange};

/// All documents of one file.
#[derive(Debug)]
pub struct Tree {
    pub(crate) source: Arc<SourceFile>,
    /// The valid part of the source. It is checked once, so that nodes need no further checks.
    pub(crate) text: Arc<String>,
    pub(crate) file: FileId,
    pub(crate) nodes: Vec<Node>,
    /// Text that is not a slice of the source: folded, unescaped, or with other line breaks.
    pub(crate) cooked: String,
    /// Anchors and tags, ordered by node. Few nodes have any.
    pub(crate) properties: Vec<Properties>,
    pub(crate) documents: Vec<DocumentData>,
    pub(crate) comments: Vec<Comment>,
    /// Comments that the reference ignores: on headers of block scalars and on directive lines.
    pub(crate) overlooked_comments: Vec<Comment>,
    /// Items whose indicator is far before them, in order, with the offset of the indicator.
    pub(crate) far_indicators: Vec<(u32, u32)>,
    /// Keys that merge another map, in order.
    pub(crate) merge_keys: Vec<u32>,
    /// Aliases inside their own target, in order. A tree returned to callers has none.
    pub(crate) cycles: Vec<u32>,
    /// What comments belong to, once somebody asked.
    pub(crate) attached: OnceLock<Attachment>,
}

impl Tree {
    /// A tree without documents.
    pub(crate) fn empty(source: Arc<SourceFile>, file: FileId) -> Self {
        Self {
            source,
            text: Arc::default(),
            file,
            nodes: Vec::new(),
            cooked: String::new(),
            properties: Vec::new(),
            documents: Vec::new(),
            comments: Vec::new(),
            overlooked_comments: Vec::new(),
            far_indicators: Vec::new(),
            merge_keys: Vec::new(),
            cycles: Vec::new(),
            attached: OnceLock::new(),
        }
    }

    /// The file the tree was read from.
    pub fn source(&self) -> &Arc<SourceFile> {
        &self.source
    }

    /// The number of that file.
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The documents, in order.
    pub fn documents(&self) -> impl ExactSizeIterator<Item = Document<'_>> + DoubleEndedIterator {
        (0..self.documents.len()).map(|index| Document::new(self, index))
    }

    /// The document at `index`.
    pub fn document(&self, index: usize) -> Option<Document<'_>> {
        (index < self.documents.len()).then(|| Document::new(self, index))
    }

    /// Returns the node with number `id`, which must come from this tree.
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef::new(self, id)
    }

    /// Returns all nodes of all documents in the order in which they are written.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeRef<'_>> {
        (0..self.nodes.len() as u32).map(|id| NodeRef::new(self, NodeId(id)))
    }

    /// Returns the first node at or after `offset` that is not absent.
    pub fn first_written_from(&self, offset: u32) -> Option<NodeRef<'_>> {
        self.written_from(offset).next()
    }

    /// Returns the nodes at or after `offset` that are not absent, in document order.
    pub fn written_from(&self, offset: u32) -> impl Iterator<Item = NodeRef<'_>> {
        let from = self.nodes.partition_point(|node| node.start < offset);
        let after = (from..self.nodes.len()).map(|id| NodeRef::new(self, NodeId(id as u32)));
        after.filter(|node| !node.is_absent())
    }

    /// Returns the last scalar at or before `offset` that is not absent.
    pub fn last_scalar_from(&self, offset: u32) -> Option<NodeRef<'_>> {
        let end = self.nodes.partition_point(|node| node.start <= offset);
        let mut before = (0..end).rev().map(|id| NodeRef::new(self, NodeId(id as u32)));
        before.find(|node| node.kind() == Kind::Scalar && !node.is_absent())
    }

    /// Number of nodes of all documents.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the comments that the reference sees, in order.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// Returns the comments that the reference ignores, in order: on headers of block scalars, on directive lines,
    /// and after the last `...`.
    pub fn overlooked_comments(&self) -> &[Comment] {
        &self.overlooked_comments
    }

    /// Returns the text of `comment` after its `#`, up to the end of the line.
    pub fn comment_text(&self, comment: &Comment) -> &str {
        self.source_text(comment.start, comment.end)
    }

    /// Forgets the documents from `index` on, and gives their memory back. The text of the file stays.
    pub fn forget_from(&mut self, index: usize) {
        let Some(document) = self.documents.get(index) else { return };
        let first = document.root;
        self.documents.truncate(index);
        self.nodes.truncate(first as usize);
        self.nodes.shrink_to_fit();
        keep_first(&mut self.properties, |properties| properties.node < first);
        keep_first(&mut self.far_indicators, |&(node, _)| node < first);
        keep_first(&mut self.merge_keys, |&key| key < first);
        keep_first(&mut self.cycles, |&alias| alias < first);
        let is_left = |comment: &Comment| (comment.document as usize) < index;
        keep_first(&mut self.comments, is_left);
        keep_first(&mut self.overlooked_comments, is_left);
        self.attached = OnceLock::new();
    }

    /// Returns the 1-based line of the byte at `offset`.
    pub fn line(&self, offset: u32) -> u32 {
        self.source.line(offset)
    }

    /// Returns the span `start..end` of the tree's file.
    pub fn span(&self, start: u32, end: u32) -> Span {
        Span::new(self.file, start, end)
    }

    /// Returns a slice of the source as bytes.
    pub(crate) fn source_bytes(&self, start: u32, end: u32) -> &[u8] {
        self.text.as_bytes().get(start as usize..end as usize).unwrap_or_default()
    }

    /// Returns a slice of the source. The reader has checked that it is text.
    pub(crate) fn source_text(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// Whether the byte at `offset` is inside a quoted scalar.
    pub(crate) fn is_quoted(&self, offset: u32) -> bool {
        let behind = self.nodes.partition_point(|node| node.start <= offset);
        // Collections that start before `offset` come before the scalar that contains it.
        self.nodes[..behind].last().is_some_and(|node| {
            offset < node.end && matches!(node.style, Style::SingleQuoted | Style::DoubleQuoted)
        })
    }

    pub(crate) fn properties_of(&self, id: NodeId) -> Option<&Properties> {
        let at = self.properties.binary_search_by_key(&id.0, |properties| properties.node).ok()?;
        Some(&self.properties[at])
    }
}

/// Keeps the first of `sorted`, for which `is_kept` holds. Does not look at all of them, because a large file is forgotten in
/// many steps.
fn keep_first<T>(sorted: &mut Vec<T>, is_kept: impl Fn(&T) -> bool) {
    sorted.truncate(sorted.partition_point(is_kept));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_go_between_threads_and_nodes_are_small() {
        fn shared<T: Send + Sync + 'static>() {}
        shared::<Tree>();
        assert_eq!(size_of::<Node>(), 20);
    }

    #[test]
    fn documents_can_be_forgotten_from_the_end() {
        let text = "a: &x 1 # one\n---\n- !!str 2 # two\n--- *y\n".replace("*y", "{<<: {b: 3}}");
        let source = Arc::new(SourceFile::new("a.yml", text.as_bytes()));
        let parse = || crate::parse(Arc::clone(&source), FileId(0), &crate::Options::default());
        let mut tree = parse().unwrap();
        tree.forget_from(3);
        assert_eq!(tree.documents().len(), 3);
        tree.forget_from(2);
        assert!(tree.merge_keys.is_empty());
        tree.forget_from(1);
        assert_eq!((tree.documents().len(), tree.node_count()), (1, 3));
        assert_eq!((tree.comments().len(), tree.properties.len()), (1, 1));
        let root = tree.document(0).unwrap().root();
        assert_eq!(root.entries().next().unwrap().value.text(), "1");
    }
}
