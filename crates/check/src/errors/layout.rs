//! Hints for wrong layout: a missing dash, a key too many, or lines that are indented too little or too much.

use yardstick_diagnostics::{Diagnostic, Fix, some_of};
use yardstick_yaml::{
    NodeId, Style,
    json::{Path, Type, View},
};

use super::{Kind, Problem};
use crate::{
    engine::{Value, budget},
    schema::Schema,
};

/// Collects the required properties that are missing according to `problems`, with the paths of the objects. Limited
/// to as many as a person reads.
pub(super) fn missing(problems: &[Problem]) -> Vec<(Path, String)> {
    let lacking = problems.iter().filter_map(|problem| match &problem.kind {
        Kind::Required(name) => Some((problem.path.clone(), name.clone())),
        _ => None,
    });
    lacking.take(100).collect()
}

/// Adds hints and possibly a fix to `diagnostic`. `missing` lists the properties that the document lacks, with paths.
pub(super) fn add(
    problem: &Problem,
    view: &View,
    schema: &Schema,
    missing: &[(Path, String)],
    diagnostic: &mut Diagnostic,
) {
    match &problem.kind {
        Kind::Type(expected) if expected.contains(&"array") => {
            one_item(problem, view, schema, diagnostic);
        }
        Kind::Type(expected) if expected.contains(&"object") => {
            diagnostic.notes.extend(not_indented(problem, view, schema));
        }
        Kind::AdditionalProperty(name) | Kind::UnevaluatedProperty { name, .. } => {
            diagnostic.notes.extend(too_deep(name, problem, missing));
            diagnostic.notes.extend(wrapped(name, problem, view, missing));
        }
        _ => {}
    }
}

/// Whether the value would be a valid item of the expected list. `problem` says that the value is not a list.
pub(super) fn is_item(problem: &Problem, view: &View, schema: &Schema) -> bool {
    let place = problem.schema_location.as_deref().unwrap_or(&problem.schema_pointer);
    let Some((list, _)) = place.rsplit_once('/') else { return false };
    let (location, pointer) = (problem.schema_location.as_deref(), &problem.schema_pointer);
    let says_nothing = schema
        .node_of(location, pointer, 1)
        .is_some_and(|(file, id)| file.view.get(id, "items").is_none());
    says_nothing || {
        let item = Value::new(view, view.node(problem.node).id());
        let steps = budget::steps(view.tree().node_count());
        let items = schema.at(&format!("{list}/items"));
        items.is_some_and(|items| budget::within(steps, || items.is_valid(item)).unwrap_or(false))
    }
}

/// Adds a hint if an object is in place of a list and would be a valid item of it.
fn one_item(problem: &Problem, view: &View, schema: &Schema, diagnostic: &mut Diagnostic) {
    let node = view.node(problem.node);
    let is_object = view.type_of(node.id()) == Type::Object;
    if !is_object || node.is_empty() {
        return;
    }
    let declared = item_properties(problem, schema);
    let is_declared =
        view.members(node.id()).any(|one| declared.iter().any(|name| name == view.name(one.key)));
    if !declared.is_empty() && !is_declared {
        // The keys are names of the author's own: `A: b` in place of `- name: A`.
        diagnostic
            .notes
            .push(format!("write a list: each item is an object with {}", quoted(&declared)));
        return;
    }
    if !is_item(problem, view, schema) {
        return;
    }
    if node.style() == Style::Block {
        let first = node.entries().next().map_or("", |entry| entry.key.text());
        diagnostic.notes.push(format!("one item is a list too: write `- {first}:`"));
    } else {
        diagnostic.notes.push("one item is a list too: put [ ] around it".to_owned());
        let span = node.content_span();
        let text = String::from_utf8_lossy(view.tree().source().slice(span.start, span.end));
        let replacement = format!("[{text}]");
        diagnostic.fix = Some(Fix { span, replacement, description: Fix::LIST.to_owned() });
    }
}

/// Lists the first of `names` in quotes.
fn quoted(names: &[String]) -> String {
    const MOST: usize = 4;
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    some_of(&quoted, MOST)
}

/// Returns the properties that items of the expected list may have.
fn item_properties(problem: &Problem, schema: &Schema) -> Vec<String> {
    let place = problem.schema_location.as_deref().unwrap_or(&problem.schema_pointer);
    let Some((list, _)) = place.rsplit_once('/') else { return Vec::new() };
    // The keyword decides how far to look: also into what the schema of the items refers to.
    schema.declared(Some(&format!("{list}/items/unevaluatedProperties")), "")
}

/// Returns a hint if a key without a value comes before a key that would fit below it.
fn not_indented(problem: &Problem, view: &View, schema: &Schema) -> Option<String> {
    let key = view.written(problem.key?);
    let value = view.written(problem.node);
    if !value.is_absent() {
        return None;
    }
    let next = NodeId(value.id().0 + 1);
    let is_there = (next.0 as usize) < view.tree().node_count();
    let next = is_there.then(|| view.written(next)).filter(|next| next.is_scalar())?;
    let source = view.tree().source();
    let (line, column) = source.line_column(key.content_span().start);
    let (next_line, next_column) = source.line_column(next.content_span().start);
    let names = schema.declared(problem.schema_location.as_deref(), &problem.schema_pointer);
    let fits =
        next_line > line && next_column == column && names.iter().any(|name| name == next.text());
    fits.then(|| format!("if '{}' belongs to '{}', indent it", next.text(), key.text()))
}

/// Returns a hint if an object further up lacks the property `name`, so that it is probably indented too far.
fn too_deep(name: &str, problem: &Problem, missing: &[(Path, String)]) -> Option<String> {
    let (_, object) = problem.path.0.split_last()?;
    let is_above = |(path, lacking): &&(Path, String)| {
        lacking == name && path.0.len() < object.len() && object.starts_with(&path.0)
    };
    let (path, _) = missing.iter().filter(is_above).max_by_key(|(path, _)| path.0.len())?;
    let whose = if path.0.is_empty() { "the document".to_owned() } else { path.to_string() };
    Some(format!("'{name}' is missing in {whose}: check the indentation"))
}

/// Returns a hint if the value of the property `name` has all that the object around it lacks.
fn wrapped(
    name: &str,
    problem: &Problem,
    view: &View,
    missing: &[(Path, String)],
) -> Option<String> {
    let object = problem.object?;
    let (_, around) = problem.path.0.split_last()?;
    let inside = view.member(object, name)?.value;
    let mut lacking = missing.iter().filter(|(path, _)| path.0 == around).peekable();
    lacking.peek()?;
    let has_all = view.type_of(inside) == Type::Object
        && lacking.all(|(_, lacking)| view.member(inside, lacking).is_some());
    has_all.then(|| {
        format!("what is missing is below '{name}': remove that line, indent the rest less")
    })
}
