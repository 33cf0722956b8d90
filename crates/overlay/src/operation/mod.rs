//! What an overlay node does to the nodes it matches, one file per operation.

mod append;
mod assert;
mod insert;
mod merge;
mod noop;
mod remove;
mod replace;

use yardstick_template::tree::Annotations;

use crate::{
    annotation::{edit, names},
    engine::Engine,
    failure::{ARGUMENTS, Failure, MISFIT, Result},
    matching::Counts,
    node::{Node, NodeKind},
    siblings::Siblings,
};

/// What a node does.
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
    /// The operation that annotations name; merging if they name none.
    fn of(annotations: &Annotations) -> Result<Self> {
        if annotations.is_empty() {
            return Ok(Operation::Merge);
        }
        let mut named = BY_NAME.iter().filter(|(name, _)| annotations.has(name));
        match (named.next(), named.next()) {
            (None, _) => Ok(Operation::Merge),
            (Some((_, operation)), None) => Ok(*operation),
            (Some(_), Some(_)) => {
                Err(Failure::new(ARGUMENTS, "Expected to find only one overlay operation"))
            }
        }
    }

    fn name(self) -> &'static str {
        BY_NAME.iter().find(|(_, operation)| *operation == self).map_or("", |(name, _)| name)
    }
}

/// Carries out the operation of `right` on its siblings-to-be.
pub(crate) fn run<S: Siblings>(
    engine: &mut Engine<'_>,
    left: &mut S,
    right: &S::Node,
    defaults: &Counts,
) -> Result<()> {
    let operation = Operation::of(right.annotations())?;
    match operation {
        Operation::Merge => merge::run(engine, left, right, defaults),
        Operation::Replace => replace::run(engine, left, right, defaults),
        Operation::Assert => assert::run(engine, left, right, defaults),
        Operation::Noop => noop::run(engine, left, right, defaults),
        Operation::Remove => {
            edit::refuse_with(right.annotations(), operation.name())?;
            remove::run(engine, left, right, defaults)
        }
        Operation::Insert | Operation::Append => {
            if S::Node::KIND == NodeKind::MapItem {
                let (name, place) = (operation.name(), right.place(engine.sources));
                return Err(Failure::new(
                    MISFIT,
                    format!(
                        "Found @{name} on {place}; only array items can be annotated with @{name}"
                    ),
                ));
            }
            edit::refuse_with(right.annotations(), operation.name())?;
            if operation == Operation::Insert {
                insert::run(engine, left, right, defaults)
            } else {
                append::run(engine, left, right);
                Ok(())
            }
        }
    }
}
