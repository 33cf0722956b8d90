//! Alternatives that a key tells apart: a `const` for each, and the `discriminator` of `OpenAPI`.

use std::rc::Rc;

use yardstick_schema::Discriminator;
use yardstick_template::tree::{Map, MapItem, Yaml};

use super::{
    node::Dialect,
    object::{Object, list},
};

/// Adds the name of the key, where the format has a word for it.
pub(super) fn add(object: &mut Object, by: &Discriminator, dialect: Dialect) {
    if dialect == Dialect::OpenApi30 && by.is_named {
        let mut discriminator = Object::default();
        discriminator.add("propertyName", by.key.clone());
        object.add("discriminator", discriminator);
    }
}

/// The types of the alternative numbered `at`, without the values that select others.
pub(super) fn narrowed(types: Object, by: &Discriminator, at: usize) -> Object {
    let Some(values) = by.values.get(at) else { return types };
    let mut types: Yaml = types.into();
    let property = entry(&mut types, &"properties".into()).and_then(|keys| entry(keys, &by.key));
    if let Some(Yaml::Map(map)) = property {
        let is_null = |item: &MapItem| match (item.key.as_text(), &item.value) {
            (Some(key), Yaml::Bool(true)) => *key == "nullable",
            (Some(key), Yaml::Array(_)) => *key == "type",
            _ => false,
        };
        let null = map.items().iter().any(is_null).then_some(Yaml::Null);
        let mut items = map.items().to_vec();
        items.push(MapItem::new("enum", list(values.iter().cloned().chain(null))));
        *map = Rc::new(Map::new(items));
        return Object::of(types);
    }
    let mut types = Object::of(types);
    let allowed = values.iter().cloned().chain([Yaml::Null]);
    let value: Object = [("enum", list(allowed))].into_iter().collect();
    let mut properties = Object::default();
    properties.add(by.key.clone(), value);
    types.and([("properties", properties.into())]);
    types
}

/// Where only one value of the key is allowed, `const` says it in the word that people look for.
pub(super) fn with_const(alternative: Object, by: &Discriminator, dialect: Dialect) -> Object {
    let mut alternative: Yaml = alternative.into();
    if dialect == Dialect::JsonSchema {
        say_const(&mut alternative, by);
    }
    Object::of(alternative)
}

fn say_const(alternative: &mut Yaml, by: &Discriminator) {
    let property = entry(alternative, &"properties".into()).and_then(|keys| entry(keys, &by.key));
    let Some(Yaml::Map(map)) = property else { return };
    let Some(at) = map.position_of(&"enum".into()) else { return };
    let Yaml::Array(allowed) = &map.items()[at].value else { return };
    let [only] = allowed.items.as_slice() else { return };
    let only = only.value.clone();
    let mut items = map.items().to_vec();
    items[at].key = "const".into();
    items[at].value = only;
    *map = Rc::new(Map::new(items));
}

fn entry<'a>(value: &'a mut Yaml, key: &Yaml) -> Option<&'a mut Yaml> {
    let Yaml::Map(map) = value else { return None };
    let at = map.position_of(key)?;
    Rc::make_mut(map).values_mut().get_mut(at).map(|item| &mut item.value)
}
