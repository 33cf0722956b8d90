//! Collects what a conversion loses, as diagnostics with a position, a JSON pointer and the reason.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, codes};
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Path, Segment, View},
};

/// The maximum number of losses to show. The rest are only counted.
const SHOWN: usize = 200;

/// The losses so far.
pub(crate) struct Losses<'v> {
    view: &'v View,
    seen: FxHashSet<(NodeId, String)>,
    found: Vec<Diagnostic>,
    omitted: usize,
}

impl<'v> Losses<'v> {
    pub(crate) fn new(view: &'v View) -> Self {
        Self { view, seen: FxHashSet::default(), found: Vec::new(), omitted: 0 }
    }

    /// Records that node `id` loses something, with the reason.
    pub(crate) fn add(&mut self, id: NodeId, reason: impl Into<String>) {
        let reason = reason.into();
        if !self.seen.insert((id, reason.clone())) {
            return;
        }
        if self.found.len() >= SHOWN {
            self.omitted += 1;
            return;
        }
        let message = format!("{}: {reason}", pointer(self.view, id));
        let place = self.view.written(id).content_span();
        self.found.push(Diagnostic::warning(codes::LOSSY, message).at(place));
    }

    /// Removes the loss about `part` of node `id`, because a larger loss replaces it.
    pub(crate) fn retract(&mut self, id: NodeId, part: &str) {
        let place = self.view.written(id).content_span();
        self.found.retain(|one| one.span() != Some(place) || !one.message.contains(part));
    }

    /// Returns all losses.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        if self.omitted > 0 {
            let message = format!("{} more are not shown", self.omitted);
            self.found.push(Diagnostic::warning(codes::LOSSY, message));
        }
        self.found
    }
}

/// Returns the JSON pointer of node `id` from the root of its document, in the form of a URL fragment.
pub(crate) fn pointer(view: &View, id: NodeId) -> String {
    let mut path = Path::default();
    let mut here = view.document_of(id);
    while here != id {
        let node = view.written(here);
        let holds = |child: NodeId| child <= id && id < view.written(child).subtree_end();
        let next = if node.is_map() {
            let entries = node.entries().map(|entry| (entry.key.id(), entry.value.id()));
            entries.into_iter().find(|&(key, value)| key == id || holds(value)).map(
                |(key, value)| {
                    path.0.push(Segment::Property(view.name(key).to_owned()));
                    if key == id { id } else { value }
                },
            )
        } else {
            let mut items = node.items().map(NodeRef::id).enumerate();
            items.find(|&(_, item)| holds(item)).map(|(at, item)| {
                path.0.push(Segment::Item(at));
                item
            })
        };
        match next {
            Some(next) => here = next,
            None => break,
        }
    }
    format!("#{}", path.pointer())
}
