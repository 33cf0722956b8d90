//! Which node owns a comment.
//!
//! Only lines count, not columns: a comment belongs to the last node that starts on its line, or
//! else to the first node of the next line on which one starts. Nodes that own comments are
//! documents, map items and array items. Comments after the last node of a document go to the next
//! document; at the end of the file, to an implied document that holds nothing.

use super::owners::{Owners, Place};
use super::{Comment, NodeId, Tree};

/// What a comment belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The document with that index; the number of documents for the implied one at the end of the
    /// file.
    Document(u32),
    /// The map item with that key.
    MapItem(NodeId),
    /// The array item with that value.
    ArrayItem(NodeId),
}

/// A comment with what it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// The comment.
    pub comment: Comment,
    /// Its 1-based line.
    pub line: u32,
    /// What it belongs to.
    pub owner: Owner,
    /// Whether the owner is on the comment's own line.
    pub same_line: bool,
    /// The owner is the copy of its node that these aliases bring about, outermost first. A comment
    /// inside something aliased belongs to the last copy, as all copies are on the same line.
    pub through: Box<[NodeId]>,
}

/// All comments of a tree with what they belong to, in the order of the file.
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
