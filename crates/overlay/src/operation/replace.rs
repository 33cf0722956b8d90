//! `@overlay/replace`: put the overlay's node in the place of matched nodes.

use yardstick_template::tree::Yaml;

use crate::{
    annotation::{arguments::ReplaceArguments, edit::AnnotationEdits},
    engine::Engine,
    failure::Result,
    matching::Counts,
    node::Node,
    siblings::Siblings,
};

pub(super) fn run<S: Siblings>(
    engine: &mut Engine<'_>,
    left: &mut S,
    right: &S::Node,
    defaults: &Counts,
) -> Result<()> {
    let matching = engine.match_arguments(right, defaults)?;
    let arguments = ReplaceArguments::read(right.annotations())?;
    let edits = AnnotationEdits::read(right.annotations())?;
    let Some(found) = engine.matches(left, right, &matching)? else { return Ok(()) };
    if found.is_empty() && arguments.or_add {
        let node = replacement(engine, None, right, &arguments)?;
        return left.add(node);
    }
    for at in found {
        let old = left.nodes()[at].clone();
        let mut node = replacement(engine, Some(old.value()), right, &arguments)?;
        edits.apply_to_replacement(engine, &old, &mut node)?;
        left.replace(at, node)?;
    }
    Ok(())
}

/// The overlay's node with the value to put in place.
fn replacement<N: Node>(
    engine: &mut Engine<'_>,
    old: Option<&Yaml>,
    right: &N,
    arguments: &ReplaceArguments<'_>,
) -> Result<N> {
    let mut node = engine.copy(right);
    if let Some(via) = arguments.via {
        *node.value_mut() = engine.via(via, old, right.value(), N::KIND)?;
    }
    Ok(node)
}
