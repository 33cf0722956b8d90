//! Whole documents as trees of handles.
//!
//! When the engine gives up on a pattern for property names, it looks up the object by its path in a copy of the
//! whole document. A [`handle`] has no members, so for schemas with such patterns the copy is a tree of handles.

use std::cell::Cell;

use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use super::handle;

thread_local! {
    /// The node that the engine started from, if it needs a tree of handles.
    static ROOT: Cell<Option<NodeId>> = const { Cell::new(None) };
}

/// Runs `work`, in which the engine starts from `root`. If `is_wanted`, copies of `root` are trees of handles.
pub(crate) fn within<T>(root: NodeId, is_wanted: bool, work: impl FnOnce() -> T) -> T {
    /// Restores the previous root, even if the budget runs out and unwinds.
    struct Before(Option<NodeId>);
    impl Drop for Before {
        fn drop(&mut self) {
            ROOT.set(self.0);
        }
    }
    let _before = Before(ROOT.replace(is_wanted.then_some(root)));
    work()
}

/// Whether copies of this node must be trees.
pub(super) fn is_wanted(id: NodeId) -> bool {
    ROOT.get() == Some(id)
}

/// Returns the node as a tree of handles. Recursion is safe because the depth of documents is bounded.
pub(super) fn tree(view: &View, id: NodeId) -> Json {
    match view.type_of(id) {
        Type::Object => view
            .members(id)
            .map(|member| (view.name(member.key).to_owned(), tree(view, member.value)))
            .collect(),
        Type::Array => view.node(id).items().map(|item| tree(view, item.id())).collect(),
        _ => handle::to_json(view.node(id).id()),
    }
}
