//! `unevaluatedProperties` and `unevaluatedItems` that can have no say, because a schema beside them in `allOf`
//! leaves nothing unevaluated.
//!
//! What a branch with `unevaluatedProperties` or `additionalProperties` accepts, it has evaluated as a whole; and if it
//! does not accept it, the verdict is clear. So the same keyword around it finds nothing. The engine would look
//! through the branch again at every level, which takes two to the power of the levels, and list each property once for
//! each.

use serde_json::{Map, Value as Json};

/// Takes such keywords out of `schema`, whose subschemas have been here.
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

// As deep as the file, whose depth is bounded.
fn is_left_to_branch(schema: &Map<String, Json>, is_whole: fn(&Map<String, Json>) -> bool) -> bool {
    let branches = schema.get("allOf").and_then(Json::as_array).into_iter().flatten();
    let mut schemas = branches.filter_map(Json::as_object);
    schemas.any(|branch| is_whole(branch) || is_left_to_branch(branch, is_whole))
}

fn has_all_properties(schema: &Map<String, Json>) -> bool {
    schema.contains_key("unevaluatedProperties") || schema.contains_key("additionalProperties")
}

fn has_all_items(schema: &Map<String, Json>) -> bool {
    // A list of schemas is for the first items only.
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
