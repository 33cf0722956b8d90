//! Alternatives that a key tells apart: `oneOf` with a `const` for each, and the `discriminator` of `OpenAPI`.

use std::rc::Rc;

use yardstick_schema::{Choice, Discriminator};
use yardstick_template::tree::{Map, Yaml};

use super::{node::Dialect, object::Object};

/// Adds the schemas of `choice`, one in each item of `alternatives`.
pub(super) fn add(object: &mut Object, choice: &Choice, mut alternatives: Yaml, dialect: Dialect) {
    let key = if choice.exclusive { "oneOf" } else { "anyOf" };
    let Some(by) = &choice.by else {
        object.add(key, alternatives);
        return;
    };
    if let (Dialect::JsonSchema, Yaml::Array(items)) = (dialect, &mut alternatives) {
        for item in &mut Rc::make_mut(items).items {
            say_const(&mut item.value, by);
        }
    }
    object.add(key, alternatives);
    if dialect == Dialect::OpenApi30 && by.is_named {
        let mut discriminator = Object::default();
        discriminator.add("propertyName", by.key.clone());
        object.add("discriminator", discriminator);
    }
}

/// Where only one value of the key is allowed, `const` says it in the word that people look for.
fn say_const(alternative: &mut Yaml, by: &Discriminator) {
    let Some(property) =
        entry(alternative, &"properties".into()).and_then(|keys| entry(keys, &by.key))
    else {
        return;
    };
    let Yaml::Map(map) = property else { return };
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
