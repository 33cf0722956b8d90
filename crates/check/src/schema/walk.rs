//! All schema objects of a file, where the drafts say schemas are.

use super::keywords::{self, Holds};
use crate::instance::View;

/// Calls `visit` with every schema object below `root`, itself included, in document order.
pub(super) fn each(view: &View, root: u32, visit: &mut impl FnMut(u32)) {
    let mut open = vec![(root, Holds::Schema)];
    while let Some((id, holds)) = open.pop() {
        let node = view.node(id);
        let from = open.len();
        match holds {
            Holds::Schema | Holds::SchemaOrSchemas if node.is_map() => {
                visit(node.id().0);
                for (key, value) in view.members(node.id().0) {
                    if let Some(keyword) = keywords::find(view.name(key)) {
                        open.push((value, keyword.holds));
                    }
                }
            }
            Holds::Schemas | Holds::SchemaOrSchemas => {
                open.extend(node.items().map(|item| (item.id().0, Holds::Schema)));
            }
            Holds::SchemasByName | Holds::SchemasOrNamesByName if node.is_map() => {
                open.extend(view.members(node.id().0).map(|(_, value)| (value, Holds::Schema)));
            }
            _ => {}
        }
        open[from..].reverse();
    }
}
