//! Keywords next to `$ref` in schemas that declare draft 4, 6 or 7.
//!
//! Strictly read, those drafts ignore such keywords. But authors write them, editors and `SchemaStore` apply them,
//! and users of the schema cannot know that a rule is ignored. So a reference with rules next to it is moved into
//! `allOf`, which works in all drafts. If a flag sets the draft, its strict reading applies: that is the purpose of
//! the flag.

use jsonschema::Draft;
use serde_json::{Map, Value as Json, json};

use super::{SchemaFile, json_walk, keywords};

/// Returns `contents`, which is `file` or a part of it, rewritten so that the keywords next to references apply.
pub(super) fn heeded(file: &SchemaFile, mut contents: Json) -> Json {
    if is_heeded(file) {
        json_walk::each(&mut contents, &mut |schema, is_root| move_reference(schema, is_root));
    }
    contents
}

/// Whether keywords next to references in `file` apply although its draft ignores them.
pub(super) fn is_heeded(file: &SchemaFile) -> bool {
    file.root_text("$schema").is_some_and(|uri| {
        let draft = Draft::default().detect(&json!({ "$schema": uri }));
        matches!(draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
    })
}

fn move_reference(schema: &mut Map<String, Json>, is_root: bool) {
    let is_rule = |name: &String| {
        name != "$ref"
            && (name.starts_with("x-yardstick-")
                || keywords::find(name).is_some_and(keywords::Keyword::is_rule))
    };
    if !schema.get("$ref").is_some_and(Json::is_string) || !schema.keys().any(is_rule) {
        return;
    }
    let is_list = schema.get("allOf").is_none_or(Json::is_array);
    let Some(reference) = schema.shift_remove("$ref").filter(|_| is_list) else { return };
    if !is_root {
        // References in and around it are relative to another URL.
        schema.shift_remove("$id");
        schema.shift_remove("id");
    }
    let branch = json!({ "$ref": reference });
    match schema.get_mut("allOf") {
        Some(Json::Array(branches)) => branches.push(branch),
        _ => drop(schema.insert("allOf".to_owned(), Json::Array(vec![branch]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(mut schema: Json, expected: &Json) {
        json_walk::each(&mut schema, &mut move_reference);
        assert_eq!(&schema, expected);
    }

    #[test]
    fn only_next_to_rules() {
        let plain = json!({ "$ref": "#/definitions/a", "description": "d", "definitions": {} });
        becomes(plain.clone(), &plain);
        becomes(
            json!({ "properties": { "$ref": { "$id": "x", "$ref": "#", "required": ["a"] } } }),
            &json!({ "properties": { "$ref": { "required": ["a"], "allOf": [{ "$ref": "#" }] } } }),
        );
        becomes(
            json!({ "$id": "http://a/b", "$ref": "#/definitions/a", "allOf": [{}] }),
            &json!({ "$id": "http://a/b", "allOf": [{}, { "$ref": "#/definitions/a" }] }),
        );
    }
}
