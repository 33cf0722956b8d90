//! Fills in the defaults that values lack.
//!
//! The walk that checks values notes which maps lack something. They are completed afterwards, in place, so that large
//! values are never in memory twice. Collections that others share are copied.

use std::rc::Rc;

use yardstick_template::tree::{Map, Yaml};

use crate::model::MapType;

/// What values lack, in document order.
#[derive(Debug, Default)]
pub(crate) struct Lacking<'t> {
    steps: Vec<Step<'t>>,
}

/// A collection that lacks something, or that contains such a collection.
#[derive(Debug)]
struct Step<'t> {
    /// Its index in the collection around it.
    at: u32,
    /// The number of steps after this one that are for what is inside.
    inside: u32,
    /// The type of a map that lacks keys.
    type_: Option<&'t MapType>,
}

impl<'t> Lacking<'t> {
    /// Begins with a collection, the item `at` of the one around it. Returns the number to end it with.
    pub(super) fn enter(&mut self, at: u32) -> usize {
        self.steps.push(Step { at, inside: 0, type_: None });
        self.steps.len()
    }

    /// Ends the collection `number`, which lacks keys of `type_`, if there is one.
    pub(super) fn leave(&mut self, number: usize, type_: Option<&'t MapType>) {
        let inside = self.steps.len() - number;
        if inside == 0 && type_.is_none() {
            self.steps.pop();
        } else if let Some(step) = self.steps.get_mut(number - 1) {
            (step.inside, step.type_) = (inside as u32, type_);
        }
    }

    /// Completes `value`, for which this was noted.
    pub(crate) fn fill(&self, value: &mut Yaml) {
        if let Some((step, inside)) = self.steps.split_first() {
            step.fill(inside, value, &mut Vec::new());
        }
    }
}

impl Step<'_> {
    /// Completes the collection of this step; `inside` starts with the steps for what is in it.
    // Recursion is safe because the depth of values is bounded.
    fn fill(&self, inside: &[Step<'_>], value: &mut Yaml, given: &mut Vec<bool>) {
        let mut inside = &inside[..self.inside as usize];
        let mut next = || {
            let (step, rest) = inside.split_first()?;
            inside = &rest[step.inside as usize..];
            Some((step, rest))
        };
        match value {
            Yaml::Map(map) => {
                let map = Rc::make_mut(map);
                while let Some((step, rest)) = next() {
                    step.fill(rest, &mut map.values_mut()[step.at as usize].value, given);
                }
                if let Some(type_) = self.type_ {
                    add_missing(map, type_, given);
                }
            }
            Yaml::Array(array) => {
                let items = Rc::make_mut(array).items_mut();
                while let Some((step, rest)) = next() {
                    step.fill(rest, &mut items[step.at as usize].value, given);
                }
            }
            _ => {}
        }
    }
}

/// Adds the keys of `type_` that `map` lacks, with their defaults. `given` is room for notes.
fn add_missing(map: &mut Map, type_: &MapType, given: &mut Vec<bool>) {
    given.clear();
    given.resize(type_.values.len(), false);
    let mut known = 0;
    for at in type_.places_in(map).flatten() {
        known += usize::from(!std::mem::replace(&mut given[at], true));
    }
    let items = map.items_mut();
    items.reserve_exact(type_.values.len() - known);
    let missing = type_.defaults.items().iter().zip(given).filter(|(_, given)| !**given);
    items.extend(missing.map(|(item, _)| item.clone()));
}
