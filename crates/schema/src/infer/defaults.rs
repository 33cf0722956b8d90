//! Collects the defaults of a map's keys.
//!
//! In most schemas the values of a map are its defaults, so the map itself serves as the default. Only if one of its
//! keys has another default, or annotations, is there a second map.

use std::rc::Rc;

use yardstick_template::tree::{Annotations, Map, MapItem, Position, Yaml};

/// The defaults of the keys so far.
pub(super) struct Defaults<'m> {
    map: &'m Rc<Map>,
    /// The number of items of `map` that are the defaults, as long as there are no others.
    same: usize,
    /// The defaults, once they differ from the items of `map`.
    others: Option<Vec<MapItem>>,
}

impl<'m> Defaults<'m> {
    /// Begins with the first key of `map`.
    pub(super) fn of(map: &'m Rc<Map>) -> Self {
        Self { map, same: 0, others: None }
    }

    /// Adds the key of `item`, a later one than those before, which is at `position` and has the default `value`.
    pub(super) fn push(&mut self, item: &MapItem, position: Position, value: &Yaml) {
        let is_next = self.others.is_none()
            && self.map.items().get(self.same).is_some_and(|next| std::ptr::eq(next, item));
        if is_next
            && item.annotations.is_empty()
            && item.position == position
            && item.value.same_scalar(value)
        {
            self.same += 1;
            return;
        }
        let others = self.others.get_or_insert_with(|| {
            let mut others = Vec::with_capacity(self.map.len());
            others.extend_from_slice(&self.map.items()[..self.same]);
            others
        });
        let (key, value) = (item.key.clone(), value.clone());
        others.push(MapItem { key, value, position, annotations: Annotations::NONE });
    }

    /// Returns the map of all defaults.
    pub(super) fn finish(self) -> Rc<Map> {
        match self.others {
            None if self.same == self.map.len() && !self.map.computed => Rc::clone(self.map),
            None => Rc::new(Map::new(self.map.items()[..self.same].to_vec())),
            Some(others) => Rc::new(Map::new(others)),
        }
    }
}
