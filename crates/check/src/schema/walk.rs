//! All schema objects of a file, where the drafts say schemas are.

use yardstick_yaml::{
    NodeId,
    json::{Member, View},
};

use super::keywords::{self, Holds};

/// Calls `visit` with every schema object below `root`, itself included, in document order.
pub(super) fn each(view: &View, root: NodeId, visit: &mut impl FnMut(NodeId)) {
    let mut open = vec![(root, Holds::Schema)];
    while let Some((id, holds)) = open.pop() {
        let node = view.node(id);
        let from = open.len();
        match holds {
            Holds::Schema | Holds::SchemaOrSchemas if node.is_map() => {
                visit(node.id());
                for Member { key, value } in view.members(node.id()) {
                    if let Some(keyword) = keywords::find(view.name(key)) {
                        open.push((value, keyword.holds));
                    }
                }
            }
            Holds::Schemas | Holds::SchemaOrSchemas => {
                open.extend(node.items().map(|item| (item.id(), Holds::Schema)));
            }
            Holds::SchemasByName | Holds::SchemasOrNamesByName if node.is_map() => {
                open.extend(view.members(node.id()).map(|member| (member.value, Holds::Schema)));
            }
            _ => {}
        }
        open[from..].reverse();
    }
}
