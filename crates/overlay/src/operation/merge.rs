//! `@overlay/merge`, and what nodes without an operation do: edit matched nodes, add what is missing.

use yardstick_template::tree::Yaml;

use crate::{
    annotation::{arguments::child_defaults, edit::AnnotationEdits},
    engine::{Engine, Outcome},
    failure::Result,
    matching::Counts,
    node::{Node, NodeKind},
    siblings::Siblings,
};

pub(super) fn run<S: Siblings>(
    engine: &mut Engine<'_>,
    left: &mut S,
    right: &S::Node,
    defaults: &Counts,
) -> Result<()> {
    let below = child_defaults(right.annotations(), defaults)?;
    let arguments = engine.match_arguments(right, defaults)?;
    let edits = AnnotationEdits::read(right.annotations())?;
    let Some(found) = engine.matches(left, right, &arguments)? else { return Ok(()) };
    if found.is_empty() && S::Node::KIND != NodeKind::Document {
        return left.add(engine.copy(right));
    }
    for at in found {
        left.edit(at, |node| {
            let position = node.position();
            merge_value(engine, node, right, &below)?;
            edits.apply(engine, node, right, position)
        })?;
    }
    Ok(())
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
