//! Converts nodes of evaluated trees to places in a report.

use yardstick_diagnostics::{Place, Sources, Span};
use yardstick_template::{
    convert::display_key,
    tree::{Position, Yaml},
};

/// Returns the place of a declaration or an annotation.
pub(crate) fn of(position: Position) -> Place {
    match (position.span(), position.origin()) {
        (Some(span), _) => Place::At(span),
        (None, Some(origin)) => Place::Computed(origin),
        (None, None) => Place::Unknown,
    }
}

/// A node: a document, or an item of a map or an array.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    /// The position of the node.
    pub(crate) position: Position,
    /// The kind of node.
    pub(crate) kind: NodeKind<'a>,
}

/// The kind of node.
#[derive(Clone, Copy)]
pub(crate) enum NodeKind<'a> {
    Document,
    MapItem(&'a Yaml),
    ArrayItem,
}

impl Node<'_> {
    /// Returns the place of the node in a report about `value`, its value.
    pub(crate) fn place(self, value: &Yaml, sources: &Sources) -> Place {
        if self.position.is_memory() {
            let text = match self.kind {
                NodeKind::MapItem(key) => format!("{}: {}", display_key(key), glimpse(value)),
                NodeKind::ArrayItem => format!("- {}", glimpse(value)),
                NodeKind::Document => glimpse(value),
            };
            return Place::Memory { text, origin: self.position.origin() };
        }
        let Some(span) = self.position.span() else { return of(self.position) };
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

/// Finds the place of a collection inside a command-line value, which is parsed from a text without a name.
fn of_nameless_text(value: &Yaml, holder: Span, sources: &Sources) -> Option<Span> {
    let first = match value {
        Yaml::Map(map) => map.items().first()?.position,
        Yaml::Array(array) => array.items.first()?.position,
        _ => return None,
    };
    let span = first.span().filter(|span| span.file != holder.file)?;
    sources.get(span.file).name().is_empty().then_some(span)
}

/// Formats a value on one short line.
fn glimpse(value: &Yaml) -> String {
    match value {
        Yaml::Text(text) => format!("{:?}", text.to_lossy()),
        Yaml::Map(_) => "{...}".to_owned(),
        Yaml::Array(_) => "[...]".to_owned(),
        scalar => display_key(scalar),
    }
}

/// Returns the word at `position`.
pub(crate) fn word_at(position: Position, sources: &Sources) -> Option<String> {
    /// The longest word for a boolean is `false`.
    const LONGEST: u32 = 5;
    let span = position.span()?;
    let file = sources.get(span.file);
    let text = file.slice(span.start, span.start.saturating_add(LONGEST));
    let word: String = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .map(|&byte| char::from(byte))
        .collect();
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use yardstick_diagnostics::SourceFile;
    use yardstick_template::tree::{Array, ArrayItem, Map, MapItem};

    use super::*;

    #[test]
    fn documents_show_their_marker_or_nothing() {
        let sources = Sources::new();
        let file = sources.add(SourceFile::new("v.yml", "a: 1\n---\nb: 2\n".as_bytes()));
        let document =
            |offset| Node { position: Position::at(file, offset), kind: NodeKind::Document };
        let place = |offset| document(offset).place(&Yaml::Null, &sources);
        assert_eq!(place(0), Place::Unquoted(Span::at(file, 0)));
        assert_eq!(place(5), Place::At(Span::at(file, 5)));
    }

    #[test]
    fn collections_of_a_flag_stand_in_its_value() {
        let sources = Sources::new();
        let flag = sources.add(SourceFile::new("(data-value-yaml arg)", "a={b: 1}".as_bytes()));
        let text = sources.add(SourceFile::new("", "{b: 1}".as_bytes()));
        let mut item = MapItem::new("b", 1);
        item.position = Position::at(text, 1);
        let key = Yaml::text("a");
        let node = Node { position: Position::at(flag, 0), kind: NodeKind::MapItem(&key) };
        let map = Map::new(vec![item]).into();
        assert_eq!(node.place(&map, &sources), Place::Unquoted(Span::at(text, 1)));
        assert_eq!(node.place(&Yaml::Int(1), &sources), Place::At(Span::at(flag, 0)));
    }

    #[test]
    fn values_from_memory_are_shown_in_one_line() {
        let sources = Sources::new();
        let memory = |kind| Node { position: Position::MEMORY, kind };
        let key = Yaml::text("key");
        let text = |node: Node<'_>, value: &Yaml| match node.place(value, &sources) {
            Place::Memory { text, .. } => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(text(memory(NodeKind::MapItem(&key)), &Yaml::text("4")), "key: \"4\"");
        assert_eq!(text(memory(NodeKind::ArrayItem), &Yaml::Int(9)), "- 9");
        let array = Array::new(vec![ArrayItem::new(1)]).into();
        assert_eq!(text(memory(NodeKind::MapItem(&key)), &array), "key: [...]");
        let unknown = Node { position: Position::UNKNOWN, kind: NodeKind::ArrayItem };
        assert_eq!(unknown.place(&array, &sources), Place::Unknown);
    }
}
