//! Determines which node a comment belongs to.
//!
//! Only lines matter, not columns: a comment belongs to the last node that starts on its line, or else to the first
//! node on the next line where one starts. Comments can belong to documents, map items and array items. Comments
//! after the last node of a document belong to the next document; at the end of the file, to an implied empty
//! document.

use super::owners::{Owners, Place};
use super::{Comment, NodeId, Tree};

/// What a comment belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The document with this index. The index of the implied document at the end of the file is the number of
    /// documents.
    Document(u32),
    /// The map item with this key.
    MapItem(NodeId),
    /// The array item with this value.
    ArrayItem(NodeId),
}

/// A comment and its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// The comment.
    pub comment: Comment,
    /// Its 1-based line.
    pub line: u32,
    /// The node that it belongs to.
    pub owner: Owner,
    /// Whether the owner is on the comment's own line.
    pub same_line: bool,
    /// If the owner is a copy of a node, the aliases that create this copy, outermost first. A comment inside an
    /// aliased node belongs to the last copy, because all copies are on the same line.
    pub through: Box<[NodeId]>,
}

/// All comments of a tree with their owners, in file order.
#[derive(Clone, Debug, Default)]
pub struct Attachment {
    /// The comments, in order.
    pub comments: Vec<Attached>,
}

impl Tree {
    /// What each comment belongs to. The first time it takes one walk over the documents that have
    /// comments.
    pub fn attach_comments(&self) -> &Attachment {
        self.attached.get_or_init(|| self.attach())
    }

    fn attach(&self) -> Attachment {
        let mut attached = Vec::with_capacity(self.comments.len());
        for of_one_document in self.comments.chunk_by(|a, b| a.document == b.document) {
            self.attach_to_document(of_one_document, &mut attached);
        }
        Attachment { comments: attached }
    }

    fn attach_to_document(&self, comments: &[Comment], attached: &mut Vec<Attached>) {
        let index = comments[0].document;
        let Some(document) = self.document(index as usize) else {
            return;
        };
        let owners = Owners::new(document);
        for &comment in comments {
            let line = self.line(comment.start);
            let (place, same_line) = owners.find(line);
            let Place { owner, through } = place
                .unwrap_or(Place { owner: Owner::Document(index + 1), through: Box::default() });
            attached.push(Attached { comment, line, owner, same_line, through });
        }
    }
}
