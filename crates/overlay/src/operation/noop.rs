//! `@overlay/noop`: match and count, leave values alone; annotations may still be edited.

use crate::{
    annotation::edit::AnnotationEdits, engine::Engine, failure::Result, matching::Counts,
    node::Node, siblings::Siblings,
};

pub(super) fn run<S: Siblings>(
    engine: &mut Engine<'_>,
    left: &mut S,
    right: &S::Node,
    defaults: &Counts,
) -> Result<()> {
    let arguments = engine.match_arguments(right, defaults)?;
    let edits = AnnotationEdits::read(right.annotations())?;
    let Some(found) = engine.matches(left, right, &arguments)? else { return Ok(()) };
    for at in found {
        left.edit(at, |node| {
            let position = node.position();
            edits.apply(engine, node, right, position)
        })?;
    }
    Ok(())
}
