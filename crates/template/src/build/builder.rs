//! Builds trees: starts nodes, fills them, and puts them in their place.
//!
//! A node belongs to the innermost started node that is above it in the source. So a loop body appends copies, and a
//! node whose parent was skipped goes to the nearest started one.

use std::rc::Rc;

use yardstick_starlark::{
    Error,
    memory::{Charge, Growth},
};

use super::nodes::{Collection, Container, Open, Root, Started};
use crate::{
    compile::unit::{Holds, Unit},
    fragment::Content,
    tree::{Annotations, Array, ArrayItem, Document, Map, MapItem, NodeKind, Position, Yaml},
};

/// The annotation that allows a key to replace an earlier one.
const KEY_OVERRIDE: &str = "yaml/map-key-override";

/// The result of one file or function so far.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    root: Root,
    /// Started nodes whose children fill a collection, outermost first.
    open: Vec<Open>,
    /// The node started last, unless it is open.
    leaf: Option<Started>,
    weight: Growth,
}

impl Builder {
    /// Starts `node`: finds its place, and rejects a duplicate key.
    #[inline]
    pub(crate) fn start(
        &mut self,
        unit: &Unit,
        source: u32,
        key: &Yaml,
        annotations: Annotations,
    ) -> Result<(), Error> {
        self.start_with(unit, source, key, annotations, None)
    }

    /// Starts `node`, perhaps with a value other than the one known beforehand.
    pub(crate) fn start_with(
        &mut self,
        unit: &Unit,
        source: u32,
        key: &Yaml,
        annotations: Annotations,
        value: Option<Yaml>,
    ) -> Result<(), Error> {
        let node = &unit.nodes[source as usize];
        let value = value.unwrap_or_else(|| node.holds.value());
        self.unwind(unit, source);
        self.weight.add_items::<MapItem>(1)?;
        match self.container(node.kind)? {
            Container::Documents(all) => {
                all.push(Document { value, position: node.position, annotations });
            }
            Container::Map(map) => {
                make_room(map, key, || unit.implicit_overrides || annotations.has(KEY_OVERRIDE))?;
                // Nearly all keys are texts.
                let key = match key {
                    Yaml::Text(text) => Yaml::Text(text.clone()),
                    other => other.clone(),
                };
                map.push(MapItem { key, value, position: node.position, annotations });
            }
            Container::Array(array) => {
                array.push(ArrayItem { value, position: node.position, annotations });
            }
            Container::Nothing => {}
        }
        let started = Started {
            source,
            end: node.end,
            position: node.position,
            kind: node.kind,
            replaced: false,
        };
        let value = match &node.holds {
            Holds::Value(_) => {
                self.leaf = Some(started);
                return Ok(());
            }
            Holds::Map(items) => Collection::Map(Rc::new(Map::with_capacity(*items as usize))),
            Holds::Array(items) => {
                Collection::Array(Rc::new(Array::with_capacity(items.get() as usize)))
            }
        };
        self.open.push(Open { node: started, value });
        Ok(())
    }

    /// Adds complete map items.
    pub(crate) fn map_items(
        &mut self,
        unit: &Unit,
        source: u32,
        items: &[MapItem],
    ) -> Result<(), Error> {
        self.unwind(unit, source);
        self.weight.add_items::<MapItem>(items.len())?;
        if let Container::Map(map) = self.container(NodeKind::MapItem)? {
            for item in items {
                // The items of one statement are on separate lines.
                make_room(map, &item.key, || unit.implicit_overrides)
                    .map_err(|error| error.placed(item.position.span()))?;
                map.push(item.clone());
            }
        }
        Ok(())
    }

    /// Adds complete array items.
    pub(crate) fn array_items(
        &mut self,
        unit: &Unit,
        source: u32,
        items: &[ArrayItem],
    ) -> Result<(), Error> {
        self.unwind(unit, source);
        self.weight.add_items::<ArrayItem>(items.len())?;
        if let Container::Array(array) = self.container(NodeKind::ArrayItem)? {
            array.items_mut().extend_from_slice(items);
        }
        Ok(())
    }

    /// Sets the value of the last started node.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "a call would cost as much as what it does")]
    pub(crate) fn set(&mut self, value: Yaml) {
        if self.leaf.is_none() {
            // A collection that its children were to fill is not filled any more.
            self.leaf = self.open.pop().map(|open| open.node);
        }
        if self.leaf.as_ref().is_some_and(|leaf| !leaf.replaced)
            && let Some(place) = self.innermost().last_value()
        {
            *place = value;
        }
    }

    fn last(&self) -> Option<&Started> {
        self.leaf.as_ref().or_else(|| self.open.last().map(|open| &open.node))
    }

    /// Where the node started last is.
    pub(crate) fn last_position(&self) -> Position {
        self.last().map_or(Position::UNKNOWN, |node| node.position)
    }

    /// Returns the kind of the last started node.
    pub(crate) fn last_kind(&self) -> Option<NodeKind> {
        self.last().map(|node| node.kind)
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
                    || !strict || implicit_overrides || item.annotations.has(KEY_OVERRIDE);
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
        // The node itself is no container for what takes its place.
        let leaf = self.leaf.take();
        let open = if leaf.is_none() { self.open.pop() } else { None };
        let Some(node) = leaf.or(open.as_ref().map(|open| open.node)) else { return Ok(()) };
        if !node.replaced {
            self.innermost().drop_last();
        }
        let result = self.container(node.kind).and_then(put);
        let node = Started { replaced: true, ..node };
        match open {
            Some(open) => self.open.push(Open { node, ..open }),
            None => self.leaf = Some(node),
        }
        result
    }

    /// Returns everything that was built, with its memory.
    pub(crate) fn finish(mut self) -> (Content, Charge) {
        self.leaf = None;
        while !self.open.is_empty() {
            self.close();
        }
        let content = match self.root {
            Root::Untouched => Content::Empty,
            Root::Documents(documents) => Content::Documents(Rc::new(documents)),
            Root::Map(map) => Content::Value(Yaml::Map(map)),
            Root::Array(array) => Content::Value(Yaml::Array(array)),
        };
        (content, self.weight.into_charge())
    }

    /// Closes started nodes until the innermost one is above `source`.
    #[inline]
    fn unwind(&mut self, unit: &Unit, source: u32) {
        if let Some(leaf) = &self.leaf {
            if leaf.holds(source) {
                return;
            }
            self.leaf = None;
        }
        while let Some(open) = self.open.last()
            && !open.node.holds(source)
        {
            open.learn(unit);
            self.close();
        }
    }

    /// Gives the innermost open node its collection.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let value = match open.value {
            Collection::Map(map) => Yaml::Map(map),
            Collection::Array(array) => Yaml::Array(array),
        };
        if !open.node.replaced
            && let Some(place) = self.innermost().last_value()
        {
            *place = value;
        }
    }

    /// The collection that is being filled.
    #[inline]
    fn innermost(&mut self) -> Container<'_> {
        let map = |map| Rc::get_mut(map).map_or(Container::Nothing, Container::Map);
        let array = |array| Rc::get_mut(array).map_or(Container::Nothing, Container::Array);
        match (self.open.last_mut(), &mut self.root) {
            (Some(Open { value: Collection::Map(inner), .. }), _) => map(inner),
            (Some(Open { value: Collection::Array(inner), .. }), _) => array(inner),
            (None, Root::Map(root)) => map(root),
            (None, Root::Array(root)) => array(root),
            (None, Root::Documents(documents)) => Container::Documents(documents),
            (None, Root::Untouched) => Container::Nothing,
        }
    }

    /// What a node of `kind` started now is put into.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::inline_always, reason = "a call would cost as much as what it does")]
    fn container(&mut self, kind: NodeKind) -> Result<Container<'_>, Error> {
        if matches!(self.root, Root::Untouched) {
            self.root = Root::of(kind);
        }
        let container = if self.leaf.is_some() { Container::Nothing } else { self.innermost() };
        match (&container, kind) {
            (Container::Documents(_), NodeKind::Document)
            | (Container::Map(_), NodeKind::MapItem)
            | (Container::Array(_), NodeKind::ArrayItem) => Ok(container),
            _ => Err(container.refusal(kind)),
        }
    }
}

const REPEATED: &str = "in a loop, make each round an array item (`- key: ...`) or compute the key; otherwise remove one of the two, or write `#@yaml/map-key-override` above the second";

/// Rejects a key that the map already has, or drops the older item if that is allowed.
#[inline]
fn make_room(map: &mut Map, key: &Yaml, may_override: impl FnOnce() -> bool) -> Result<(), Error> {
    match map.position_of(key) {
        None => Ok(()),
        Some(at) if may_override() => {
            map.items_mut().remove(at);
            Ok(())
        }
        Some(_) => Err(repeated(key)),
    }
}

#[cold]
fn repeated(key: &Yaml) -> Error {
    Error::new(format!(
        "expected key '{}' to not be specified again (unless '{KEY_OVERRIDE}' annotation is added)",
        crate::convert::display_key(key)
    ))
    .note(Some(REPEATED.to_owned()))
}
