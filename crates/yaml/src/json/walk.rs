//! Follows JSON pointers in a document, and records the nodes, keys and aliases on the way.

use rustc_hash::FxHashMap;
use yardstick_diagnostics::{Path, Segment};

use super::{Member, Type, View};
use crate::NodeId;

/// The value at the end of a pointer.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The path to it.
    pub path: Path,
    /// The node as written: an alias is not resolved.
    pub node: NodeId,
    /// The key, if the last step led to a property.
    pub key: Option<NodeId>,
    /// Aliases on the path, outermost first.
    pub aliases: Vec<NodeId>,
}

/// Follows pointers in a document. Errors come in document order, so it remembers its place in each array: a million
/// items are not counted again for each error.
#[derive(Debug)]
pub struct Walk<'v> {
    view: &'v View,
    root: NodeId,
    cursors: FxHashMap<NodeId, (usize, NodeId)>,
}

impl<'v> Walk<'v> {
    /// Starts at node `root`.
    pub fn new(view: &'v View, root: NodeId) -> Self {
        Self { view, root, cursors: FxHashMap::default() }
    }

    /// Follows the JSON pointer `pointer`. Stops at the first segment that does not exist.
    pub fn to(&mut self, pointer: &str) -> Reached {
        let mut reached =
            Reached { path: Path::default(), node: self.root, key: None, aliases: Vec::new() };
        for segment in pointer.split('/').skip(1) {
            let at = self.view.node(reached.node);
            if at.id() != reached.node {
                reached.aliases.push(reached.node);
            }
            match self.view.type_of(at.id()) {
                Type::Object => {
                    let name = unescape(segment);
                    let Some(Member { key, value }) = self.view.member(at.id(), &name) else {
                        break;
                    };
                    reached.path.0.push(Segment::Property(name));
                    reached.node = value;
                    reached.key = Some(key);
                }
                Type::Array => {
                    let Some(item) = segment
                        .parse()
                        .ok()
                        .and_then(|index| self.item(at.id(), index).map(|item| (index, item)))
                    else {
                        break;
                    };
                    reached.path.0.push(Segment::Item(item.0));
                    reached.node = item.1;
                    reached.key = None;
                }
                _ => break,
            }
        }
        reached
    }

    fn item(&mut self, array: NodeId, index: usize) -> Option<NodeId> {
        let node = self.view.node(array);
        if index >= node.len() {
            return None;
        }
        let first = NodeId(array.0 + 1);
        let cursor = self.cursors.entry(array).or_insert((0, first));
        if cursor.0 > index {
            *cursor = (0, first);
        }
        while cursor.0 < index {
            *cursor = (cursor.0 + 1, self.view.written(cursor.1).subtree_end());
        }
        Some(cursor.1)
    }
}

/// Returns a segment of a JSON pointer without its escapes.
pub fn unescape(segment: &str) -> String {
    if segment.contains('~') {
        segment.replace("~1", "/").replace("~0", "~")
    } else {
        segment.to_owned()
    }
}
