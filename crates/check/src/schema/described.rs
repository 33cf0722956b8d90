//! Tests whether a schema describes a property of its object.

use rustc_hash::FxHashSet;
use serde_json::Value as Json;

/// The keywords whose schemas apply to the same object.
const IN_PLACE: [&str; 6] = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

/// Whether `root` has a rule for the property `name`, directly or in a part that applies to the same object.
pub(super) fn is_described(root: &Json, name: &str) -> bool {
    // References may form cycles, and several may lead to one part.
    let mut seen: FxHashSet<*const Json> = FxHashSet::default();
    let mut left = vec![root];
    while let Some(schema) = left.pop() {
        let Some(members) = schema.as_object().filter(|_| seen.insert(schema)) else { continue };
        let properties = members.get("properties").and_then(Json::as_object);
        if properties.is_some_and(|all| all.contains_key(name)) {
            return true;
        }
        let target = members.get("$ref").and_then(Json::as_str);
        left.extend(target.and_then(|text| root.pointer(text.strip_prefix('#')?)));
        for part in IN_PLACE.iter().filter_map(|word| members.get(*word)) {
            match part {
                Json::Array(parts) => left.extend(parts),
                part => left.push(part),
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn parts_for_the_same_object_count() {
        let inner = json!({ "properties": { "a": {} } });
        assert!(is_described(&inner, "a"));
        assert!(is_described(&json!({ "allOf": [{}, inner] }), "a"));
        assert!(is_described(&json!({ "$ref": "#/$defs/x", "$defs": { "x": inner } }), "a"));
        assert!(!is_described(&json!({ "properties": { "b": inner } }), "a"));
        assert!(!is_described(
            &json!({ "anyOf": [{ "$ref": "#" }, { "$ref": "#/anyOf/1" }] }),
            "a"
        ));
    }
}
