//! Rewrites draft 3 schemas as draft 4, which the engine supports. `required` moves from a property to the object
//! around it; `extends`, `disallow`, `divisibleBy` and types that are schemas get their later forms.

use serde_json::{Map, Value as Json, json};

use super::{SchemaFile, TYPES};

const URI: &str = "json-schema.org/draft-03/";
const NEXT: &str = "http://json-schema.org/draft-04/schema#";

/// Whether `uri` names draft 3.
pub(super) fn is_named(uri: &str) -> bool {
    let rest = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://"));
    rest.is_some_and(|rest| rest.starts_with(URI))
}

/// Returns `contents`, which is `file` or a part of it, rewritten as draft 4 if it is draft 3.
pub(super) fn translated(file: &SchemaFile, mut contents: Json) -> Json {
    if file.root_text("$schema").is_some_and(is_named) {
        schema(&mut contents);
    }
    contents
}

// Recursion is safe because the depth of files is bounded.
fn schema(value: &mut Json) {
    let Json::Object(members) = value else { return };
    for (name, value) in members.iter_mut() {
        match name.as_str() {
            "$schema" if value.as_str().is_some_and(is_named) => *value = json!(NEXT),
            "default" | "enum" | "id" | "$ref" | "title" | "description" | "links" => {}
            "properties" | "patternProperties" | "definitions" => by_name(value),
            "dependencies" => dependencies(value),
            "format" => format(value),
            // A list of types or schemas, or a single one.
            _ => match value {
                Json::Array(items) => items.iter_mut().for_each(schema),
                value => schema(value),
            },
        }
    }
    require(members);
    later_names(members);
    if let Some(types) = members.shift_remove("type") {
        types_of(types, members);
    }
}

fn by_name(value: &mut Json) {
    if let Json::Object(members) = value {
        members.values_mut().for_each(schema);
    }
}

/// In draft 3, a single name counts as a list of one.
fn dependencies(value: &mut Json) {
    let Json::Object(members) = value else { return };
    for one in members.values_mut() {
        match one {
            Json::String(_) => *one = Json::Array(vec![one.take()]),
            one => schema(one),
        }
    }
}

fn format(value: &mut Json) {
    match value.as_str() {
        Some("ip-address") => *value = json!("ipv4"),
        Some("host-name") => *value = json!("hostname"),
        _ => {}
    }
}

/// Collects the properties with `required: true` in a list.
fn require(members: &mut Map<String, Json>) {
    if members.get("required").is_some_and(Json::is_boolean) {
        // The object around this property evaluates the keyword; see below.
        let is_on = members.shift_remove("required");
        members.insert(REQUIRED.to_owned(), is_on.unwrap_or_default());
    }
    let Some(Json::Object(properties)) = members.get_mut("properties") else { return };
    let mut names = Vec::new();
    for (name, property) in properties {
        let Json::Object(property) = property else { continue };
        if property.shift_remove(REQUIRED) == Some(Json::Bool(true)) {
            names.push(Json::from(name.as_str()));
        }
    }
    if !names.is_empty() {
        members.insert("required".to_owned(), Json::Array(names));
    }
}

/// Temporary mark on a required property, until the object around it reads it.
const REQUIRED: &str = "x-yardstick-required";

fn later_names(members: &mut Map<String, Json>) {
    if let Some(step) = members.shift_remove("divisibleBy") {
        members.insert("multipleOf".to_owned(), step);
    }
    match members.shift_remove("extends") {
        Some(Json::Array(all)) => drop(members.insert("allOf".to_owned(), Json::Array(all))),
        Some(one) => drop(members.insert("allOf".to_owned(), Json::Array(vec![one]))),
        None => {}
    }
    if let Some(types) = members.shift_remove("disallow") {
        let mut refused = Map::new();
        types_of(types, &mut refused);
        members.insert("not".to_owned(), Json::Object(refused));
    }
}

/// Adds the meaning of a type, or of a list of types and schemas, to `out`. Unknown types allow anything.
fn types_of(types: Json, out: &mut Map<String, Json>) {
    let all = match types {
        Json::Array(all) => all,
        one => vec![one],
    };
    let is_known = |one: &Json| one.as_str().is_none_or(|name| TYPES.contains(&name));
    if !all.iter().all(is_known) || all.is_empty() {
        return;
    }
    let (schemas, mut names): (Vec<Json>, Vec<Json>) = all.into_iter().partition(Json::is_object);
    let type_ = if names.len() == 1 { names.remove(0) } else { Json::Array(names) };
    if schemas.is_empty() {
        out.insert("type".to_owned(), type_);
        return;
    }
    let is_empty = type_.as_array().is_some_and(Vec::is_empty);
    let named = (!is_empty).then(|| json!({ "type": type_ }));
    out.insert("anyOf".to_owned(), named.into_iter().chain(schemas).collect());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(mut draft3: Json, draft4: &Json) {
        schema(&mut draft3);
        assert_eq!(&draft3, draft4);
    }

    #[test]
    fn required_moves_up() {
        becomes(
            json!({ "properties": { "a": { "required": true }, "required": { "required": false } } }),
            &json!({ "properties": { "a": {}, "required": {} }, "required": ["a"] }),
        );
    }

    #[test]
    fn words_that_changed() {
        becomes(
            json!({ "extends": { "divisibleBy": 2 }, "disallow": "string", "dependencies": { "a": "b" } }),
            &json!({ "dependencies": { "a": ["b"] }, "allOf": [{ "multipleOf": 2 }], "not": { "type": "string" } }),
        );
        becomes(json!({ "type": "any" }), &json!({}));
        becomes(
            json!({ "type": ["string", { "type": "integer", "divisibleBy": 2 }] }),
            &json!({ "anyOf": [{ "type": "string" }, { "type": "integer", "multipleOf": 2 }] }),
        );
    }
}
