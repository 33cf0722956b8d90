//! The common interface of documents, map items and array items.

use yardstick_diagnostics::Sources;
use yardstick_template::{
    convert::display_key,
    tree::{Annotations, ArrayItem, Document, MapItem, NodeKind, Position, Yaml},
};

/// A document, and the number of its file.
#[derive(Clone, Debug)]
pub(crate) struct FiledDocument {
    pub(crate) document: Document,
    pub(crate) file: u32,
}

/// A node that can be matched and edited.
pub(crate) trait Node: Clone {
    const KIND: NodeKind;

    fn value(&self) -> &Yaml;
    fn value_mut(&mut self) -> &mut Yaml;
    fn position(&self) -> Position;
    fn annotations(&self) -> &Annotations;
    fn annotations_mut(&mut self) -> &mut Annotations;

    /// Sets the value, which comes from a node at `position`.
    fn take(&mut self, value: Yaml, position: Position);

    /// Returns the name for messages: `Map item (key 'a') on line f.yml:3`.
    fn title(&self, sources: &Sources) -> String;

    /// Returns the key, for map items.
    fn key(&self) -> Option<&Yaml> {
        None
    }

    /// Returns the number of its file, for documents.
    fn file(&self) -> u32 {
        0
    }

    /// Sets its file, for documents.
    fn set_file(&mut self, file: u32) {
        let _ = file;
    }

    /// Returns `map item (f.yml:3)`.
    fn place(&self, sources: &Sources) -> String {
        Self::KIND.at(self.position(), sources)
    }
}

impl Node for FiledDocument {
    const KIND: NodeKind = NodeKind::Document;

    fn value(&self) -> &Yaml {
        &self.document.value
    }

    fn value_mut(&mut self) -> &mut Yaml {
        &mut self.document.value
    }

    fn position(&self) -> Position {
        self.document.position
    }

    fn annotations(&self) -> &Annotations {
        &self.document.annotations
    }

    fn annotations_mut(&mut self) -> &mut Annotations {
        &mut self.document.annotations
    }

    /// The document keeps its position: only its content changes.
    fn take(&mut self, value: Yaml, _: Position) {
        self.document.value = value;
    }

    fn title(&self, sources: &Sources) -> String {
        format!("Document on line {}", self.position().compact(sources))
    }

    fn file(&self) -> u32 {
        self.file
    }

    fn set_file(&mut self, file: u32) {
        self.file = file;
    }
}

impl Node for MapItem {
    const KIND: NodeKind = NodeKind::MapItem;

    fn key(&self) -> Option<&Yaml> {
        Some(&self.key)
    }

    fn value(&self) -> &Yaml {
        &self.value
    }

    fn value_mut(&mut self) -> &mut Yaml {
        &mut self.value
    }

    fn position(&self) -> Position {
        self.position
    }

    fn annotations(&self) -> &Annotations {
        &self.annotations
    }

    fn annotations_mut(&mut self) -> &mut Annotations {
        &mut self.annotations
    }

    fn take(&mut self, value: Yaml, position: Position) {
        self.value = value;
        self.position = position;
    }

    fn title(&self, sources: &Sources) -> String {
        let key = display_key(&self.key);
        format!("Map item (key '{key}') on line {}", self.position.compact(sources))
    }
}

impl Node for ArrayItem {
    const KIND: NodeKind = NodeKind::ArrayItem;

    fn value(&self) -> &Yaml {
        &self.value
    }

    fn value_mut(&mut self) -> &mut Yaml {
        &mut self.value
    }

    fn position(&self) -> Position {
        self.position
    }

    fn annotations(&self) -> &Annotations {
        &self.annotations
    }

    fn annotations_mut(&mut self) -> &mut Annotations {
        &mut self.annotations
    }

    fn take(&mut self, value: Yaml, position: Position) {
        self.value = value;
        self.position = position;
    }

    fn title(&self, sources: &Sources) -> String {
        format!("Array item on line {}", self.position.compact(sources))
    }
}
