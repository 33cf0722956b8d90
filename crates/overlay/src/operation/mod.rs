//! Operations: what an overlay node does to the nodes it matches.
//!
//! All operations start in the same way: they read the annotations, find the matching nodes, and count them. [`Task`]
//! contains what they need for that; each operation is a method of it.

use yardstick_diagnostics::codes;

mod assert;
mod insert;
mod merge;
mod replace;

use yardstick_template::tree::{Annotations, NodeKind};

use crate::{
    annotation::{arguments, edit, edit::AnnotationEdits, names},
    engine::Engine,
    failure::{Failure, Result},
    matching::{Counts, MatchArguments},
    node::Node,
    siblings::Siblings,
};

/// The operation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Merge,
    Remove,
    Replace,
    Insert,
    Append,
    Assert,
    Noop,
}

const BY_NAME: [(&str, Operation); 7] = [
    (names::MERGE, Operation::Merge),
    (names::REMOVE, Operation::Remove),
    (names::REPLACE, Operation::Replace),
    (names::INSERT, Operation::Insert),
    (names::APPEND, Operation::Append),
    (names::ASSERT, Operation::Assert),
    (names::NOOP, Operation::Noop),
];

impl Operation {
    /// Returns the operation that the annotations name; merge if they name none.
    fn of(annotations: &Annotations) -> Result<Self> {
        if annotations.is_empty() {
            return Ok(Operation::Merge);
        }
        let mut named = BY_NAME.iter().filter(|(name, _)| annotations.has(name));
        match (named.next(), named.next()) {
            (None, _) => Ok(Operation::Merge),
            (Some((_, operation)), None) => Ok(*operation),
            (Some(_), Some(_)) => Err(Failure::new(
                codes::OVERLAY_ARGUMENTS,
                "Expected to find only one overlay operation",
            )
            .note("keep one of @overlay/merge, remove, replace, insert, append, assert and noop above a node")),
        }
    }

    fn name(self) -> &'static str {
        BY_NAME.iter().find(|(_, operation)| *operation == self).map_or("", |(name, _)| name)
    }
}

/// One overlay node, and the nodes that it is matched against.
struct Task<'t, 'e, 'n, S: Siblings> {
    engine: &'t mut Engine<'e>,
    left: &'t mut S,
    right: &'n S::Node,
    defaults: &'n Counts,
}

/// Runs the operation of `right` on the nodes of the same parent.
pub(crate) fn run<S: Siblings>(
    engine: &mut Engine<'_>,
    left: &mut S,
    right: &S::Node,
    defaults: &Counts,
) -> Result<()> {
    let operation = Operation::of(right.annotations())?;
    let is_item_of_array = matches!(operation, Operation::Insert | Operation::Append);
    if is_item_of_array && S::Node::KIND == NodeKind::MapItem {
        let (name, place) = (operation.name(), right.place(engine.sources));
        let message =
            format!("Found @{name} on {place}; only array items can be annotated with @{name}");
        let note = "write the key alone to set its value; @overlay/match missing_ok=True adds a missing key";
        return Err(Failure::new(codes::OVERLAY_MISFIT, message).map(|problem| problem.note(note)));
    }
    if is_item_of_array || operation == Operation::Remove {
        edit::refuse_with(right.annotations(), operation.name())?;
    }
    let mut task = Task { engine, left, right, defaults };
    match operation {
        Operation::Merge => task.merge(),
        Operation::Replace => task.replace(),
        Operation::Assert => task.assert(),
        Operation::Noop => task.noop(),
        Operation::Remove => task.remove(),
        Operation::Insert => task.insert(),
        Operation::Append => {
            task.append();
            Ok(())
        }
    }
}

impl<'n, S: Siblings> Task<'_, '_, 'n, S> {
    /// Returns the arguments of `@overlay/match`.
    fn matching(&self) -> Result<MatchArguments<'n>> {
        self.engine.match_arguments(self.right, self.defaults)
    }

    /// Returns how to edit the annotations of the nodes.
    fn edits(&self) -> Result<AnnotationEdits<'n>> {
        AnnotationEdits::read(self.right.annotations())
    }

    /// Returns the defaults that apply below the node.
    fn below(&self) -> Result<Counts> {
        arguments::child_defaults(self.right.annotations(), self.defaults)
    }

    /// Returns the indexes of the matching nodes; `None` if `when` skips the node because of their number.
    fn find(&mut self, matching: &MatchArguments<'n>) -> Result<Option<Vec<usize>>> {
        self.engine.matches(self.left, self.right, matching)
    }

    /// Changes each node in `found`, then its annotations.
    fn edit_each(
        &mut self,
        found: Vec<usize>,
        edits: &AnnotationEdits<'n>,
        mut change: impl FnMut(&mut Engine<'_>, &mut S::Node) -> Result<()>,
    ) -> Result<()> {
        for at in found {
            self.left.edit(at, |node| {
                let position = node.position();
                change(self.engine, node)?;
                edits.apply(self.engine, node, self.right, position)
            })?;
        }
        Ok(())
    }

    /// `@overlay/noop`: matches and counts, but does not change values. Annotations may still be edited.
    fn noop(&mut self) -> Result<()> {
        let (matching, edits) = (self.matching()?, self.edits()?);
        let Some(found) = self.find(&matching)? else { return Ok(()) };
        self.edit_each(found, &edits, |_, _| Ok(()))
    }

    /// `@overlay/remove`: removes the matched nodes.
    fn remove(&mut self) -> Result<()> {
        let matching = self.matching()?;
        if let Some(found) = self.find(&matching)?
            && !found.is_empty()
        {
            self.left.remove(&found);
        }
        Ok(())
    }

    /// `@overlay/append`: adds a copy of the node after all others. Nothing is matched.
    fn append(&mut self) {
        if let Some(left) = self.left.sequence() {
            left.append(self.engine.copy(self.right));
        }
    }
}
