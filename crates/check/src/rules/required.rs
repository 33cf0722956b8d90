//! Makes a property with the value null count as absent, for `required` only.

use serde_json::{Map, Value, json};

use crate::engine::NULL_IS_ABSENT;

/// Moves `required` of `schema` into a branch of `allOf` and marks its names. If the value is not a list of distinct
/// names, leaves it for the meta-schema to reject.
pub(crate) fn mark(schema: &mut Map<String, Value>) {
    let Some(Value::Array(names)) = schema.get("required") else { return };
    let marked: Option<Vec<Value>> = names
        .iter()
        .map(|name| name.as_str().map(|name| Value::from(format!("{NULL_IS_ABSENT}{name}"))))
        .collect();
    let Some(marked) = marked.filter(|names| !names.is_empty()) else { return };
    let branch = json!({ "required": marked });
    match schema.get_mut("allOf") {
        Some(Value::Array(branches)) => branches.push(branch),
        Some(_) => return,
        None => {
            schema.insert("allOf".to_owned(), Value::Array(vec![branch]));
        }
    }
    schema.shift_remove("required");
}
