//! Where in a document a value is: from a JSON pointer to nodes, keys and aliases on the way.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use super::{Member, Type, View};
use crate::{NodeId, print::write_json_string};

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// To the property of that name.
    Property(String),
    /// To the item at that index.
    Item(usize),
}

/// Steps from the root of a document to a value. Prints as `.a.b[2]`, the root as `.`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<Segment>);

impl Path {
    /// The path as a JSON pointer.
    pub fn pointer(&self) -> String {
        let mut out = String::new();
        for segment in &self.0 {
            out.push('/');
            match segment {
                Segment::Property(name) => {
                    out.push_str(&name.replace('~', "~0").replace('/', "~1"));
                }
                Segment::Item(index) => {
                    let _ = write!(out, "{index}");
                }
            }
        }
        out
    }

    /// The path with one more property.
    #[must_use]
    pub fn property(&self, name: &str) -> Path {
        let mut path = self.clone();
        path.0.push(Segment::Property(name.to_owned()));
        path
    }

    /// The path with one more item.
    #[must_use]
    pub fn item(&self, index: usize) -> Path {
        let mut path = self.clone();
        path.0.push(Segment::Item(index));
        path
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_char('.');
        }
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Property(name) if is_identifier(name) => write!(f, ".{name}")?,
                Segment::Property(name) => {
                    // A path starts with a dot, so that `.["my key"]` is one too.
                    let dot = if at == 0 { "." } else { "" };
                    write!(f, "{dot}[{}]", quoted(name))?;
                }
                Segment::Item(index) => {
                    let dot = if at == 0 { "." } else { "" };
                    write!(f, "{dot}[{index}]")?;
                }
            }
        }
        Ok(())
    }
}

fn quoted(name: &str) -> String {
    let mut out = Vec::with_capacity(name.len() + 2);
    write_json_string(&mut out, name.as_bytes(), false);
    String::from_utf8_lossy(&out).into_owned()
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// What lies at the end of a pointer.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The steps.
    pub path: Path,
    /// The node as it is written there: an alias is not followed.
    pub node: NodeId,
    /// The key, if the last step led to a property.
    pub key: Option<NodeId>,
    /// Aliases followed on the way, the outermost first.
    pub aliases: Vec<NodeId>,
}

/// Follows pointers through a document. Errors come in the order of the document, so it remembers where
/// it was in each array: a million items are not counted again for each error.
#[derive(Debug)]
pub struct Walk<'v> {
    view: &'v View,
    root: NodeId,
    cursors: FxHashMap<NodeId, (usize, NodeId)>,
}

impl<'v> Walk<'v> {
    /// Walks from the node `root`.
    pub fn new(view: &'v View, root: NodeId) -> Self {
        Self { view, root, cursors: FxHashMap::default() }
    }

    /// Follows the JSON pointer `pointer`; stops where it leads nowhere.
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

/// A segment of a JSON pointer without its escapes.
pub fn unescape(segment: &str) -> String {
    if segment.contains('~') {
        segment.replace("~1", "/").replace("~0", "~")
    } else {
        segment.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_print_like_code() {
        assert_eq!(Path::default().to_string(), ".");
        let path = Path::default().property("a").item(2).property("my key").property("b-c");
        assert_eq!(path.to_string(), r#".a[2]["my key"].b-c"#);
        assert_eq!(path.pointer(), "/a/2/my key/b-c");
        assert_eq!(Path::default().item(0).property("x").to_string(), ".[0].x");
    }
}
