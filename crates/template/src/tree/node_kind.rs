//! The kinds of node that carry annotations, and what messages say about them.

use yardstick_diagnostics::Sources;

use super::Position;

/// A node that carries annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A document.
    Document,
    /// A key of a map with its value.
    MapItem,
    /// An item of an array.
    ArrayItem,
}

impl NodeKind {
    /// The word users read.
    pub fn name(self) -> &'static str {
        match self {
            NodeKind::Document => "document",
            NodeKind::MapItem => "map item",
            NodeKind::ArrayItem => "array item",
        }
    }

    /// `map item (f.yml:3)`, as the reference says it.
    pub fn at(self, position: Position, sources: &Sources) -> String {
        format!("{} ({})", self.name(), position.compact(sources))
    }

    /// `map item (f.yml:3)`, with the place of the expression for a node that code made.
    pub fn made_at(self, position: Position, sources: &Sources) -> String {
        format!("{} ({})", self.name(), position.located(sources))
    }

    /// Why documents cannot be the value of such a node.
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
