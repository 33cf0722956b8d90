//! The kinds of nodes that have annotations, and their names in messages.

use yardstick_diagnostics::Sources;

use super::Position;

/// A kind of node that has annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A document.
    Document,
    /// A map item: a key with its value.
    MapItem,
    /// An item of an array.
    ArrayItem,
}

impl NodeKind {
    /// Returns the name for messages.
    pub fn name(self) -> &'static str {
        match self {
            NodeKind::Document => "document",
            NodeKind::MapItem => "map item",
            NodeKind::ArrayItem => "array item",
        }
    }

    /// Returns `map item (f.yml:3)`, in the form of the reference.
    pub fn at(self, position: Position, sources: &Sources) -> String {
        format!("{} ({})", self.name(), position.compact(sources))
    }

    /// Returns `map item (f.yml:3)`, with the position of the expression for a node that code created.
    pub fn made_at(self, position: Position, sources: &Sources) -> String {
        format!("{} ({})", self.name(), position.located(sources))
    }

    /// Returns the error message for documents as the value of such a node.
    pub fn refusal_of_documents(self) -> &'static str {
        match self {
            NodeKind::Document => {
                "documents can only contain arrays, maps, or scalars; this is a document set"
            }
            NodeKind::MapItem => {
                "map items can only contain arrays, maps, or scalars; this is a document set"
            }
            NodeKind::ArrayItem => {
                "array items can only contain maps, arrays, or scalars; this is a document set"
            }
        }
    }
}
