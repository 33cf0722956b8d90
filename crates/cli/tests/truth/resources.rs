//! What Kubernetes wants of the schema of a custom resource, as far as it can be told from its lines: keywords that
//! the server knows, no combinations of schemas, and a type everywhere.

/// The keywords of a structural schema; those for the server start with `x-kubernetes-`.
const KNOWN: [&str; 25] = [
    "additionalProperties",
    "default",
    "description",
    "enum",
    "example",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "nullable",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "x-kubernetes-validations",
];

/// Why a schema is not structural.
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
    let is_pattern = |one: &serde_json::Value| {
        one.as_object().is_some_and(|one| one.len() == 1 && one.contains_key("pattern"))
    };
    for key in members.keys() {
        // Schemas may be combined where they do not speak of types.
        let all = schema[key].as_array().filter(|_| key == "allOf");
        if all.is_some_and(|all| all.iter().all(is_pattern)) {
            continue;
        }
        if !KNOWN.contains(&key.as_str()) && !key.starts_with("x-kubernetes-") {
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
