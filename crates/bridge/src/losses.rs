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
    found: Vec<Loss>,
    omitted: usize,
}

struct Loss {
    /// Whether a rule makes up for it.
    is_checked: bool,
    said: Diagnostic,
}

impl<'v> Losses<'v> {
    pub(crate) fn new(view: &'v View) -> Self {
        Self { view, seen: FxHashSet::default(), found: Vec::new(), omitted: 0 }
    }

    /// Records that node `id` loses something, with the reason.
    pub(crate) fn add(&mut self, id: NodeId, reason: impl Into<String>) {
        self.push(id, reason.into(), false);
    }

    /// The node `id` loses something that a rule makes up for, for that reason.
    pub(crate) fn add_checked(&mut self, id: NodeId, reason: impl Into<String>) {
        self.push(id, reason.into(), true);
    }

    fn push(&mut self, id: NodeId, reason: String, is_checked: bool) {
        let loss = (id, reason);
        if self.seen.contains(&loss) {
            return;
        }
        if self.found.len() < SHOWN {
            let message = format!("{}: {}", pointer(self.view, id), loss.1);
            let place = self.view.written(id).content_span();
            let said = Diagnostic::warning(codes::LOSSY, message).at(place);
            self.found.push(Loss { is_checked, said });
        } else {
            self.omitted += 1;
        }
        self.seen.insert(loss);
    }

    /// Removes the losses of the node `id` that a rule was to make up for: a larger loss replaces them.
    pub(crate) fn retract_checked(&mut self, id: NodeId) {
        let place = self.view.written(id).content_span();
        self.found.retain(|loss| loss.said.span() != Some(place) || !loss.is_checked);
    }

    /// All that was lost.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = self.found.into_iter().map(|loss| loss.said).collect();
        if self.omitted > 0 {
            let message = format!("{} more are not shown", self.omitted);
            found.push(Diagnostic::warning(codes::LOSSY, message));
        }
        found
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
