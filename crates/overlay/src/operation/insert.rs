//! `@overlay/insert`: inserts copies of the overlay node next to the matched nodes.

use super::Task;
use crate::{
    annotation::arguments::InsertArguments, failure::Result, node::Node, siblings::Siblings,
};

impl<S: Siblings> Task<'_, '_, '_, S> {
    pub(super) fn insert(&mut self) -> Result<()> {
        let matching = self.matching()?;
        let Some(found) = self.find(&matching)? else { return Ok(()) };
        let right = self.right;
        let arguments = InsertArguments::read(right.annotations())?;
        let mut additions = Vec::new();
        for at in found {
            let neighbor = &self.left.nodes()[at];
            let mut node = self.engine.copy(right);
            node.set_file(neighbor.file());
            if let Some(via) = arguments.via {
                let value = Some(neighbor.value());
                *node.value_mut() = self.engine.via(via, value, right.value(), S::Node::KIND)?;
            }
            if arguments.before {
                additions.push((at, node.clone()));
            }
            if arguments.after {
                additions.push((at + 1, node));
            }
        }
        if let Some(left) = self.left.sequence()
            && !additions.is_empty()
        {
            left.insert(additions);
        }
        Ok(())
    }
}
