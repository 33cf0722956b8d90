//! Checks what Kubernetes requires of a custom resource's schema, as far as its lines show: only keywords that the
//! server supports, no types in combined schemas, and a type everywhere else.

use yardstick_bridge::export::STRUCTURAL_KEYWORDS;

/// Additional keywords: those that combined schemas must not contain, and those for the server, which start with
/// `x-kubernetes-`.
const OWN: [&str; 9] = [
    "additionalProperties",
    "default",
    "description",
    "example",
    "items",
    "nullable",
    "properties",
    "title",
    "type",
];

/// Keywords that combine schemas.
const COMBINING: [&str; 4] = ["allOf", "anyOf", "not", "oneOf"];

/// The reasons why a schema is not structural.
pub(crate) fn not_structural(document: &str) -> Vec<String> {
    let json: serde_json::Value = match yaml_to_json(document) {
        Ok(json) => json,
        Err(problem) => return vec![problem],
    };
    let mut problems = Vec::new();
    node(&json["openAPIV3Schema"], "", &mut problems);
    problems
}

fn yaml_to_json(document: &str) -> Result<serde_json::Value, String> {
    let renderer = yardstick_workspace::Renderer::new().file("schema.yml", document);
    let format = yardstick_workspace::options::Format::Json;
    let text = renderer.render_as(format).map_err(|failure| failure.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn node(schema: &serde_json::Value, path: &str, problems: &mut Vec<String>) {
    let Some(members) = schema.as_object() else {
        return problems.push(format!("{path}: not a schema"));
    };
    let is_set = |key: &str| members.get(key).is_some_and(|value| value == true);
    let is_any = is_set("x-kubernetes-preserve-unknown-fields");
    if !(members.contains_key("type") || is_any || is_set("x-kubernetes-int-or-string")) {
        problems.push(format!("{path}: no type"));
    }
    for (key, value) in members {
        if COMBINING.contains(&key.as_str()) {
            combined(value, members, path, problems);
        } else if !(OWN.contains(&key.as_str())
            || STRUCTURAL_KEYWORDS.contains(&key.as_str())
            || key.starts_with("x-kubernetes-"))
        {
            problems.push(format!("{path}: {key}"));
        }
    }
    if members.contains_key("properties") && members.contains_key("additionalProperties") {
        problems.push(format!("{path}: keys with a name and others"));
    }
    let is_null = members.get("default").is_some_and(serde_json::Value::is_null);
    if is_null && !is_set("nullable") && members.contains_key("type") {
        problems.push(format!("{path}: null is the default and refused"));
    }
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        node(value, &format!("{path}.{key}"), problems);
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = members.get(key) {
            node(inner, &format!("{path}[]"), problems);
        }
    }
}

/// Checks that combined schemas do not define types, nor keys and items that `outer` does not have.
fn combined(
    schema: &serde_json::Value,
    outer: &serde_json::Map<String, serde_json::Value>,
    path: &str,
    problems: &mut Vec<String>,
) {
    for one in schema.as_array().into_iter().flatten() {
        combined(one, outer, path, problems);
    }
    for (key, value) in schema.as_object().into_iter().flatten() {
        match key.as_str() {
            key if COMBINING.contains(&key) => combined(value, outer, path, problems),
            "items" if outer.contains_key(key) => combined(value, outer, path, problems),
            "properties" => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    if outer.get("properties").is_none_or(|all| all.get(key).is_none()) {
                        problems.push(format!("{path}: {key} is only in a part"));
                    }
                    combined(value, outer, path, problems);
                }
            }
            key if STRUCTURAL_KEYWORDS.contains(&key) => {}
            key => problems.push(format!("{path}: {key} in a part")),
        }
    }
}
