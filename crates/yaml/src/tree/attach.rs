//! Which node owns a comment.

use super::{Comment, NodeId, Tree};

/// What a comment belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The document with that index; the number of documents for what is left over at the end of the file.
    Document(u32),
    /// The map item with that key.
    MapItem(NodeId),
    /// The array item with that value.
    ArrayItem(NodeId),
}

/// A comment with what it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attached {
    /// The comment.
    pub comment: Comment,
    /// Its 1-based line.
    pub line: u32,
    /// What it belongs to.
    pub owner: Owner,
    /// Whether the owner stands on the comment's own line.
    pub same_line: bool,
}

/// All comments of a tree with what they belong to, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Attachment {
    /// The comments, in order.
    pub comments: Vec<Attached>,
}

impl Tree {
    /// Finds out what each comment belongs to.
    pub fn attach_comments(&self) -> Attachment {
        Attachment::default()
    }
}
