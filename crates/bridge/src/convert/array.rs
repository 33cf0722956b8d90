//! Arrays: one item stands for all.

use yardstick_yaml::NodeId;

use super::{Converter, Known, Result};
use crate::model::{Node, Shape};

impl Converter<'_> {
    /// The type of an array; what is asked of single items is left to a rule.
    pub(super) fn array(&mut self, known: &Known, depth: usize) -> Result<Shape> {
        let view = self.view;
        let conjunction = &known.conjunction;
        let tuple = conjunction
            .all(view, "prefixItems")
            .chain(conjunction.all(view, "items"))
            .find(|&value| view.node(value).is_sequence());
        if let Some(place) = tuple {
            self.losses.add(
                place,
                "items have types by their position: a rule checks them, they are not filled in",
            );
            return Ok(Shape::Array(Box::new(Node::any())));
        }
        let items: Vec<NodeId> = conjunction.all(view, "items").collect();
        if items.is_empty() {
            return Ok(Shape::Array(Box::new(Node::any())));
        }
        // Where no item is allowed a rule says so.
        let mut item = self.node(&items, &[], depth + 1)?.unwrap_or_else(Node::any);
        // Items are never left out, so they have no default.
        item.default = None;
        Ok(Shape::Array(Box::new(item)))
    }
}
