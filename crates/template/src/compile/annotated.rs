//! Finding annotations without running anything.

use yardstick_yaml::{NodeRef, Tree, tree::Owner};

use crate::{
    comment::{self, Comment},
    tree::Position,
};

/// What carries an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotatedNode {
    /// The document with that index.
    Document(u32),
    /// A map item.
    MapItem,
    /// An array item.
    ArrayItem,
}

impl AnnotatedNode {
    /// The word users read.
    pub fn kind_name(self) -> &'static str {
        match self {
            AnnotatedNode::Document(_) => "document",
            AnnotatedNode::MapItem => "map item",
            AnnotatedNode::ArrayItem => "array item",
        }
    }
}

/// An annotation as written, not evaluated.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// Its name.
    pub name: String,
    /// What carries it.
    pub node: AnnotatedNode,
    /// Where that node stands.
    pub position: Position,
    /// Where the annotation stands.
    pub comment: Position,
    /// How it came to belong to that node.
    pub standing: Standing,
}

/// How an annotation stands to the node that carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// On the same line, or above the node.
    Usual,
    /// Above something else: the value of another item, which owns no comments.
    BeforeAnother,
    /// At the end of the file: nothing carries it.
    AtTheEnd,
}

/// The annotations of `tree` that have one of the `names`, in order.
pub fn annotations_in(tree: &Tree, names: &[&str]) -> Vec<Annotated> {
    find(tree, names, |name| names.contains(&name))
}

/// The annotations of `tree` whose names start with one of `prefixes`, in order.
pub fn annotations_under(tree: &Tree, prefixes: &[&str]) -> Vec<Annotated> {
    find(tree, prefixes, |name| prefixes.iter().any(|prefix| name.starts_with(prefix)))
}

/// The annotations that are `wanted`; their names start with one of `beginnings`.
fn find(tree: &Tree, beginnings: &[&str], wanted: impl Fn(&str) -> bool) -> Vec<Annotated> {
    let mentions = |text: &str| beginnings.iter().any(|name| text[1..].starts_with(name));
    let written = tree.comments().iter().any(|comment| {
        let text = tree.comment_text(comment);
        text.starts_with('@') && mentions(text)
    });
    if !written {
        return Vec::new();
    }
    let mut found = Vec::new();
    for attached in tree.attach_comments().comments {
        let data = tree.comment_text(&attached.comment);
        let Comment::Annotation { name, .. } = comment::classify(data.as_bytes(), false) else {
            continue;
        };
        let name = &data[name];
        if !wanted(name) {
            continue;
        }
        let (node, offset) = match attached.owner {
            Owner::Document(index) => (
                AnnotatedNode::Document(index),
                tree.document(index as usize).map_or(0, yardstick_yaml::Document::position),
            ),
            Owner::MapItem(key) => (AnnotatedNode::MapItem, tree.node(key).start()),
            Owner::ArrayItem(value) => (AnnotatedNode::ArrayItem, tree.node(value).indicator()),
        };
        let next = tree.first_written_from(attached.comment.start).map(NodeRef::start);
        let standing = match attached.owner {
            _ if attached.same_line => Standing::Usual,
            Owner::Document(index) if tree.document(index as usize).is_none() => match next {
                Some(_) => Standing::BeforeAnother,
                None => Standing::AtTheEnd,
            },
            _ if next.is_some_and(|next| next < offset) => Standing::BeforeAnother,
            _ => Standing::Usual,
        };
        let position = Position::at(tree.file(), offset);
        let comment = Position::at(tree.file(), attached.comment.start);
        found.push(Annotated { name: name.to_owned(), node, position, comment, standing });
    }
    found
}
