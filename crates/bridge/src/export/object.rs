//! Builders for maps and lists, used by all schema writers.

use yardstick_template::{
    print,
    tree::{Array, ArrayItem, Map, MapItem, Yaml},
};

/// A map under construction. Keys keep their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    map: Map,
}

impl From<Vec<MapItem>> for Object {
    fn from(items: Vec<MapItem>) -> Self {
        Self { map: Map::new(items) }
    }
}

impl Object {
    /// Returns the schema of null, which is the same in every dialect.
    pub(super) fn null() -> Self {
        [("enum", list([Yaml::Null]))].into_iter().collect()
    }

    /// Creates an object from the keys of a map.
    pub(super) fn of(map: Yaml) -> Self {
        match map {
            Yaml::Map(map) => map.items().to_vec().into(),
            _ => Self::default(),
        }
    }

    /// Creates an object with room for so many keys.
    pub(super) fn with_capacity(keys: usize) -> Self {
        Self { map: Map::with_capacity(keys) }
    }

    pub(super) fn add(&mut self, key: impl Into<Yaml>, value: impl Into<Yaml>) {
        self.map.push(MapItem::new(key, value));
    }

    /// Adds a key unless it exists. Keys that differ in YAML may be the same in JSON.
    pub(super) fn add_new(&mut self, key: Yaml, value: impl Into<Yaml>) {
        if self.map.position_of(&key).is_none() {
            self.add(key, value);
        }
    }

    pub(super) fn extend(&mut self, mut other: Object) {
        self.map.items_mut().append(other.map.items_mut());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.map.items().iter().any(|item| item.key.as_text().is_some_and(|text| *text == *key))
    }

    /// Whether it has exactly this value under `key`.
    fn says(&self, key: &str, value: &Yaml) -> bool {
        let text = |value: &Yaml| print::to_yaml_text(value);
        self.map.items().iter().any(|item| {
            item.key.as_text().is_some_and(|known| *known == *key)
                && text(&item.value) == text(value)
        })
    }

    pub(super) fn remove(&mut self, key: &str) {
        self.map.items_mut().retain(|item| item.key.as_text().is_none_or(|text| *text != *key));
    }

    /// Returns the values under `pattern`.
    pub(super) fn patterns(&mut self) -> impl Iterator<Item = &mut Yaml> {
        let is_pattern =
            |item: &&mut MapItem| item.key.as_text().is_some_and(|key| *key == "pattern");
        self.map.values_mut().iter_mut().filter(is_pattern).map(|item| &mut item.value)
    }

    /// Whether its `required` lists `key`.
    pub(super) fn requires(&self, key: &Yaml) -> bool {
        let is_required =
            |item: &&MapItem| item.key.as_text().is_some_and(|key| *key == "required");
        let Some(Yaml::Array(all)) =
            self.map.items().iter().find(is_required).map(|item| &item.value)
        else {
            return false;
        };
        all.items.iter().any(|item| item.value.same_scalar(key))
    }

    /// Adds keywords that must hold as well. If a key is in use already, they go into a separate schema under
    /// `allOf`.
    pub(super) fn and(&mut self, keywords: impl IntoIterator<Item = (&'static str, Yaml)>) {
        let mut keywords: Vec<(&'static str, Yaml)> = keywords.into_iter().collect();
        keywords.retain(|(key, value)| !self.says(key, value));
        if keywords.iter().any(|(key, _)| self.has(key)) {
            let object: Object = keywords.into_iter().collect();
            return self.and_schema(object);
        }
        for (key, value) in keywords {
            self.add(key, value);
        }
    }

    /// Adds a schema that must hold as well.
    pub(super) fn and_schema(&mut self, schema: Object) {
        let is_all = |item: &&mut MapItem| item.key.as_text().is_some_and(|key| *key == "allOf");
        let known = self.map.values_mut().iter_mut().find(is_all);
        match known {
            Some(MapItem { value: value @ Yaml::Array(_), .. }) => {
                let Yaml::Array(all) = &*value else { return };
                let all = all.items.iter().map(|item| item.value.clone());
                *value = list(all.chain([schema.into()]));
            }
            _ => self.add("allOf", list([schema])),
        }
    }
}

impl FromIterator<(&'static str, Yaml)> for Object {
    fn from_iter<T: IntoIterator<Item = (&'static str, Yaml)>>(keywords: T) -> Self {
        let items: Vec<_> =
            keywords.into_iter().map(|(key, value)| MapItem::new(key, value)).collect();
        items.into()
    }
}

impl From<Object> for Yaml {
    fn from(object: Object) -> Self {
        object.map.into()
    }
}

pub(super) fn list<T: Into<Yaml>>(values: impl IntoIterator<Item = T>) -> Yaml {
    Array::new(values.into_iter().map(|value| ArrayItem::new(value)).collect()).into()
}
