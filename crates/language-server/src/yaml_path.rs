//! Finds the path of keys to a position in a document, and the node there.

use std::fmt::Write as _;

use yardstick_yaml::{NodeRef, Tree};

/// One step from a document to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The value of this key.
    Key(String),
    /// The item with this index.
    Item(usize),
}

/// The node at a position.
#[derive(Clone, Debug)]
pub struct Located {
    /// The number of the document, from 0.
    pub document: usize,
    /// The path to the value.
    pub path: Vec<Step>,
    /// Whether the position is on the key of the last step, not on its value.
    pub is_key: bool,
    /// The range of the key or scalar.
    pub span: (usize, usize),
}

/// The key or scalar at `offset`, if there is one.
pub fn locate(tree: &Tree, offset: usize) -> Option<Located> {
    for document in tree.documents() {
        let mut path = Vec::new();
        if let Some((is_key, span)) = find(document.root(), offset as u32, &mut path) {
            return Some(Located { document: document.index(), path, is_key, span });
        }
    }
    None
}

fn find(node: NodeRef<'_>, offset: u32, path: &mut Vec<Step>) -> Option<(bool, (usize, usize))> {
    let covers = |node: NodeRef<'_>| {
        let span = node.content_span();
        !node.is_absent() && span.start <= offset && offset <= span.end
    };
    let span = |node: NodeRef<'_>| {
        let span = node.content_span();
        (span.start as usize, span.end as usize)
    };
    if node.is_map() {
        for entry in node.entries() {
            path.push(Step::Key(entry.key.text().to_owned()));
            if covers(entry.key) {
                return Some((true, span(entry.key)));
            }
            if let Some(found) = find(entry.value, offset, path) {
                return Some(found);
            }
            path.pop();
        }
    } else if node.is_sequence() {
        for (at, item) in node.items().enumerate() {
            path.push(Step::Item(at));
            if let Some(found) = find(item, offset, path) {
                return Some(found);
            }
            path.pop();
        }
    } else if covers(node) {
        return Some((false, span(node)));
    }
    None
}

/// The value at `path` below `root`. Follows aliases.
pub fn node_at<'t>(root: NodeRef<'t>, path: &[Step]) -> Option<NodeRef<'t>> {
    path.iter().try_fold(root, |node, step| {
        let node = node.dereferenced();
        match step {
            Step::Key(name) => {
                node.entries().find(|entry| entry.key.text() == name).map(|entry| entry.value)
            }
            Step::Item(at) => node.items().nth(*at),
        }
    })
}

/// The path in the notation of code: `a.b[0]`.
pub fn dotted(path: &[Step]) -> String {
    let mut out = String::new();
    for step in path {
        match step {
            Step::Key(name) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(name);
            }
            Step::Item(at) => {
                let _ = write!(out, "[{at}]");
            }
        }
    }
    out
}
