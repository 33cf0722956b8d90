//! A property whose value is null counts as absent, for `required` only.

use serde_json::{Map, Value, json};

use crate::engine::NULL_IS_ABSENT;

/// Moves `required` of `schema` into a branch of `allOf`, its names marked. Anything that is not a list of
/// different names is left for the meta-schema to complain about.
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
