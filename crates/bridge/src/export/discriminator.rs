//! Exports alternatives that a key selects: with a `const` for each, and the `discriminator` of `OpenAPI`.
//!
//! `OpenAPI` requires such alternatives to have names and to require the key. If they do not, its readers would
//! reject valid values, so the export omits the keyword.

use std::rc::Rc;

use yardstick_schema::Discriminator;
use yardstick_template::tree::{Map, MapItem, Yaml};

use super::{
    definitions::Definitions,
    node::{Dialect, Part, Writer},
    object::{Object, list},
};

/// Returns the alternatives as components that a named key selects, if all of them require the key.
pub(super) fn of_components<'o>(
    writer: &Writer<'_>,
    by: &'o Discriminator,
    alternatives: impl Iterator<Item = &'o Object>,
) -> Option<Object> {
    let is_openapi = matches!(writer.export.definitions, Definitions::Components);
    if !is_openapi || !by.is_named || writer.part != Part::All {
        return None;
    }
    let key = by.key.as_text()?.as_str()?;
    let alternatives: Vec<&Object> = alternatives.collect();
    // Each value must select one alternative and be a non-empty text, because it becomes a name.
    let mut selected = Vec::new();
    for (values, alternative) in by.values.iter().zip(&alternatives) {
        if !alternative.requires(&by.key) {
            return None;
        }
        let text = |value: &'o Yaml| value.as_text()?.as_str().filter(|text| !text.is_empty());
        let texts = values.iter().map(text);
        selected.push(texts.collect::<Option<Vec<_>>>().filter(|texts| !texts.is_empty())?);
    }
    let mut references = Vec::new();
    let mut mapping = Object::default();
    for (values, alternative) in selected.into_iter().zip(alternatives) {
        let name = component_name(writer, &format!("{key}.{}", values[0]));
        let reference = writer.export.definitions.reference(&name);
        let mut components = writer.export.components.borrow_mut();
        components.add(name.as_str(), alternative.clone());
        references.push([("$ref", reference.as_str().into())].into_iter().collect::<Object>());
        for value in values {
            mapping.add(value, reference.as_str());
        }
    }
    let mut discriminator = Object::default();
    discriminator.add("propertyName", by.key.clone());
    discriminator.add("mapping", mapping);
    let mut told = Object::default();
    told.add("oneOf", list(references));
    told.add("discriminator", discriminator);
    Some(told)
}

/// Returns a name for an alternative at the current path, limited to the characters that names may have.
fn component_name(writer: &Writer<'_>, end: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let text = format!("{}.{end}", writer.export.losses.path());
    let text: String = text.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
    let components = writer.export.components.borrow();
    let mut names = (2..).map(|number| format!("{text}-{number}"));
    let mut name = text.clone();
    while components.has(&name) {
        name = names.next().unwrap_or_default();
    }
    name
}

/// Returns the types of alternative `at` without the key values that select others.
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

/// If only one value of the key is allowed, writes it as `const`, which readers look for.
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
