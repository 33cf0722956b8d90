//! Schemas of `OpenAPI` 3.0, of Swagger, and of custom resource definitions, which say some things in words of
//! their own: `nullable`, and exclusive bounds that are switches. They are recognized by their root, and rewritten
//! into the words of the drafts. `OpenAPI` 3.1 is JSON Schema 2020-12 as it is.

use serde_json::{Map, Value as Json};
use yardstick_yaml::json::Type;

use super::SchemaFile;

/// Keywords that hold data, not schemas.
const DATA: [&str; 6] = ["const", "default", "enum", "example", "examples", "x-example"];

/// `contents`, which is `file` or a part of it, in the words of the drafts.
pub(super) fn translated(file: &SchemaFile, mut contents: Json) -> Json {
    if has_own_words(file) {
        translate(&mut contents);
    }
    contents
}

/// Whether the file is of a kind whose schemas have words of their own.
pub(super) fn has_own_words(file: &SchemaFile) -> bool {
    let Some(root) = file.root().filter(|&root| file.view.type_of(root) == Type::Object) else {
        return false;
    };
    let text = |name| file.view.get(root, name).map(|value| file.view.node(value).text());
    text("openapi").is_some_and(|version| version.starts_with("3.0"))
        || text("swagger").is_some_and(|version| version.starts_with('2'))
        || text("kind") == Some("CustomResourceDefinition")
        || file.view.get(root, "openAPIV3Schema").is_some()
}

// As deep as the file, whose depth is bounded.
fn translate(value: &mut Json) {
    match value {
        Json::Object(schema) => {
            for (key, value) in schema.iter_mut() {
                if !DATA.contains(&key.as_str()) {
                    translate(value);
                }
            }
            nullable(schema);
            exclusive(schema, "minimum", "exclusiveMinimum");
            exclusive(schema, "maximum", "exclusiveMaximum");
            key_patterns(schema);
        }
        Json::Array(items) => items.iter_mut().for_each(translate),
        _ => {}
    }
}

/// `nullable: true` adds null to the types beside it. Without a type there is nothing to add it to. Schemas of all
/// drafts have it, because generators write it and other checkers heed it.
pub(super) fn nullable(schema: &mut Map<String, Json>) {
    if schema.get("nullable") != Some(&Json::Bool(true)) {
        return;
    }
    let null = Json::from("null");
    match schema.get_mut("type") {
        Some(Json::Array(names)) if !names.contains(&null) => names.push(null),
        Some(name @ Json::String(_)) if *name != null => {
            let own = name.take();
            *name = Json::Array(vec![own, null]);
        }
        _ => {}
    }
    schema.shift_remove("nullable");
}

/// `exclusiveMinimum: true` makes the bound beside it exclusive.
pub(super) fn exclusive(schema: &mut Map<String, Json>, bound: &str, switch: &str) {
    let Some(Json::Bool(is_on)) = schema.get(switch) else { return };
    let number = schema.get(bound).filter(|_| *is_on).cloned();
    match number {
        Some(number) => {
            schema.insert(switch.to_owned(), number);
            schema.shift_remove(bound);
        }
        None => {
            schema.shift_remove(switch);
        }
    }
}

/// Our own word for patterns of keys. Keys that no pattern matches are refused, unless one matches all.
fn key_patterns(schema: &mut Map<String, Json>) {
    let Some(Json::Object(mut patterns)) = schema.shift_remove("x-ytt-patternProperties") else {
        return;
    };
    if patterns.len() > 1 || patterns.contains_key("") {
        // The first that matches decides, which has no keyword here. What all may hold is declared already.
        return;
    }
    // The name of a function is no expression.
    patterns.retain(|pattern, _| pattern.starts_with('^'));
    if !patterns.is_empty() {
        let named = schema.get("properties").and_then(Json::as_object);
        let is_plain = named.is_none_or(Map::is_empty);
        if is_plain {
            schema.insert("patternProperties".to_owned(), Json::Object(patterns));
            schema.insert("additionalProperties".to_owned(), Json::Bool(false));
        }
    }
}
