//! Supports draft 7 keywords in schemas of drafts 4 and 6: `const`, `contains`, `propertyNames`, `if`.
//!
//! Strictly read, the old drafts do not know these keywords and ignore them. But authors who write `const` mean it,
//! and the validators of editors and of `SchemaStore` apply it: without it, the branches of a `oneOf` may all be
//! alike. So such a schema is read as draft 7, with the differences between the drafts rewritten, and a warning says
//! so.

use jsonschema::Draft;
use serde_json::{Map, Value as Json, json};

use super::{
    SchemaFile,
    json_walk::{self, holds},
    keywords::Holds,
    openapi,
};

/// Keywords that draft 4 does not have. Draft 6 only lacks `if`.
const WORDS: [&str; 4] = ["const", "contains", "if", "propertyNames"];
const NEXT: &str = "http://json-schema.org/draft-07/schema#";

/// Draft 7 keywords that do not restrict values here, and that older schemas may use for anything.
const ANNOTATIONS: [&str; 6] =
    ["$comment", "contentEncoding", "contentMediaType", "examples", "readOnly", "writeOnly"];

/// Returns `contents`, which is `file` or a part of it, rewritten as draft 7 if it uses later keywords.
pub(super) fn adopted(file: &SchemaFile, mut contents: Json) -> Json {
    let Some(draft) = old_draft(file) else { return contents };
    if uses_later_words(&contents, Holds::Schema, words(draft)) {
        json_walk::each(&mut contents, &mut |schema, _| rewrite(schema, draft));
        if let Json::Object(members) = &mut contents {
            members.insert("$schema".to_owned(), json!(NEXT));
        }
    }
    contents
}

/// Returns the draft that the engine must use for `contents`, after rewriting a schema of draft `declared`.
pub(super) fn draft_of(contents: &Json, declared: Option<Draft>) -> Option<Draft> {
    let is_adopted = contents.get("$schema").and_then(Json::as_str) == Some(NEXT);
    declared.map(|draft| if is_adopted { draft.max(Draft::Draft7) } else { draft })
}

/// Returns the draft of the file, if it declares draft 4 or 6.
pub(super) fn old_draft(file: &SchemaFile) -> Option<Draft> {
    let uri = file.root_text("$schema")?;
    let draft = Draft::default().detect(&json!({ "$schema": uri }));
    matches!(draft, Draft::Draft4 | Draft::Draft6).then_some(draft)
}

/// Returns the keywords that `draft` lacks: draft 6 has all but `if`.
pub(super) fn words(draft: Draft) -> &'static [&'static str] {
    if draft == Draft::Draft4 { &WORDS } else { &["if"] }
}

// Recursion is safe because the depth of files is bounded.
fn uses_later_words(value: &Json, kind: Holds, words: &[&str]) -> bool {
    match (kind, value) {
        (Holds::Schema | Holds::SchemaOrSchemas, Json::Object(members)) => {
            members.iter().any(|(name, value)| {
                words.contains(&name.as_str()) || uses_later_words(value, holds(name), words)
            })
        }
        (Holds::Schemas | Holds::SchemaOrSchemas | Holds::Schema, Json::Array(items)) => {
            items.iter().any(|item| uses_later_words(item, Holds::Schema, words))
        }
        (Holds::SchemasByName | Holds::SchemasOrNamesByName, Json::Object(members)) => members
            .values()
            .any(|value| value.is_object() && uses_later_words(value, Holds::Schema, words)),
        _ => false,
    }
}

fn rewrite(members: &mut Map<String, Json>, draft: Draft) {
    let is_since_6 = |name: &str| draft == Draft::Draft6 && name == "examples";
    members.retain(|name, _| is_since_6(name) || !ANNOTATIONS.contains(&name.as_str()));
    if draft != Draft::Draft4 {
        return;
    }
    openapi::exclusive(members, "minimum", "exclusiveMinimum");
    openapi::exclusive(members, "maximum", "exclusiveMaximum");
    rename_id(members);
}

/// Renames `id` to `$id`, its name since draft 6.
fn rename_id(members: &mut Map<String, Json>) {
    if members.contains_key("$id") || !members.get("id").is_some_and(Json::is_string) {
        return;
    }
    if let Some(id) = members.shift_remove("id") {
        members.insert("$id".to_owned(), id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_keywords_only_where_schemas_are() {
        let used = |schema: Json| uses_later_words(&schema, Holds::Schema, &WORDS);
        assert!(used(json!({ "oneOf": [{ "properties": { "t": { "const": 1 } } }] })));
        assert!(used(json!({ "definitions": { "a": { "if": {} } } })));
        assert!(!used(json!({ "properties": { "const": {}, "if": { "enum": [{ "if": 1 }] } } })));
        assert!(!used(json!({ "dependencies": { "if": ["const"] }, "default": { "const": 1 } })));
    }

    #[test]
    fn what_differs_is_rewritten() {
        let mut schema = json!({
            "id": "http://a/b", "examples": { "x": 1 },
            "properties": { "id": { "minimum": 1, "exclusiveMinimum": true } },
        });
        json_walk::each(&mut schema, &mut |schema, _| rewrite(schema, Draft::Draft4));
        let expected =
            json!({ "$id": "http://a/b", "properties": { "id": { "exclusiveMinimum": 1 } } });
        assert_eq!(schema, expected);
    }
}
