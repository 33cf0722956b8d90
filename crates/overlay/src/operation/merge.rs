//! `@overlay/merge`, and what nodes without an operation do: edit matched nodes, add what is missing.

use yardstick_template::tree::{NodeKind, Yaml};

use super::Task;
use crate::{
    engine::{Engine, Outcome},
    failure::Result,
    matching::Counts,
    node::Node,
    siblings::Siblings,
};

impl<S: Siblings> Task<'_, '_, '_, S> {
    pub(super) fn merge(&mut self) -> Result<()> {
        let below = self.below()?;
        let (matching, edits) = (self.matching()?, self.edits()?);
        let Some(found) = self.find(&matching)? else { return Ok(()) };
        let right = self.right;
        if found.is_empty() && S::Node::KIND != NodeKind::Document {
            return self.left.add(self.engine.copy(right));
        }
        self.edit_each(found, &edits, |engine, node| merge_value(engine, node, right, &below))
    }
}

/// Edits the value of `node`. A null stands for a value that is still missing.
fn merge_value<N: Node>(
    engine: &mut Engine<'_>,
    node: &mut N,
    right: &N,
    below: &Counts,
) -> Result<()> {
    let position = node.position();
    let outcome = match node.value() {
        Yaml::Null => Outcome::Replace,
        _ => engine.apply(node.value_mut(), right.value(), below, position)?,
    };
    if outcome == Outcome::Replace {
        node.take(engine.stripped.of(right.value()), right.position());
    }
    Ok(())
}
