//! Joins many layers to one. Otherwise thousands of values files or flags would each traverse all values.

use std::collections::HashMap;

use yardstick_overlay::names;
use yardstick_template::tree::{Document, Map, MapItem, Yaml};

use super::{Layer, Merge};

/// The minimum number of layers to join. Fewer layers are merged one by one.
const MANY: usize = 32;

/// Joins the first of `layers` to one document. Returns it with the kind of merge and the number of layers. All are
/// plain, or all are values of flags; there are many of them; and no two set the same value. Merging them into
/// `before` one by one would give the same result.
pub(super) fn joined<'l>(
    layers: impl Iterator<Item = &'l Layer> + Clone,
    before: &Document,
) -> Option<(Document, Merge, usize)> {
    let first = layers.clone().next()?;
    let (merge, position) = (first.merge, first.document.position);
    let annotations = first.document.annotations.clone();
    let layers = layers.take_while(|layer| layer.merge == merge);
    if merge == Merge::Overlay || layers.clone().nth(MANY - 1).is_none() {
        return None;
    }
    let mut all = Joined::default();
    let mut count = 0;
    for layer in layers {
        let Yaml::Map(map) = &layer.document.value else { break };
        if !all.has_room_for(map, &before.value) {
            break;
        }
        all.add(map, &before.value);
        count += 1;
    }
    (count >= MANY)
        .then(|| (Document { value: all.into_map().into(), position, annotations }, merge, count))
}

/// The items of several maps.
#[derive(Default)]
struct Joined {
    items: Vec<MapItem>,
    places: HashMap<String, usize>,
    /// The joined content of items whose maps were joined, by position.
    inner: HashMap<usize, Joined>,
}

impl Joined {
    /// True if `map` sets no value that is already here, and none twice.
    fn has_room_for(&self, map: &Map, before: &Yaml) -> bool {
        map.items().iter().all(|item| {
            let Some(key) = item.key.as_text() else { return false };
            if !map.get(&item.key).is_some_and(|first| std::ptr::eq(first, item)) {
                return false;
            }
            let Some(place) = self.places.get(&*key.to_lossy()) else { return true };
            match (self.inner.get(place), inside(item, before)) {
                (Some(inner), Some((map, before))) => inner.has_room_for(map, before),
                _ => false,
            }
        })
    }

    fn add(&mut self, map: &Map, before: &Yaml) {
        for item in map.items() {
            let key = item.key.as_text().map(|key| key.to_lossy().into_owned()).unwrap_or_default();
            let place = *self.places.entry(key).or_insert_with(|| {
                self.items.push(item.clone());
                self.items.len() - 1
            });
            if let Some((map, before)) = inside(item, before) {
                self.inner.entry(place).or_default().add(map, before);
            }
        }
    }

    fn into_map(mut self) -> Map {
        for (place, inner) in self.inner {
            self.items[place].value = inner.into_map().into();
        }
        Map::new(self.items)
    }
}

/// The map in `item` and the value it is merged with, if both are maps. Only then does the order in which the schema
/// fills in defaults not depend on other values.
fn inside<'v>(item: &'v MapItem, before: &'v Yaml) -> Option<(&'v Map, &'v Yaml)> {
    let Yaml::Map(map) = &item.value else { return None };
    if item.annotations.has(names::REPLACE) {
        return None;
    }
    let there = before.as_map()?.get(&item.key)?;
    matches!(there.value, Yaml::Map(_)).then_some((&**map, &there.value))
}
