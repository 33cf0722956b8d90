//! Nodes of the evaluated tree as places of a report.

use yardstick_diagnostics::{Place, Sources, Span};
use yardstick_template::{
    convert::display_key,
    tree::{Position, Yaml},
};

/// The place of a declaration or an annotation.
pub(crate) fn of(position: Position) -> Place {
    position.span().map_or(Place::Unknown, Place::At)
}

/// A node: a document, or an item of a map or an array.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    /// Where it stands.
    pub(crate) position: Position,
    /// Which kind of node it is.
    pub(crate) kind: NodeKind<'a>,
}

/// Which kind of node it is.
#[derive(Clone, Copy)]
pub(crate) enum NodeKind<'a> {
    Document,
    MapItem(&'a Yaml),
    ArrayItem,
}

impl Node<'_> {
    /// Its place in a report about `value`, which it holds.
    pub(crate) fn place(self, value: &Yaml, sources: &Sources) -> Place {
        if self.position == Position::MEMORY {
            return Place::Memory(match self.kind {
                NodeKind::MapItem(key) => format!("{}: {}", display_key(key), glimpse(value)),
                NodeKind::ArrayItem => format!("- {}", glimpse(value)),
                NodeKind::Document => glimpse(value),
            });
        }
        let Some(span) = self.position.span() else { return Place::Unknown };
        if let Some(inside) = of_nameless_text(value, span, sources) {
            return Place::Unquoted(inside);
        }
        let starts_document = |span: Span| {
            let file = sources.get(span.file);
            file.line_text(file.line(span.start)).starts_with("---")
        };
        match self.kind {
            NodeKind::Document if !starts_document(span) => Place::Unquoted(span),
            _ => Place::At(span),
        }
    }
}

/// A collection written inside a command line value stands in a text of its own, which has no name.
fn of_nameless_text(value: &Yaml, holder: Span, sources: &Sources) -> Option<Span> {
    let first = match value {
        Yaml::Map(map) => map.items().first()?.position,
        Yaml::Array(array) => array.items.first()?.position,
        _ => return None,
    };
    let span = first.span().filter(|span| span.file != holder.file)?;
    sources.get(span.file).name().is_empty().then_some(span)
}

/// A value in one short line.
fn glimpse(value: &Yaml) -> String {
    match value {
        Yaml::Text(text) => format!("{:?}", text.to_lossy()),
        Yaml::Map(_) => "{...}".to_owned(),
        Yaml::Array(_) => "[...]".to_owned(),
        scalar => display_key(scalar),
    }
}
