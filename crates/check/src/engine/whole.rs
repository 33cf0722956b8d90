//! Whole documents as the engine carries them into errors.
//!
//! Where the engine gives up on a pattern for names, it looks for the object by its path in a copy of the whole
//! document. A [`handle`] has no parts, so for schemas with such patterns the copy of the document is a tree of
//! handles.

use std::cell::Cell;

use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use super::handle;

thread_local! {
    /// The node that the engine started from, if a tree of it is wanted.
    static ROOT: Cell<Option<NodeId>> = const { Cell::new(None) };
}

/// Runs `work`, in which the engine starts from `root`. If `is_wanted`, copies of it have parts.
pub(crate) fn within<T>(root: NodeId, is_wanted: bool, work: impl FnOnce() -> T) -> T {
    /// Restores what was wanted, also if the budget ends.
    struct Before(Option<NodeId>);
    impl Drop for Before {
        fn drop(&mut self) {
            ROOT.set(self.0);
        }
    }
    let _before = Before(ROOT.replace(is_wanted.then_some(root)));
    work()
}

/// Whether a tree of the node is wanted.
pub(super) fn is_wanted(id: NodeId) -> bool {
    ROOT.get() == Some(id)
}

/// The node as a tree of handles. As deep as the document, whose depth is bounded.
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
