//! Writes the fields of a schema as YAML: the format `ytt-schema`.

use yardstick_template::tree::{Array, ArrayItem, Map, MapItem, Yaml};

use super::{Field, Role};
use crate::{RuleDescriber, model::Declaration};

/// Returns the document for the schema with the root `root`.
pub(crate) fn document(root: &Declaration, words: &RuleDescriber<'_>) -> Yaml {
    let mut schema = vec![MapItem::new("name", "data/values")];
    schema.extend(facts(&Field::root(root), words));
    map(vec![MapItem::new("schema", map(schema))])
}

/// Returns the facts about a field. Facts that do not apply are omitted.
fn facts(field: &Field<'_>, words: &RuleDescriber<'_>) -> Vec<MapItem> {
    let mut items = Vec::new();
    let mut add = |key: &str, value: Option<Yaml>| {
        items.extend(value.map(|value| MapItem::new(key, value)));
    };
    let is_root = field.role == Role::Root;
    let text = |text: &str| Yaml::text(text);
    add("name", field.name.as_deref().map(text));
    add("path", (!is_root).then(|| text(&field.path)));
    add("title", field.title.as_deref().map(text));
    add("documentation", field.description().map(text));
    let fields = field.fields();
    // The document is nearly always a map, so do not mention it.
    let types = field.types();
    let says_type = !is_root || fields.is_empty();
    add("type", says_type.then(|| one_or_list(types.iter().map(|name| text(name)).collect())));
    add("shape", field.shape().map(text));
    add("nullable", field.is_nullable().then_some(Yaml::Bool(true)));
    add("optional", (field.role == Role::Optional).then_some(Yaml::Bool(true)));
    if let Role::Counted(count) = &field.role {
        add("expects", Some(text(count)));
    }
    add("required", field.is_required(words).then_some(Yaml::Bool(true)));
    add("default", field.default(words).cloned());
    add("deprecated", field.deprecated().map(text));
    add("rules", some_list(field.rules(words).iter().map(|rule| text(rule)).collect()));
    add(
        "example",
        some_list(
            field
                .examples()
                .iter()
                .map(|example| {
                    let description = example.description.as_deref().map_or(Yaml::Null, text);
                    map(vec![
                        MapItem::new("value", example.value.clone()),
                        MapItem::new("description", description),
                    ])
                })
                .collect(),
        ),
    );
    let all = |fields: &[Field<'_>]| -> Vec<Yaml> {
        fields.iter().map(|field| map(facts(field, words))).collect()
    };
    // Templates start with the fields of the document, so always include them.
    add("fields", if is_root { Some(list(all(&fields))) } else { some_list(all(&fields)) });
    add("items", field.items().map(|item| map(facts(&item, words))));
    if let Some((alternatives, exclusive)) = field.alternatives() {
        add(if exclusive { "one_of" } else { "any_of" }, some_list(all(&alternatives)));
    }
    add("not", some_list(all(&field.refused())));
    items
}

fn map(items: Vec<MapItem>) -> Yaml {
    Map::new(items).into()
}

fn list(values: Vec<Yaml>) -> Yaml {
    Array::new(values.into_iter().map(ArrayItem::new).collect()).into()
}

fn some_list(values: Vec<Yaml>) -> Option<Yaml> {
    (!values.is_empty()).then(|| list(values))
}

fn one_or_list(mut values: Vec<Yaml>) -> Yaml {
    match values.len() {
        1 => values.remove(0),
        _ => list(values),
    }
}
