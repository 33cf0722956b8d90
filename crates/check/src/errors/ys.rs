//! Problems in the exact output format of the `ys` tool, for scripts that parse it.
//!
//! More than the wording differs from our own messages: a failing `allOf`, or any keyword next to a list of types, is
//! one error for the whole value; array indexes are not in the path; columns in messages count from 0.

use std::{fmt::Write, hash::BuildHasher};

use rustc_hash::{FxBuildHasher, FxHashMap};
use serde_json::Value as Json;
use yardstick_diagnostics::YsLine as Line;
use yardstick_yaml::{
    NodeId, NodeRef, Scalar,
    json::{Member, Path, Segment, Type, View, Walk},
};

use super::{Bound, Kind, Problem, related, split::options, trail};
use crate::{
    rules::exact,
    schema::{Applies, Schema},
};

/// Returns the lines for the `problems` of one document, in the order of `ys`.
pub(crate) fn lines(problems: &[Problem], view: &View, schema: &Schema) -> Vec<Line> {
    let mut order: Vec<(Vec<u64>, usize)> = Vec::with_capacity(problems.len());
    let mut items = FxHashMap::default();
    for (at, problem) in problems.iter().enumerate() {
        order.push((rank(problem, view, &mut items), at));
    }
    order.sort();
    let mut lines: Vec<Line> = Vec::new();
    // Look up lines by hash: there may be as many as values.
    let mut known: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (_, at) in order {
        let mut add = |line: Line| {
            let hash = FxBuildHasher.hash_one((line.offset, &line.path, &line.message));
            let same = known.entry(hash).or_default();
            // Several problems may collapse into one error, which is printed once.
            if !same.iter().any(|&at| lines[at] == line)
                || matches!(problems[at].kind, Kind::AdditionalItem { .. })
            {
                same.push(lines.len());
                lines.push(line);
            }
        };
        match collapsed(&problems[at], view, schema) {
            Some(line) => add(line),
            None => of(&problems[at], view).into_iter().for_each(&mut add),
        }
    }
    lines
}

/// Returns the sort key of a problem: members in document order and then the object itself, but arrays before their
/// items. `items` caches the items of arrays.
fn rank(problem: &Problem, view: &View, items: &mut FxHashMap<NodeId, Vec<NodeId>>) -> Vec<u64> {
    let mut key = Vec::with_capacity(problem.path.0.len() + 1);
    let mut at = view.document_of(problem.node);
    for segment in &problem.path.0 {
        let node = view.node(at);
        let next = match segment {
            Segment::Item(index) => {
                key.push(*index as u64 + 1);
                let all = items
                    .entry(node.id())
                    .or_insert_with(|| node.items().map(NodeRef::id).collect());
                all.get(*index).copied()
            }
            Segment::Property(name) => view.member(node.id(), name).map(|member| {
                key.push(u64::from(member.key.0));
                member.value
            }),
        };
        let Some(next) = next else { break };
        at = next;
    }
    let steps = trail::steps(&problem.evaluation_pointer);
    let is_own = !steps.iter().any(|step| {
        step.depth == problem.path.0.len()
            && step.applies == Applies::InPlace
            && matches!(step.keyword, "dependentSchemas" | "dependencies" | "then" | "else")
    });
    key.push(match problem.kind {
        Kind::Required(_) if !is_own => u64::MAX - 6,
        Kind::Required(_) => u64::MAX - 9,
        Kind::MinProperties(_) | Kind::MaxProperties(_) => u64::MAX - 8,
        Kind::DependentRequired(..) => u64::MAX - 7,
        _ => 0,
    });
    key
}

/// Returns the one error that `ys` reports for problems inside `allOf` or next to a list of types.
fn collapsed(problem: &Problem, view: &View, schema: &Schema) -> Option<Line> {
    let steps = trail::steps(&problem.evaluation_pointer);
    let inside = steps.iter().find(|step| step.keyword == "allOf" && step.argument.is_some());
    if let Some(step) = inside {
        let message = "Not all of the schemas in `allOf` matched!";
        return Some(at_depth(problem, step.depth, view, message.to_owned()));
    }
    if let Kind::Type(expected) = &problem.kind
        && expected.len() == 1
    {
        return None;
    }
    let (file, id) =
        schema.node_of(problem.schema_location.as_deref(), &problem.schema_pointer, 1)?;
    let types = file.view.node(id).is_map().then(|| file.view.get(id, "type")).flatten()?;
    let types = file.view.node(types);
    if !types.is_sequence() {
        return None;
    }
    let names: Vec<&str> = types.items().map(|item| item.dereferenced().text()).collect();
    let depth = steps.last().map_or(problem.path.0.len(), |step| step.depth);
    Some(at_depth(problem, depth, view, format!("None of type: [{}] matched", names.join(", "))))
}

/// Returns a line for the value at depth `depth` on the path to `problem`.
fn at_depth(problem: &Problem, depth: usize, view: &View, message: String) -> Line {
    let path = Path(problem.path.0.iter().take(depth).cloned().collect());
    let root = view.document_of(problem.node);
    let reached = Walk::new(view, root).to(&path.pointer());
    let offset = Some(view.written(reached.node).content_span().start);
    Line { offset, path: names(&path), message }
}

fn names(path: &Path) -> String {
    let names = path.0.iter().filter_map(|segment| match segment {
        Segment::Property(name) => Some(name.as_str()),
        Segment::Item(_) => None,
    });
    names.collect::<Vec<_>>().join(".")
}

/// Returns the lines of a problem that does not collapse.
fn of(problem: &Problem, view: &View) -> Vec<Line> {
    let value_start = view.written(problem.node).content_span().start;
    let here = |message: String| Line {
        offset: Some(related::own_place(problem, view).start),
        path: names(&problem.path),
        message,
    };
    // `ys` reports these at the value, but names the object around it.
    let parent = |message: String| {
        let around = problem.path.0.len().saturating_sub(1);
        let path = Path(problem.path.0[..around].to_vec());
        Line { offset: Some(value_start), path: names(&path), message }
    };
    match &problem.kind {
        Kind::AdditionalProperty(name) => {
            vec![parent(format!("Additional property '{name}' is not allowed!"))]
        }
        Kind::UnevaluatedProperty { name, inner } if inner.is_empty() => {
            vec![parent(format!("Unevaluated property '{name}' is not allowed!"))]
        }
        Kind::UnevaluatedProperty { inner, .. } => {
            inner.iter().flat_map(|inner| of(inner, view)).collect()
        }
        Kind::UnevaluatedItem { index, inner } => {
            if inner.is_empty() {
                return vec![here(format!(
                    "Unevaluated array item at index {index} is not allowed!"
                ))];
            }
            let path = names(&problem.path);
            let dot = if path.is_empty() { "" } else { "." };
            let lines = inner.iter().flat_map(|inner| of(inner, view));
            lines.map(|line| Line { path: format!("{path}{dot}{index}"), ..line }).collect()
        }
        Kind::PropertyName { inner, .. } => {
            let key = problem.key.map(|key| view.written(key).content_span().start);
            let lines = inner.iter().map(|inner| message_for_key(inner, problem, view));
            lines.map(|message| Line { offset: key, path: names(&problem.path), message }).collect()
        }
        Kind::OneOfMany(_) | Kind::Exclusive(_) => vec![
            here("Value matched multiple schemas in `oneOf`!".to_owned()),
            here("None of the schemas in `oneOf` matched!".to_owned()),
        ],
        Kind::Never => {
            vec![Line { offset: Some(value_start), ..here("YamlSchema is `false`!".to_owned()) }]
        }
        _ => vec![here(message(problem, view))],
    }
}

/// Returns the message about a key, as if it were a value.
fn message_for_key(inner: &Problem, problem: &Problem, view: &View) -> String {
    match (&inner.kind, problem.key) {
        (Kind::Enum(list), Some(key)) => {
            let text = view.name(key);
            format!("Value {} is not in the enum: {}", quoted(text), listed(options(list)))
        }
        (Kind::Format(format), Some(key)) => {
            format!("String {} is not a valid \"{format}\"", quoted(view.name(key)))
        }
        (_, Some(key)) => message(&Problem { node: key, ..inner.clone() }, view),
        _ => message(inner, view),
    }
}

fn message(problem: &Problem, view: &View) -> String {
    let node = view.node(problem.node);
    let id = node.id();
    match &problem.kind {
        Kind::Type(expected) => type_message(expected, view, id),
        Kind::Enum(list) => {
            format!("Value {} is not in the enum: {}", display(view, id), listed(options(list)))
        }
        Kind::Const(expected) => {
            format!("Expected const: {}, but got: {}", exact::shown(expected), display(view, id))
        }
        Kind::MinLength(limit) => format!("String is too short! (min length: {limit})"),
        Kind::MaxLength(limit) => format!("String is too long! (max length: {limit})"),
        Kind::Pattern(pattern) => format!("String does not match regular expression {pattern}!"),
        Kind::Format(format) => {
            format!("String {} is not a valid \"{format}\"", quoted(node.text()))
        }
        Kind::Bound(bound, limit) => {
            let must = match bound {
                Bound::Least => "greater than or equal to",
                Bound::Above => "greater than",
                Bound::Most => "less than or equal to",
                Bound::Below => "less than",
            };
            format!("Number must be {must} {}", exact::shown(limit))
        }
        Kind::MultipleOf(of) => format!("Number is not a multiple of {of}!"),
        Kind::MinItems(limit) => {
            format!("Array has too few items (minimum {limit}, found {})", node.len())
        }
        Kind::MaxItems(limit) => {
            format!("Array has too many items (maximum {limit}, found {})", node.len())
        }
        Kind::Duplicate => format!("Duplicate array element: {}", display(view, id)),
        Kind::ContainsLess { least, found, .. } => format!(
            "Array must contain at least {least} item(s) matching the contains schema, but only {} matched",
            found.unwrap_or_default()
        ),
        Kind::ContainsMore { most, found, .. } => format!(
            "Array must contain at most {most} item(s) matching the contains schema, but {} matched",
            found.unwrap_or_default()
        ),
        Kind::AdditionalItem { after_prefix: true } => {
            "Additional array items are not allowed!".to_owned()
        }
        Kind::AdditionalItem { after_prefix: false } => "Array items are not allowed!".to_owned(),
        Kind::Required(name) => format!("Required property '{name}' is missing!"),
        Kind::DependentRequired(trigger, name) => {
            let (line, column) = view.tree().source().line_column(node.content_span().start);
            format!(
                "[{line}, {}] When property '{trigger}' is present, property '{name}' is required by dependentRequired",
                column - 1
            )
        }
        Kind::MinProperties(limit) => format!("Object has too few properties! Minimum is {limit}!"),
        Kind::MaxProperties(limit) => {
            format!("Object has too many properties! Maximum is {limit}!")
        }
        Kind::AnyOf(_) => "None of the schemas in `anyOf` matched!".to_owned(),
        Kind::OneOf(_) => "None of the schemas in `oneOf` matched!".to_owned(),
        Kind::Not(_) | Kind::NotValue(_) => "Value matches schema in `not`".to_owned(),
        _ => super::describe::message(problem, view),
    }
}

fn type_message(expected: &[&str], view: &View, id: NodeId) -> String {
    let value = || display(view, id);
    let typed = || match view.type_of(id) {
        Type::Integer => format!("{} (int)", value()),
        Type::Float => format!("{} (float)", value()),
        Type::True | Type::False => format!("{} (bool)", value()),
        Type::String => format!("{} (string)", value()),
        _ => value(),
    };
    match *expected {
        ["string"] => format!("Expected a string, but got: {}", typed()),
        ["number" | "integer"] if matches!(view.type_of(id), Type::Array | Type::Object) => {
            format!("Expected a scalar value, but got: {}", typed())
        }
        ["integer"] if view.type_of(id) == Type::Float => {
            format!("Expected an integer, but got: {}", typed())
        }
        ["number" | "integer"] => format!("Expected a number, but got: {}", typed()),
        ["boolean"] => format!("Expected boolean, but got: {}", value()),
        ["null"] => format!("Expected null, but got: {}", value()),
        ["array"] => format!("Expected an array, but got: {}", value()),
        ["object"] => {
            let (line, column) =
                view.tree().source().line_column(view.node(id).content_span().start);
            format!(
                "[ObjectSchema] [{line}, {}] Expected an object, but got: {}",
                column - 1,
                typed()
            )
        }
        _ => format!("None of type: [{}] matched", expected.join(", ")),
    }
}

/// Formats a value like `ys`: inside containers, each value comes with its position.
fn display(view: &View, id: NodeId) -> String {
    let node = view.node(id);
    let id = node.id();
    let placed = |child: NodeId| {
        let (line, column) =
            view.tree().source().line_column(view.node(child).content_span().start);
        format!("[{line}, {}] {}", column - 1, display(view, child))
    };
    match view.type_of(id) {
        Type::Null => "null".to_owned(),
        Type::True => "true".to_owned(),
        Type::False => "false".to_owned(),
        Type::String => quoted(node.text()),
        Type::Integer | Type::Float => match view.scalar(id) {
            Scalar::Int(value) => value.to_string(),
            Scalar::Float(value) => value.to_string(),
            _ => node.text().to_owned(),
        },
        Type::Array => {
            let items: Vec<String> = node.items().map(|item| placed(item.id())).collect();
            format!("[{}]", items.join(", "))
        }
        Type::Object => {
            let members: Vec<String> = view
                .members(id)
                .map(|Member { key, value }| {
                    format!("{}: {}", quoted(view.name(key)), placed(value))
                })
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// Formats the values of an enumeration with their types.
fn listed(values: &[Json]) -> String {
    let mut out = String::from("[");
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        match value {
            Json::String(text) => match exact::unmark(value) {
                Some(number) => {
                    let _ = write!(out, "{number} (number)");
                }
                None => out.push_str(&quoted(text)),
            },
            Json::Number(number) => {
                // `ys` prints whole floats without `.0`.
                let float = number.as_f64().filter(|_| number.is_f64());
                let text = float.map_or_else(|| number.to_string(), |float| float.to_string());
                let _ = write!(out, "{text} (number)");
            }
            Json::Bool(value) => {
                let _ = write!(out, "{value} (bool)");
            }
            Json::Array(items) => out.push_str(&listed(items)),
            other => {
                let _ = write!(out, "{other}");
            }
        }
    }
    out.push(']');
    out
}
