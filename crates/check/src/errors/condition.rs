//! Explains why a rule under `then` or `else` applies: the condition in `if` holds or fails.

use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
};

use super::Problem;
use crate::schema::{Schema, rewrite::literal};

/// Why the rule that `problem` breaks applies: the condition in words, if it is simple enough, and where it is
/// written.
pub(super) struct Condition {
    /// For example, `'tls' is true`.
    pub(super) words: Option<String>,
    /// For example, `schema.yml:12`.
    pub(super) place: String,
}

/// Returns the condition of `problem`, if its rule is under `then` or `else`.
pub(super) fn find(problem: &Problem, schema: &Schema) -> Option<Condition> {
    let (target, holds) = target(problem)?;
    let (file, id) = schema.node_of(Some(&target), "", 0)?;
    let span = file.view.written(id).content_span();
    let source = file.view.tree().source();
    let (line, _) = source.line_column(span.start);
    Some(Condition {
        words: words(&file.view, id, holds),
        place: format!("{}:{line}", source.name()),
    })
}

/// Returns the properties whose values decide whether the rule of `problem` applies.
pub(super) fn tested(problem: &Problem, schema: &Schema) -> Vec<String> {
    let Some((file, id)) = target(problem).and_then(|(to, _)| schema.node_of(Some(&to), "", 0))
    else {
        return Vec::new();
    };
    let view = &file.view;
    let table = view.node(id).is_map().then(|| view.get(id, "properties")).flatten();
    let table = table.filter(|&table| view.node(table).is_map());
    let members = table.map(|table| view.members(table)).into_iter().flatten();
    members.map(|member| view.name(member.key).to_owned()).collect()
}

/// Returns the URL of the `if` that decides about `problem`, and whether it must hold.
fn target(problem: &Problem) -> Option<(String, bool)> {
    let location = problem.schema_location.as_deref()?;
    let (base, pointer) = location.split_once('#')?;
    let segments: Vec<&str> = pointer.split('/').collect();
    // A property may also be called `then`.
    let is_keyword = |at: usize| {
        !matches!(segments.get(at.wrapping_sub(1)), Some(&("properties" | "$defs" | "definitions")))
    };
    let at = (1..segments.len())
        .rev()
        .find(|&at| matches!(segments[at], "then" | "else") && is_keyword(at))?;
    Some((format!("{base}#{}/if", segments[..at].join("/")), segments[at] == "then"))
}

/// Describes a condition that compares members with values or tests that they exist. Returns `None` for other
/// conditions.
fn words(view: &View, id: NodeId, holds: bool) -> Option<String> {
    if view.type_of(id) != Type::Object {
        return None;
    }
    let mut parts = Vec::new();
    let mut required: Vec<String> = Vec::new();
    for member in view.members(id) {
        match view.name(member.key) {
            "properties" => {
                for property in view.members(member.value) {
                    parts.push(comparison(view, property.value, view.name(property.key), holds)?);
                }
            }
            "required" => {
                let names = view.node(member.value).items();
                required.extend(names.map(|name| view.name(name.id()).to_owned()));
            }
            "type" | "title" | "description" | "$comment" => {}
            _ => return None,
        }
    }
    let is_compared =
        |name: &String| parts.iter().any(|part| part.starts_with(&format!("'{name}'")));
    let given: Vec<String> = required
        .iter()
        .filter(|name| !is_compared(name))
        .map(|name| format!("'{name}' is {}", if holds { "given" } else { "not given" }))
        .collect();
    parts.extend(given);
    // "Not (a and b)" is not the same as "not a and not b", so only a single condition can be negated.
    (!parts.is_empty() && (holds || parts.len() == 1)).then(|| parts.join(" and "))
}

fn comparison(view: &View, schema: NodeId, name: &str, holds: bool) -> Option<String> {
    if view.type_of(schema) != Type::Object {
        return None;
    }
    let mut members = view.members(schema);
    let (Some(only), None) = (members.next(), members.next()) else { return None };
    let is = if holds { "is" } else { "is not" };
    match view.name(only.key) {
        "const" => Some(format!("'{name}' {is} {}", literal(view, only.value))),
        "enum" => {
            let values: Vec<String> = view
                .node(only.value)
                .items()
                .map(|item| literal(view, item.id()))
                .map(|value: Json| value.to_string())
                .collect();
            match values.as_slice() {
                [one] => Some(format!("'{name}' {is} {one}")),
                many => Some(format!("'{name}' {is} one of {}", many.join(", "))),
            }
        }
        _ => None,
    }
}
