//! Removes `unevaluatedProperties` and `unevaluatedItems` where they have no effect, because a branch of `allOf`
//! leaves nothing unevaluated.
//!
//! If a branch with `unevaluatedProperties` or `additionalProperties` accepts a value, it has evaluated all of it;
//! otherwise, the verdict is clear anyway. So the same keyword outside of the branch finds nothing. But the engine
//! would search the branch again at every level, which takes exponential time, and would report each property once
//! per level.

use serde_json::{Map, Value as Json};

/// Removes such keywords from `schema`. Its subschemas must have been processed already.
pub(super) fn drop_needless(schema: &mut Map<String, Json>) {
    for (keyword, is_whole) in [
        ("unevaluatedProperties", has_all_properties as fn(&Map<String, Json>) -> bool),
        ("unevaluatedItems", has_all_items),
    ] {
        if schema.contains_key(keyword) && is_left_to_branch(schema, is_whole) {
            schema.shift_remove(keyword);
        }
    }
}

// Recursion is safe because the depth of files is bounded.
fn is_left_to_branch(schema: &Map<String, Json>, is_whole: fn(&Map<String, Json>) -> bool) -> bool {
    let branches = schema.get("allOf").and_then(Json::as_array).into_iter().flatten();
    let mut schemas = branches.filter_map(Json::as_object);
    schemas.any(|branch| is_whole(branch) || is_left_to_branch(branch, is_whole))
}

fn has_all_properties(schema: &Map<String, Json>) -> bool {
    schema.contains_key("unevaluatedProperties") || schema.contains_key("additionalProperties")
}

fn has_all_items(schema: &Map<String, Json>) -> bool {
    // A list of schemas only covers the first items.
    schema.contains_key("unevaluatedItems")
        || schema.get("items").is_some_and(|items| items.is_object() || items.is_boolean())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn keeps(schema: Json, expected: bool) {
        let Json::Object(mut schema) = schema else { panic!("an object") };
        drop_needless(&mut schema);
        let is_kept =
            schema.contains_key("unevaluatedProperties") || schema.contains_key("unevaluatedItems");
        assert_eq!(is_kept, expected, "{schema:?}");
    }

    #[test]
    fn only_what_has_no_say() {
        let inner = json!({ "unevaluatedProperties": false });
        keeps(json!({ "allOf": [inner], "unevaluatedProperties": false }), false);
        keeps(json!({ "allOf": [{ "allOf": [inner] }], "unevaluatedProperties": false }), false);
        keeps(json!({ "anyOf": [inner], "unevaluatedProperties": false }), true);
        keeps(json!({ "allOf": [{ "properties": {} }], "unevaluatedProperties": false }), true);
        let items =
            |items: Json| json!({ "allOf": [{ "items": items }], "unevaluatedItems": false });
        keeps(items(json!({ "type": "string" })), false);
        keeps(items(json!([{}])), true);
    }
}
