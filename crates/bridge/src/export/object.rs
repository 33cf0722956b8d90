//! Building maps and lists, for writers of schemas.

use yardstick_template::tree::{Array, ArrayItem, Map, MapItem, Yaml};

/// A map under construction; keys keep their order.
#[derive(Debug, Default)]
pub(super) struct Object(Vec<MapItem>);

impl Object {
    pub(super) fn add(&mut self, key: impl Into<Yaml>, value: impl Into<Yaml>) {
        self.0.push(MapItem::new(key, value));
    }

    pub(super) fn extend(&mut self, other: Object) {
        self.0.extend(other.0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.iter().any(|item| item.key.as_text().is_some_and(|text| *text == *key))
    }
}

impl From<Object> for Yaml {
    fn from(object: Object) -> Self {
        Map::new(object.0).into()
    }
}

pub(super) fn list<T: Into<Yaml>>(values: impl IntoIterator<Item = T>) -> Yaml {
    Array::new(values.into_iter().map(|value| ArrayItem::new(value)).collect()).into()
}
