//! One document of data values, before it is laid over the others.

use yardstick_template::tree::{Annotation, Document, Map, MapItem, Position, Yaml};

use yardstick_starlark::Value;

use crate::library::LibraryRef;

/// How a document is laid over what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merge {
    /// As an overlay: new keys need leave, arrays append.
    Overlay,
    /// Maps merge, everything else is replaced, new keys are fine.
    Plain,
}

/// A document of data values or of schema, and whom it is meant for.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) document: Document,
    pub(crate) merge: Merge,
    /// The library it is addressed to.
    pub(crate) reference: Option<LibraryRef>,
    /// Laid over what the caller of the library gave in code.
    pub(crate) after_library_module: bool,
}

impl Layer {
    /// A document that replaces the value under a path of keys, making maps on the way.
    pub(crate) fn at_path(keys: &[&str], value: Yaml, position: Position) -> Document {
        let mut value = value;
        for (depth, key) in keys.iter().enumerate().rev() {
            let mut item = MapItem::new(*key, value);
            item.position = position;
            item.annotations.set(flag("overlay/match", "missing_ok", position));
            if depth + 1 == keys.len() {
                item.annotations.set(flag("overlay/replace", "or_add", position));
            }
            value = Map::new(vec![item]).into();
        }
        Document::new(value, position)
    }
}

fn flag(name: &str, keyword: &str, position: Position) -> Annotation {
    Annotation {
        name: name.into(),
        positional: Vec::new(),
        keywords: vec![(keyword.into(), Value::Bool(true))],
        position,
    }
}
