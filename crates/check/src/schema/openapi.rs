//! Translates the schemas of `OpenAPI` 3.0, Swagger and custom resource definitions, which have keywords of their
//! own: `nullable`, and exclusive bounds that are booleans. The root of the file identifies them. `OpenAPI` 3.1 needs
//! no translation: it is JSON Schema 2020-12.

use serde_json::{Map, Value as Json};
use yardstick_yaml::json::Type;

use super::SchemaFile;

/// Keywords that hold data, not schemas.
const DATA: [&str; 6] = ["const", "default", "enum", "example", "examples", "x-example"];

/// Returns `contents`, which is `file` or a part of it, translated to JSON Schema.
pub(super) fn translated(file: &SchemaFile, mut contents: Json) -> Json {
    if has_own_words(file) {
        translate(&mut contents);
    }
    contents
}

/// Whether the file is of a kind whose schemas have their own keywords.
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

// Recursion is safe because the depth of files is bounded.
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

/// Implements `nullable: true`, which adds null to the types next to it and has no effect without a type. Applies to
/// schemas of all drafts, because generators write it and other validators support it.
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

/// Implements `exclusiveMinimum: true`, which makes the bound next to it exclusive.
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

/// Translates our own keyword for key patterns. Keys that match no pattern are rejected, unless a pattern matches all
/// keys.
fn key_patterns(schema: &mut Map<String, Json>) {
    let Some(Json::Object(mut patterns)) = schema.shift_remove("x-ytt-patternProperties") else {
        return;
    };
    if patterns.len() > 1 || patterns.contains_key("") {
        // With several patterns, the first match decides, which JSON Schema cannot express. The schema already
        // declares what all of them may hold.
        return;
    }
    // A pattern that does not start with `^` is the name of a function, not a regular expression.
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
