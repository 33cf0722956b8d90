//! Checks whether the maps of final values have as many items as their key patterns expect.
//!
//! Only final values can be checked, because each source may give a part of the items.

use yardstick_diagnostics::{Failure, Role, Sources, Statement};
use yardstick_starlark::Thread;
use yardstick_template::tree::{Document, Map, Yaml};

use crate::{
    model::{Declaration, MapType, Slot, Type},
    place::{self, Node, NodeKind},
    values::conform::{Mismatch, MismatchKind},
};

/// Returns the maps of `document` that have too many or too few items, in document order.
pub(crate) fn check(
    thread: &mut Thread,
    root: &Declaration,
    document: &Document,
    sources: &Sources,
) -> Vec<Mismatch> {
    let (path, mismatches) = (Vec::new(), Vec::new());
    let mut walk = Walk { thread, sources, root: &document.value, path, mismatches };
    let node = Node { position: document.position, kind: NodeKind::Document };
    walk.value(&root.type_, &document.value, node);
    walk.mismatches
}

struct Walk<'a> {
    thread: &'a mut Thread,
    sources: &'a Sources,
    /// The value that the walk started from.
    root: &'a Yaml,
    path: Vec<u32>,
    mismatches: Vec<Mismatch>,
}

impl Walk<'_> {
    // Recursion is safe: values that fit are no deeper than the schema, whose depth is bounded.
    fn value(&mut self, type_: &Type, value: &Yaml, node: Node<'_>) {
        match (type_.of_value(value), value) {
            (Type::Map(type_), Yaml::Map(map)) => self.map(type_, map, value, node),
            (Type::Array(item_type), Yaml::Array(array)) => {
                for (at, item) in array.items.iter().enumerate() {
                    let node = Node { position: item.position, kind: NodeKind::ArrayItem };
                    self.path.push(at as u32);
                    self.value(&item_type.type_, &item.value, node);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    fn map(&mut self, type_: &MapType, map: &Map, value: &Yaml, node: Node<'_>) {
        // Keys that no pattern claims, or whose function failed, have been reported already.
        let slots: Vec<Option<Slot>> = map
            .items()
            .iter()
            .map(|item| type_.find(self.thread, &item.key).unwrap_or(None))
            .collect();
        if let Some(open) = &type_.open {
            let mut found = vec![0; open.patterns.len()];
            for at in slots.iter().flatten().filter_map(|slot| open.pattern_of(*slot)) {
                found[at] += 1;
            }
            for (pattern, found) in open.patterns.iter().zip(found) {
                let verdict = pattern.expects.allows(self.thread, found);
                let found = match verdict {
                    Ok(true) => continue,
                    Ok(false) if found == 1 => "1 item".to_owned(),
                    Ok(false) => format!("{found} items"),
                    Err(error) => format!("expects= failed: {}", error.message()),
                };
                let declared = place::of(pattern.declaration.position);
                let expected = format!("{} {}", pattern.expects.describe(), pattern.matching());
                let failure = Failure::at(node.place(value, self.sources))
                    .description("Wrong number of items for key pattern")
                    .found(Statement::new(found))
                    .expected(Statement::from(expected, Role::From, declared));
                let (kind, path) = (MismatchKind::Count, self.path.clone());
                self.mismatches.push(Mismatch::new(kind, self.root, path, failure, value));
            }
        }
        for (at, (item, slot)) in map.items().iter().zip(slots).enumerate() {
            let Some(declared) = slot.and_then(|slot| type_.declaration(slot)) else { continue };
            let node = Node { position: item.position, kind: NodeKind::MapItem(&item.key) };
            self.path.push(at as u32);
            self.value(&declared.type_, &item.value, node);
            self.path.pop();
        }
    }
}
