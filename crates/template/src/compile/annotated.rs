//! Finds annotations without running anything.

use yardstick_yaml::{NodeRef, Tree, tree::Owner};

use crate::{
    comment::{self, Comment},
    tree::{NodeKind, Position},
};

/// The node that has an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotatedNode {
    /// The document with this index.
    Document(u32),
    /// A map item.
    MapItem,
    /// An array item.
    ArrayItem,
}

impl AnnotatedNode {
    /// Returns the kind of the node.
    pub fn kind(self) -> NodeKind {
        match self {
            AnnotatedNode::Document(_) => NodeKind::Document,
            AnnotatedNode::MapItem => NodeKind::MapItem,
            AnnotatedNode::ArrayItem => NodeKind::ArrayItem,
        }
    }
}

/// An annotation as written, not evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Annotated<'t> {
    /// Its name.
    pub name: &'t str,
    /// The text of its comment after `#`.
    pub text: &'t str,
    /// The node that it belongs to.
    pub node: AnnotatedNode,
    /// The position of that node.
    pub position: Position,
    /// The position of the annotation.
    pub comment: Position,
    /// The index of its document.
    pub document: u32,
    /// How it relates to its node.
    pub standing: Standing,
}

/// How an annotation relates to its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// On the same line, or above the node.
    Usual,
    /// Above something else: the value of another item, which cannot own comments.
    BeforeAnother,
    /// At the end of the file: it belongs to an implied empty document.
    AtTheEnd,
}

/// Returns the annotations of `tree` with one of the `names`, in order.
pub fn annotations_in<'t>(tree: &'t Tree, names: &[&str]) -> Vec<Annotated<'t>> {
    find(tree, names, |name| names.contains(&name))
}

/// Returns the annotations of `tree` whose names start with one of `prefixes`, in order.
pub fn annotations_under<'t>(tree: &'t Tree, prefixes: &[&str]) -> Vec<Annotated<'t>> {
    find(tree, prefixes, |name| prefixes.iter().any(|prefix| name.starts_with(prefix)))
}

/// Returns the annotations for which `wanted` is true. Their names start with one of `beginnings`.
fn find<'t>(
    tree: &'t Tree,
    beginnings: &[&str],
    wanted: impl Fn(&str) -> bool,
) -> Vec<Annotated<'t>> {
    let mentions = |text: &str| beginnings.iter().any(|name| text[1..].starts_with(name));
    let written = tree.comments().iter().any(|comment| {
        let text = tree.comment_text(comment);
        // After a space there is code, and no name.
        text.starts_with('@') && !text.starts_with("@ ") && mentions(text)
    });
    if !written {
        return Vec::new();
    }
    let mut found = Vec::new();
    for attached in &tree.attach_comments().comments {
        let text = tree.comment_text(&attached.comment);
        let Comment::Annotation { name, .. } = comment::classify(text.as_bytes(), false) else {
            continue;
        };
        let name = &text[name];
        if !wanted(name) {
            continue;
        }
        let (node, offset) = match attached.owner {
            Owner::Document(index) => (
                AnnotatedNode::Document(index),
                match tree.document(index as usize) {
                    Some(document) => document.position(),
                    None => tree.source().bytes().len() as u32,
                },
            ),
            Owner::MapItem(key) => (AnnotatedNode::MapItem, tree.node(key).start()),
            Owner::ArrayItem(value) => (AnnotatedNode::ArrayItem, tree.node(value).indicator()),
        };
        let next = || tree.first_written_from(attached.comment.start).map(NodeRef::start);
        let standing = match attached.owner {
            _ if attached.same_line => Standing::Usual,
            Owner::Document(index) if tree.document(index as usize).is_none() => match next() {
                Some(_) => Standing::BeforeAnother,
                None => Standing::AtTheEnd,
            },
            _ if next().is_some_and(|next| next < offset) => Standing::BeforeAnother,
            _ => Standing::Usual,
        };
        let position = Position::at(tree.file(), offset);
        let comment = Position::at(tree.file(), attached.comment.start);
        let document = match node {
            AnnotatedNode::Document(index) => index,
            AnnotatedNode::MapItem | AnnotatedNode::ArrayItem => attached.comment.document,
        };
        found.push(Annotated { name, text, node, position, comment, document, standing });
    }
    found
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yardstick_diagnostics::{FileId, SourceFile};
    use yardstick_yaml::Options;

    use super::*;

    fn standings(text: &str) -> Vec<Standing> {
        let source = Arc::new(SourceFile::new("a.yml", text.as_bytes()));
        let tree = yardstick_yaml::parse(source, FileId(0), &Options::reference()).unwrap();
        annotations_under(&tree, &["a/"]).iter().map(|one| one.standing).collect()
    }

    #[test]
    fn annotations_above_an_item_or_on_its_line_stand_as_usual() {
        for text in [
            "#@a/x\nk: 1\n",
            "#@a/x\n---\nk: 1\n",
            "---\n#@a/x\nk: 1\n",
            "k: #@a/x\n  1\n",
            "k:\n#@a/x\nl: 1\n",
            "k:\n  #@a/x\n  l: 1\n",
            "k:\n#@a/x\n- 1\n",
            "k:\n- #@a/x\n  1\n",
            "k:\n- #@a/x\n  l: 1\n",
            "k:\n-\n  #@a/x\n  l: 1\n",
            "k: 1\n#@a/x\n---\nl: 1\n",
            "k: &b\n  #@a/x\n  l: 1\n",
        ] {
            assert_eq!(standings(text), [Standing::Usual], "{text}");
        }
    }

    #[test]
    fn annotations_above_a_value_belong_to_another_item() {
        for text in
            ["k:\n-\n  #@a/x\n  1\nl: 1\n", "k:\n  #@a/x\n  1\nl: 1\n", "k:\n  #@a/x\n  1\n"]
        {
            assert_eq!(standings(text), [Standing::BeforeAnother], "{text}");
        }
    }

    #[test]
    fn annotations_at_the_end_belong_to_nothing() {
        assert_eq!(standings("k: 1\n#@a/x\n"), [Standing::AtTheEnd]);
    }
}
