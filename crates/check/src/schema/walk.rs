//! Walks over all schema objects of a file, following the keywords of all drafts.

use yardstick_yaml::{
    NodeId,
    json::{Member, View},
};

use super::{
    keywords::{self, Holds},
    reached::LeftOut,
};

/// Calls `visit` with every schema object from `root` on, in document order, except the definitions in `left_out`.
pub(super) fn each(view: &View, root: NodeId, left_out: &LeftOut, visit: &mut impl FnMut(NodeId)) {
    walk(view, root, left_out, (), &mut |&(), _| (), &mut |id, &()| visit(id));
}

/// Calls `visit` with every schema from `root` on, and its JSON pointer.
pub(super) fn each_with_pointer(view: &View, root: NodeId, visit: &mut impl FnMut(NodeId, &str)) {
    let below = &mut |above: &String, step: &str| {
        format!("{above}/{}", step.replace('~', "~0").replace('/', "~1"))
    };
    let none = LeftOut::default();
    walk(view, root, &none, String::new(), below, &mut |id, pointer: &String| visit(id, pointer));
}

/// Walks over all schemas with a path to each. `below` extends the path of a parent by a step to a child.
fn walk<Way>(
    view: &View,
    root: NodeId,
    left_out: &LeftOut,
    start: Way,
    below: &mut impl FnMut(&Way, &str) -> Way,
    visit: &mut impl FnMut(NodeId, &Way),
) {
    let mut open = vec![(root, Holds::Schema, start)];
    while let Some((id, holds, way)) = open.pop() {
        let node = view.node(id);
        let from = open.len();
        match holds {
            Holds::Schema | Holds::SchemaOrSchemas if node.is_map() => {
                visit(node.id(), &way);
                for Member { key, value } in view.members(node.id()) {
                    let keyword = keywords::find(view.name(key));
                    if let Some(keyword) = keyword.filter(|known| known.holds.has_schemas()) {
                        open.push((value, keyword.holds, below(&way, keyword.name)));
                    }
                }
            }
            Holds::Schemas | Holds::SchemaOrSchemas => {
                for (at, item) in node.items().enumerate() {
                    let way = below(&way, &at.to_string());
                    open.push((item.id(), Holds::Schema, way));
                }
            }
            Holds::SchemasByName | Holds::SchemasOrNamesByName if node.is_map() => {
                let members = view.members(node.id());
                for member in members.filter(|member| !left_out.contains(&member.value)) {
                    let way = below(&way, view.name(member.key));
                    open.push((member.value, Holds::Schema, way));
                }
            }
            _ => {}
        }
        open[from..].reverse();
    }
}
