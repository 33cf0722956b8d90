//! Finds exact positions of nodes, for reports that mark columns.
//!
//! Nodes of evaluated trees only know where they start. To find their keys and values, the files are parsed again,
//! but only if there is something to report.

use std::{collections::HashMap, sync::Arc};

use yardstick_diagnostics::{Audience, Exact, FileId, Place, SourceFile, Sources, Span};

/// An item of a map or an array.
#[derive(Clone, Copy, Debug)]
struct Item {
    key: Option<Span>,
    /// The position of the value, if it is a scalar.
    value: Option<Span>,
}

/// Looks up exact positions. Parses each file once.
pub(crate) struct ExactPlaces<'a> {
    sources: &'a Sources,
    files: HashMap<FileId, HashMap<u32, Item>>,
}

/// The part of an item that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Key,
    Value,
}

impl<'a> ExactPlaces<'a> {
    pub(crate) fn new(sources: &'a Sources) -> Self {
        Self { sources, files: HashMap::new() }
    }

    /// Returns the exact positions of the node at `place`, whose `part` is wrong, and of its declaration at
    /// `declared`.
    pub(crate) fn of(&mut self, place: &Place, part: Part, declared: Option<&Place>) -> Exact {
        let item = self.item(place);
        let either = |item: Item| match part {
            Part::Key => item.key.or(item.value),
            Part::Value => item.value.or(item.key),
        };
        let declared = declared.and_then(|place| self.item(place));
        Exact {
            wrong: item.and_then(either),
            value: item.and_then(|item| item.value),
            declared: declared.and_then(|item| item.value.or(item.key)),
        }
    }

    fn item(&mut self, place: &Place) -> Option<Item> {
        let Place::At(span) = *place.seen(Audience::People) else { return None };
        let file = self.sources.find(span.file)?;
        let items = self.files.entry(span.file).or_insert_with(|| items_of(file, span.file));
        items.get(&span.start).copied()
    }
}

/// Returns the items of a file by their start.
fn items_of(file: Arc<SourceFile>, id: FileId) -> HashMap<u32, Item> {
    let mut items = HashMap::new();
    if file.is_argument() {
        items.extend(of_argument(&file, id).map(|item| (0, item)));
        return items;
    }
    let Ok(tree) = yardstick_yaml::parse(file, id, &yardstick_yaml::Options::reference()) else {
        return items;
    };
    for node in tree.nodes() {
        let scalar = |node: yardstick_yaml::NodeRef<'_>| {
            (node.is_scalar() && !node.is_absent()).then(|| node.content_span())
        };
        if node.is_map() {
            for entry in node.entries() {
                let item = Item { key: scalar(entry.key), value: scalar(entry.value) };
                items.insert(entry.key.start(), item);
            }
        } else if node.is_sequence() {
            for inner in node.items() {
                let item = Item { key: None, value: scalar(inner) };
                items.entry(inner.start()).or_insert(item);
                items.entry(inner.indicator()).or_insert(item);
            }
        }
    }
    items
}

/// Parses `key=value` from the command line or the environment.
fn of_argument(file: &SourceFile, id: FileId) -> Option<Item> {
    let at = file.bytes().iter().position(|byte| *byte == b'=')? as u32;
    let end = file.bytes().len() as u32;
    Some(Item { key: Some(Span::new(id, 0, at)), value: Some(Span::new(id, at + 1, end)) })
}
