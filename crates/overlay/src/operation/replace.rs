//! `@overlay/replace`: replaces the matched nodes by the overlay node.

use yardstick_template::tree::Yaml;

use super::Task;
use crate::{
    annotation::arguments::ReplaceArguments, engine::Engine, failure::Result, node::Node,
    siblings::Siblings,
};

impl<S: Siblings> Task<'_, '_, '_, S> {
    pub(super) fn replace(&mut self) -> Result<()> {
        let matching = self.matching()?;
        let arguments = ReplaceArguments::read(self.right.annotations())?;
        let edits = self.edits()?;
        let Some(found) = self.find(&matching)? else { return Ok(()) };
        if found.is_empty() && arguments.or_add {
            let node = replacement(self.engine, None, self.right, &arguments)?;
            return self.left.add(node);
        }
        for at in found {
            let old = self.left.nodes()[at].clone();
            let mut node = replacement(self.engine, Some(old.value()), self.right, &arguments)?;
            edits.apply_to_replacement(self.engine, &old, &mut node)?;
            self.left.replace(at, node)?;
        }
        Ok(())
    }
}

/// Returns the overlay node with the replacement value.
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
