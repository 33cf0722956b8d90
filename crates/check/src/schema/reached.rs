//! Finds the definitions of a large schema that are used.
//!
//! Schemas of whole products define thousands of types, and a schema for a single kind of document uses a few.
//! Definitions that no reference reaches from the root are neither compiled nor reviewed. `schema check` still looks
//! at all of them.

use rustc_hash::FxHashSet;
use yardstick_yaml::{Kind, NodeId, json::View};

use super::references::{Atlas, Reference};

/// The schema nodes of the definitions that are left out.
pub(super) type LeftOut = FxHashSet<NodeId>;

/// The keywords that hold definitions.
pub(super) const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// Returns the definitions at `root`, in the only file of `atlas`, that nothing refers to. Returns none if that
/// cannot be decided.
pub(super) fn unreached(atlas: &Atlas, root: NodeId) -> LeftOut {
    let Some(file) = atlas.files.first().filter(|_| atlas.is_alone()) else {
        return LeftOut::default();
    };
    let view = &file.view;
    // An alias leads to another part of the file, which this search does not follow.
    if !view.node(root).is_map() || view.tree().nodes().any(|node| node.kind() == Kind::Alias) {
        return LeftOut::default();
    }
    mark(atlas, view, &Definitions::new(view, root)).unwrap_or_default()
}

/// Follows references from outside of the definitions. Returns `None` if one of them leads neither to a definition
/// nor to a schema outside of all definitions.
fn mark(atlas: &Atlas, view: &View, definitions: &Definitions) -> Option<LeftOut> {
    let mut inside: Vec<Vec<&Reference>> = vec![Vec::new(); definitions.entries.len()];
    let mut open: Vec<&Reference> = Vec::new();
    for reference in &atlas.references {
        match definitions.holding(reference.schema.1) {
            Some(at) => inside[at].push(reference),
            None => open.push(reference),
        }
    }
    let mut is_reached = vec![false; definitions.entries.len()];
    while let Some(reference) = open.pop() {
        let (_, target) = atlas.resolve(reference)?;
        match definitions.holding(target) {
            Some(at) if !is_reached[at] => {
                is_reached[at] = true;
                open.append(&mut inside[at]);
            }
            // A reference to the whole table of definitions: its meaning is unclear, so give up.
            None if definitions.tables.contains(&view.node(target).id()) => return None,
            _ => {}
        }
    }
    let entries = definitions.entries.iter().zip(is_reached);
    Some(entries.filter(|(_, is_reached)| !is_reached).map(|(entry, _)| entry.0).collect())
}

/// The definitions of a schema, as ranges of nodes.
struct Definitions {
    tables: Vec<NodeId>,
    /// The first node of each definition, and the node after its last one.
    entries: Vec<(NodeId, NodeId)>,
}

impl Definitions {
    fn new(view: &View, root: NodeId) -> Self {
        let tables = DEFINITIONS.iter().filter_map(|name| view.get(root, name));
        let tables: Vec<NodeId> = tables.filter(|&table| view.node(table).is_map()).collect();
        let members = tables.iter().flat_map(|&table| view.members(table));
        let mut entries: Vec<(NodeId, NodeId)> = members
            .map(|member| (member.value, view.written(member.value).subtree_end()))
            .collect();
        entries.sort_unstable();
        Self { tables, entries }
    }

    /// Returns the index of the definition that contains `node`.
    fn holding(&self, node: NodeId) -> Option<usize> {
        let at = self.entries.partition_point(|entry| entry.0 <= node).checked_sub(1)?;
        (node < self.entries[at].1).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yardstick_diagnostics::Sources;
    use yardstick_world::Memory;

    use super::*;
    use crate::schema::{Network, SchemaStore, rewrite::Rewrite};

    fn names(text: &str) -> Vec<String> {
        let world = Arc::new(Memory::new().with_file("s.yml", text));
        let sources = Arc::new(Sources::new());
        let store =
            SchemaStore::new(world, sources, Vec::new(), Network::default(), Rewrite::default());
        let file = store.load(&store.url_of("s.yml", ""), Some("s.yml")).unwrap();
        let atlas = Atlas::new(vec![Arc::clone(&file)]);
        let root = file.root().unwrap();
        let left_out = unreached(&atlas, root);
        let tables = DEFINITIONS.iter().filter_map(|name| file.view.get(root, name));
        let members = tables.flat_map(|table| file.view.members(table));
        let names = members.filter(|member| left_out.contains(&member.value));
        names.map(|member| file.view.name(member.key).to_owned()).collect()
    }

    #[test]
    fn references_are_followed() {
        let text = "properties: {x: {$ref: '#/$defs/a'}}\n\
                    $defs:\n  a: {items: {$ref: '#/definitions/b'}}\n  c: {$ref: '#/$defs/d'}\n  d: {}\n\
                    definitions:\n  b: {$ref: '#'}\n  e: {}\n";
        assert_eq!(names(text), ["c", "d", "e"]);
        // A reference into the middle of a definition.
        assert!(
            names("$ref: '#/$defs/a/properties/x'\n$defs: {a: {properties: {x: {}}}}\n").is_empty()
        );
    }

    #[test]
    fn what_cannot_be_told_stays() {
        assert!(names("$ref: 'other.yml'\n$defs: {a: {}}\n").is_empty());
        assert!(names("$ref: '#/$defs'\n$defs: {a: {}}\n").is_empty());
        assert!(names("$ref: '#/nowhere'\n$defs: {a: {}}\n").is_empty());
        assert!(names("items: &a {type: string}\nnot: *a\n$defs: {b: {}}\n").is_empty());
    }
}
