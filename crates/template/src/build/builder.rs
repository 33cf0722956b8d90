//! Builds trees: starts nodes, fills them, and puts them in their place.
//!
//! A node belongs to the innermost started node that is above it in the source. So a loop body appends copies, and a
//! node whose parent was skipped goes to the nearest started one.

use std::rc::Rc;

use yardstick_starlark::{
    Error,
    memory::{Charge, Growth},
};

use crate::{
    compile::unit::{Holds, SourceNode},
    fragment::Content,
    tree::{Annotations, Array, ArrayItem, Document, Map, MapItem, NodeKind, Position, Yaml},
};

/// The annotation that allows a key to replace an earlier one.
const KEY_OVERRIDE: &str = "yaml/map-key-override";

/// The result of one file or function so far.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    root: Root,
    open: Vec<Open>,
    weight: Growth,
}

/// The outermost collection. The first node determines its kind.
#[derive(Debug, Default)]
enum Root {
    #[default]
    Untouched,
    Documents(Vec<Document>),
    Map(Map),
    Array(Array),
}

/// A started node that may still get children or a value.
#[derive(Debug)]
struct Open {
    /// Its number in the source, and the first number after its subtree.
    source: u32,
    end: u32,
    kind: NodeKind,
    key: Yaml,
    position: Position,
    annotations: Annotations,
    value: Held,
    /// Whether other items have replaced it.
    replaced: bool,
}

#[derive(Debug)]
enum Held {
    Value(Yaml),
    Map(Map),
    Array(Array),
}

/// The collection that a node is added to.
enum Container<'a> {
    Documents(&'a mut Vec<Document>),
    Map(&'a mut Map),
    Array(&'a mut Array),
    Nothing,
}

impl Builder {
    /// Starts `node`: finds its place, and rejects a duplicate key.
    pub(crate) fn start(
        &mut self,
        source: u32,
        node: &SourceNode,
        key: Yaml,
        annotations: Annotations,
        implicit_overrides: bool,
    ) -> Result<(), Error> {
        self.unwind(source);
        self.weight.add_items::<MapItem>(1)?;
        let container = self.container(node.kind)?;
        if let Container::Map(map) = container {
            make_room(map, &key, implicit_overrides || annotations.has(KEY_OVERRIDE))?;
        }
        let value = match &node.holds {
            Holds::Value(value) => Held::Value(value.clone()),
            Holds::Map(items) => Held::Map(Map::new(Vec::with_capacity(*items as usize))),
            Holds::Array(items) => Held::Array(Array::new(Vec::with_capacity(*items as usize))),
        };
        self.open.push(Open {
            source,
            end: node.end,
            kind: node.kind,
            key,
            position: node.position,
            annotations,
            value,
            replaced: false,
        });
        Ok(())
    }

    /// Adds complete map items.
    pub(crate) fn map_items(
        &mut self,
        source: u32,
        items: &[MapItem],
        implicit_overrides: bool,
    ) -> Result<(), Error> {
        self.unwind(source);
        self.weight.add_items::<MapItem>(items.len())?;
        if let Container::Map(map) = self.container(NodeKind::MapItem)? {
            for item in items {
                // The items of one statement are on separate lines.
                make_room(map, &item.key, implicit_overrides)
                    .map_err(|error| error.placed(item.position.span()))?;
                map.push(item.clone());
            }
        }
        Ok(())
    }

    /// Adds complete array items.
    pub(crate) fn array_items(&mut self, source: u32, items: &[ArrayItem]) -> Result<(), Error> {
        self.unwind(source);
        self.weight.add_items::<ArrayItem>(items.len())?;
        if let Container::Array(array) = self.container(NodeKind::ArrayItem)? {
            array.items_mut().extend_from_slice(items);
        }
        Ok(())
    }

    /// Sets the value of the last started node.
    pub(crate) fn set(&mut self, value: Yaml) {
        if let Some(open) = self.open.last_mut() {
            open.value = Held::Value(value);
        }
    }

    /// Returns the position of the last started node.
    pub(crate) fn last_position(&self) -> Position {
        self.open.last().map_or(Position::UNKNOWN, |open| open.position)
    }

    /// Returns the kind of the last started node.
    pub(crate) fn last_kind(&self) -> Option<NodeKind> {
        self.open.last().map(|open| open.kind)
    }

    /// Replaces the last started map item by `items`. Items written as YAML must not repeat keys; items created by
    /// code replace existing ones.
    pub(crate) fn replace_with_map(
        &mut self,
        items: &[MapItem],
        strict: bool,
        implicit_overrides: bool,
    ) -> Result<(), Error> {
        self.weight.add_items::<MapItem>(items.len())?;
        self.instead_of_last(|container| {
            let Container::Map(map) = container else { return Ok(()) };
            for item in items {
                let may_override =
                    !strict || implicit_overrides || item.annotations.has(KEY_OVERRIDE);
                make_room(map, &item.key, may_override)?;
                map.push(item.clone());
            }
            Ok(())
        })
    }

    /// Replaces the last started array item by `items`.
    pub(crate) fn replace_with_array(&mut self, items: &[ArrayItem]) -> Result<(), Error> {
        self.weight.add_items::<ArrayItem>(items.len())?;
        self.instead_of_last(|container| {
            if let Container::Array(array) = container {
                array.items_mut().extend_from_slice(items);
            }
            Ok(())
        })
    }

    /// Replaces the last started document by `documents`.
    pub(crate) fn replace_with_documents(&mut self, documents: &[Document]) -> Result<(), Error> {
        self.weight.add_items::<Document>(documents.len())?;
        self.instead_of_last(|container| {
            if let Container::Documents(all) = container {
                all.extend_from_slice(documents);
            }
            Ok(())
        })
    }

    fn instead_of_last(
        &mut self,
        put: impl FnOnce(Container<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(mut placeholder) = self.open.pop() else { return Ok(()) };
        let result = self.container(placeholder.kind).and_then(put);
        placeholder.replaced = true;
        self.open.push(placeholder);
        result
    }

    /// Returns everything that was built, with its memory.
    pub(crate) fn finish(mut self) -> (Content, Charge) {
        while !self.open.is_empty() {
            self.close();
        }
        let content = match self.root {
            Root::Untouched => Content::Empty,
            Root::Documents(documents) => Content::Documents(Rc::new(documents)),
            Root::Map(map) => Content::Value(map.into()),
            Root::Array(array) => Content::Value(array.into()),
        };
        (content, self.weight.into_charge())
    }

    /// Closes started nodes until the innermost one is above `source`.
    fn unwind(&mut self, source: u32) {
        while self.open.last().is_some_and(|open| !(open.source < source && source < open.end)) {
            self.close();
        }
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.replaced {
            return;
        }
        let value = match open.value {
            Held::Value(value) => value,
            Held::Map(map) => map.into(),
            Held::Array(array) => array.into(),
        };
        let (position, annotations) = (open.position, open.annotations);
        match self.container(open.kind) {
            Ok(Container::Documents(all)) => all.push(Document { value, position, annotations }),
            Ok(Container::Map(map)) => {
                map.push(MapItem { key: open.key, value, position, annotations });
            }
            Ok(Container::Array(array)) => {
                array.push(ArrayItem { value, position, annotations });
            }
            // This was checked when the node was started.
            Ok(Container::Nothing) | Err(_) => {}
        }
    }

    /// Returns the collection for a node of `kind` that starts now.
    fn container(&mut self, kind: NodeKind) -> Result<Container<'_>, Error> {
        let container = if let Some(open) = self.open.last_mut() {
            match &mut open.value {
                Held::Map(map) => Container::Map(map),
                Held::Array(array) => Container::Array(array),
                Held::Value(_) => Container::Nothing,
            }
        } else {
            if matches!(self.root, Root::Untouched) {
                self.root = match kind {
                    NodeKind::Document => Root::Documents(Vec::new()),
                    NodeKind::MapItem => Root::Map(Map::default()),
                    NodeKind::ArrayItem => Root::Array(Array::default()),
                };
            }
            match &mut self.root {
                Root::Documents(documents) => Container::Documents(documents),
                Root::Map(map) => Container::Map(map),
                Root::Array(array) => Container::Array(array),
                Root::Untouched => Container::Nothing,
            }
        };
        let problem = match (&container, kind) {
            (Container::Documents(_), NodeKind::Document)
            | (Container::Map(_), NodeKind::MapItem)
            | (Container::Array(_), NodeKind::ArrayItem) => return Ok(container),
            (Container::Documents(_), _) => "document sets can only contain documents",
            (Container::Map(_), _) => "maps can only contain map items",
            (Container::Array(_), _) => "arrays can only contain array items",
            (Container::Nothing, _) => "scalars cannot contain other nodes",
        };
        Err(Error::new(format!("{problem}; this is a {}", kind.name())))
    }
}

const REPEATED: &str = "in a loop, make each round an array item (`- key: ...`) or compute the key; otherwise remove one of the two, or write `#@yaml/map-key-override` above the second";

/// Rejects a key that the map already has, or drops the older item if that is allowed.
fn make_room(map: &mut Map, key: &Yaml, may_override: bool) -> Result<(), Error> {
    let Some(at) = map.position_of(key) else { return Ok(()) };
    if !may_override {
        return Err(Error::new(format!(
            "expected key '{}' to not be specified again (unless '{KEY_OVERRIDE}' annotation is added)",
            crate::convert::display_key(key)
        ))
        .note(Some(REPEATED.to_owned())));
    }
    map.items_mut().remove(at);
    Ok(())
}
