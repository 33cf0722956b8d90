//! Writes the messages for problems.

use jsonschema::Validator;
use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Segment, Type, View},
};

use super::{
    Kind, Problem, pattern,
    split::{Splitter, options},
    union,
};
use crate::{
    engine::{Value, Yaml, whole},
    rules::exact,
    schema::{Schema, rewrite::literal},
};

/// The maximum length of a value in a message, in characters.
const SHOWN: usize = 60;

/// Describes the problem in one sentence.
pub(super) fn message(problem: &Problem, view: &View) -> String {
    let value = || shown(view, problem.node);
    match &problem.kind {
        Kind::Type(expected) => {
            let found = found(view, problem.node);
            format!("Expected {}, but got {found}", alternatives(expected))
        }
        Kind::Enum(list) if options(list).is_empty() => {
            "No value is allowed here: `enum` is empty".to_owned()
        }
        Kind::Enum(list) => match options(list) {
            [only] => format!("Expected {}, but got {}", exact::shown(only), value()),
            many => format!("{} is not one of {}", value(), list_of(many)),
        },
        Kind::Const(expected) => {
            format!("Expected {}, but got {}", exact::shown(expected), value())
        }
        Kind::MinLength(limit) => {
            format!("String is too short: at least {}", count(*limit, "character"))
        }
        Kind::MaxLength(limit) => {
            format!("String is too long: at most {}", count(*limit, "character"))
        }
        Kind::Pattern(text) => {
            format!("{} does not match pattern '{}'", value(), pattern::shown(text))
        }
        Kind::PatternLimit(why) => format!("Pattern gave up on this string: {why}"),
        Kind::Format(format) => format!("{} is not {}", value(), format_name(format)),
        Kind::Bound(bound, limit) => {
            let must = bound.word();
            format!("Number must be {must} {}, but is {}", exact::shown(limit), value())
        }
        Kind::MultipleOf(of) => format!("Number must be a multiple of {of}, but is {}", value()),
        Kind::MinItems(limit) => {
            let found = view.node(problem.node).len();
            format!("Array has too few items: at least {limit}, found {found}")
        }
        Kind::MaxItems(limit) => {
            let found = view.node(problem.node).len();
            format!("Array has too many items: at most {limit}, found {found}")
        }
        Kind::Duplicate => format!("Duplicate array item: {}", value()),
        Kind::SameProperty(name) => match view.get(view.node(problem.node).id(), name) {
            Some(value) => {
                format!("Another item has the same '{name}': {}", shown(view, value))
            }
            None => format!("Another item has no '{name}' either: items must differ in it"),
        },
        Kind::ContainsLess { what, least, found } => {
            format!("At least {}", contained(*least, "must", what.as_deref(), *found))
        }
        Kind::ContainsMore { what, most, found } => {
            format!("At most {}", contained(*most, "may", what.as_deref(), *found))
        }
        Kind::AdditionalItem { after_prefix: true } => {
            "Additional array items are not allowed".to_owned()
        }
        Kind::AdditionalItem { after_prefix: false } => "Array items are not allowed".to_owned(),
        Kind::UnevaluatedItem { index, inner } => {
            let why = because(inner, view);
            format!("Array item {index}, which no schema describes, is not allowed{why}")
        }
        Kind::Required(name) => format!("Required property '{name}' is missing"),
        Kind::DependentRequired(trigger, name) => {
            format!("Property '{name}' is missing, which '{trigger}' requires")
        }
        Kind::AdditionalProperty(name) => format!("Property '{name}' is not allowed"),
        Kind::UnevaluatedProperty { name, inner } if inner.is_empty() => {
            format!("Property '{name}' is not allowed: no schema describes it")
        }
        Kind::UnevaluatedProperty { name, inner } => {
            format!(
                "Property '{name}', which no schema describes, is not allowed{}",
                because(inner, view)
            )
        }
        Kind::PropertyName { name, inner } => property_name(name, inner, view),
        Kind::MinProperties(limit) => {
            let found = view.members(problem.node).count();
            format!("Object has too few properties: at least {limit}, found {found}")
        }
        Kind::MaxProperties(limit) => {
            let found = view.members(problem.node).count();
            format!("Object has too many properties: at most {limit}, found {found}")
        }
        Kind::AnyOf(branches) | Kind::OneOf(branches) => union::summary(problem, branches, view)
            .unwrap_or_else(|| {
                format!("None of the {} schemas in `{}` matches", branches.len(), problem.keyword)
            }),
        Kind::OneOfMany(matching) => {
            let matching: Vec<String> = matching.iter().map(|at| (at + 1).to_string()).collect();
            let (last, rest) =
                matching.split_last().map_or(("", &[][..]), |(last, rest)| (last, rest));
            format!("More than one schema in `oneOf` matches: {} and {last}", rest.join(", "))
        }
        Kind::Exclusive(groups) if groups.iter().all(|group| group.len() == 1) => {
            format!("{} exclude each other", listed(groups, ", ", " and "))
        }
        Kind::Exclusive(groups) => {
            format!("Only one of these may be given: {}", listed(groups, ", ", " or "))
        }
        Kind::NeedsOne(groups) => format!("Needs one of {}", listed(groups, ", ", ", ")),
        Kind::Not(names) => match names.as_slice() {
            [] => "Value matches a schema in `not`, which it must not".to_owned(),
            [name] => format!("Property '{name}' is not allowed here"),
            many => {
                let groups: Vec<Vec<String>> = many.iter().map(|name| vec![name.clone()]).collect();
                format!("{} exclude each other", listed(&groups, ", ", " and "))
            }
        },
        Kind::NotValue(what) => format!("Must not be {what}"),
        Kind::Never => match problem.path.0.last() {
            Some(Segment::Property(name)) if problem.at_key => {
                format!("Property '{name}' is not allowed")
            }
            _ => "No value is allowed here".to_owned(),
        },
        Kind::Content(what) => format!("String does not hold valid {what}"),
        Kind::Other(message) => message.clone(),
    }
}

/// Says how many items must or may be like `contains` says, and how many are.
fn contained(limit: u64, verb: &str, what: Option<&str>, found: Option<usize>) -> String {
    let (be, is, are) = match what {
        Some(what) if limit > 1 && verb == "must" => (format!("each be {what}"), "is", "are"),
        Some(what) => (format!("be {what}"), "is", "are"),
        None => ("match `contains`".to_owned(), "does", "do"),
    };
    let found = match found {
        None => String::new(),
        Some(0) => format!(", but none {is}"),
        Some(1) => format!(", but 1 {is}"),
        Some(many) => format!(", but {many} {are}"),
    };
    format!("{} {verb} {be}{found}", count(limit, "item"))
}

/// Describes the first problem that `validator`, a part of `schema`, finds in the value `node`.
pub(crate) fn first(
    view: &View,
    node: NodeId,
    schema: &Schema,
    validator: &Validator<Yaml>,
) -> Option<String> {
    let mut splitter = Splitter::new(view, node, schema);
    let has_parts = schema.patterns_for_names().needs_backtracking;
    let error = whole::within(view.node(node).id(), has_parts, || {
        validator.iter_errors(Value::new(view, node)).next()
    })?;
    splitter.split(error).first().map(|problem| message(problem, view))
}

fn property_name(name: &str, inner: &[Problem], view: &View) -> String {
    match inner.first().map(|problem| &problem.kind) {
        Some(Kind::Pattern(text)) => {
            format!("Property name '{name}' does not match pattern '{}'", pattern::shown(text))
        }
        Some(Kind::MinLength(limit)) => {
            format!("Property name '{name}' is too short: at least {}", count(*limit, "character"))
        }
        Some(Kind::MaxLength(limit)) => {
            format!("Property name '{name}' is too long: at most {}", count(*limit, "character"))
        }
        Some(Kind::Enum(list)) if !options(list).is_empty() => {
            format!("Property name '{name}' is not one of {}", list_of(options(list)))
        }
        Some(Kind::Const(expected)) => {
            format!("Property name '{name}' is not {}", exact::shown(expected))
        }
        Some(Kind::Format(format)) => {
            format!("Property name '{name}' is not {}", format_name(format))
        }
        Some(Kind::Type(expected)) => {
            let found = inner.first().map_or("a string", |problem| {
                view.type_of(view.node(problem.node).id()).with_article()
            });
            format!("Property name '{name}' must be {}, but is {found}", alternatives(expected))
        }
        _ => format!("Property name '{name}' is not allowed"),
    }
}

fn because(inner: &[Problem], view: &View) -> String {
    inner.first().map_or_else(String::new, |problem| format!(": {}", message(problem, view)))
}

/// Describes the value of a node with its type: `42 (integer)` for scalars, the type alone for containers.
pub(super) fn found(view: &View, id: NodeId) -> String {
    let id = view.node(id).id();
    match view.type_of(id) {
        Type::Null => "null".to_owned(),
        Type::Array => "an array".to_owned(),
        Type::Object => "an object".to_owned(),
        kind => format!("{} {}", kind.with_article(), shown(view, id)),
    }
}

/// Returns a short form of a node's value, as JSON.
pub(super) fn shown(view: &View, id: NodeId) -> String {
    let node = view.node(id);
    match view.type_of(node.id()) {
        Type::Integer | Type::Float => shorten(node.text()),
        Type::Array if !node.is_empty() => "the array".to_owned(),
        Type::Object if !node.is_empty() => "the object".to_owned(),
        Type::String => {
            let text = node.text();
            Json::from(shorten(text)).to_string()
        }
        _ => literal(view, id).to_string(),
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Returns the name of a format for messages.
pub(super) fn format_name(format: &str) -> String {
    match format {
        "byte" => "valid base64".to_owned(),
        "int32" => "a 32-bit integer".to_owned(),
        "int64" => "a 64-bit integer".to_owned(),
        "float" => "a 32-bit floating-point number".to_owned(),
        "regex" => "a valid regular expression".to_owned(),
        _ => format!("a valid {format}"),
    }
}

/// Lists groups of properties: `'a', 'b' with 'c'`.
fn listed(groups: &[Vec<String>], between: &str, before_last: &str) -> String {
    let group = |names: &Vec<String>| {
        let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
        quoted.join(" with ")
    };
    let groups: Vec<String> = groups.iter().map(group).collect();
    match groups.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{}{before_last}{last}", rest.join(between))
        }
        _ => groups.concat(),
    }
}

/// Formats a count: `1 item`, `2 items`.
fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Lists type names with articles: `a string, an integer or null`.
pub(super) fn alternatives(names: &[&str]) -> String {
    // List null last: it means that there may be no value.
    if names.len() > 1 && names.contains(&"null") {
        let others: Vec<&str> = names.iter().copied().filter(|name| *name != "null").collect();
        return format!("{} (or null)", alternatives(&others));
    }
    let names: Vec<&str> = names
        .iter()
        .map(|name| match *name {
            "array" => "an array",
            "boolean" => "a boolean",
            "integer" => "an integer",
            "number" => "a number",
            "object" => "an object",
            "string" => "a string",
            other => other,
        })
        .collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// Lists values separated by commas. Long lists are truncated.
pub(super) fn list_of(values: &[Json]) -> String {
    const MOST: usize = 12;
    if values.is_empty() {
        return "no values at all".to_owned();
    }
    let mut shown: Vec<String> = values.iter().take(MOST).map(exact::shown).collect();
    if values.len() > MOST {
        shown.push(format!("… ({} more)", values.len() - MOST));
    }
    shown.join(", ")
}
