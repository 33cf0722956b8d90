//! `@overlay/insert`: put copies of the overlay's node beside matched ones.

use crate::{
    annotation::arguments::InsertArguments, engine::Engine, failure::Result, matching::Counts,
    node::Node, siblings::Siblings,
};

pub(super) fn run<S: Siblings>(
    engine: &mut Engine<'_>,
    left: &mut S,
    right: &S::Node,
    defaults: &Counts,
) -> Result<()> {
    let matching = engine.match_arguments(right, defaults)?;
    let Some(found) = engine.matches(left, right, &matching)? else { return Ok(()) };
    let arguments = InsertArguments::read(right.annotations())?;
    let mut additions = Vec::new();
    for at in found {
        let neighbour = &left.nodes()[at];
        let mut node = engine.copy(right);
        node.set_file(neighbour.file());
        if let Some(via) = arguments.via {
            let value = neighbour.value();
            *node.value_mut() = engine.via(via, Some(value), right.value(), S::Node::KIND)?;
        }
        if arguments.before {
            additions.push((at, node.clone()));
        }
        if arguments.after {
            additions.push((at + 1, node));
        }
    }
    if let Some(left) = left.sequence()
        && !additions.is_empty()
    {
        left.insert(additions);
    }
    Ok(())
}
