//! Walks over all schema objects of a schema in JSON form. [`walk`](super::walk) does the same for a file.

use serde_json::{Map, Value as Json};

use super::keywords::{self, Holds};

/// Calls `visit` with every schema object of `schema`, parents first, and whether it is the outermost one.
pub(super) fn each(schema: &mut Json, visit: &mut impl FnMut(&mut Map<String, Json>, bool)) {
    walk(schema, Holds::Schema, true, visit);
}

/// Returns what the keyword `name` holds. An unknown keyword may hold schemas that references lead to.
pub(super) fn holds(name: &str) -> Holds {
    keywords::find(name).map_or(Holds::Schema, |keyword| keyword.holds)
}

// Recursion is safe because the depth of files is bounded.
fn walk(
    value: &mut Json,
    kind: Holds,
    is_root: bool,
    visit: &mut impl FnMut(&mut Map<String, Json>, bool),
) {
    match (kind, value) {
        (Holds::Schema | Holds::SchemaOrSchemas, Json::Object(members)) => {
            visit(members, is_root);
            for (name, value) in members.iter_mut() {
                walk(value, holds(name), false, visit);
            }
        }
        (Holds::Schemas | Holds::SchemaOrSchemas | Holds::Schema, Json::Array(items)) => {
            for item in items {
                walk(item, Holds::Schema, false, visit);
            }
        }
        (Holds::SchemasByName | Holds::SchemasOrNamesByName, Json::Object(members)) => {
            for value in members.values_mut().filter(|value| value.is_object()) {
                walk(value, Holds::Schema, false, visit);
            }
        }
        _ => {}
    }
}
