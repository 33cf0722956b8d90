//! Advice on errors that the meta-schema reports, for the typical mistakes of people who write their first schema.

use jsonschema::ValidationError;
use serde_json::Value as Json;
use yardstick_diagnostics::{Diagnostic, spelling};

use super::{
    TYPES,
    keywords::{self, Holds},
};

/// Describes what is wrong with a schema.
pub(super) fn message(error: &ValidationError<'_>) -> String {
    let pointer = error.instance_path().as_str();
    let at = if pointer.is_empty() { "the schema" } else { pointer };
    match unknown_type(error) {
        Some(name) => format!("Invalid schema: unknown type '{name}'"),
        None => format!("Invalid schema: {at}: {error}"),
    }
}

/// Adds hints to the error. `schema` is the whole schema.
pub(super) fn with_help(
    problem: Diagnostic,
    error: &ValidationError<'_>,
    schema: &Json,
) -> Diagnostic {
    if let Some(name) = unknown_type(error) {
        let problem = problem.note(format!("types are {}", TYPES.join(", ")));
        return problem.notes(spelling::hint(&name, TYPES));
    }
    problem.notes(instead(error, schema))
}

/// Returns the last two segments of the path to the value, the last one first.
fn steps<'e>(error: &'e ValidationError<'_>) -> (&'e str, &'e str) {
    let mut steps = error.instance_path().as_str().rsplit('/');
    (steps.next().unwrap_or_default(), steps.next().unwrap_or_default())
}

/// Returns the first name under `type` that is not a type.
fn unknown_type(error: &ValidationError<'_>) -> Option<String> {
    if steps(error).0 != "type" {
        return None;
    }
    let value = error.instance();
    let names = match value.as_ref() {
        Json::String(name) => return Some(name.clone()),
        Json::Array(names) => names,
        _ => return None,
    };
    let mut names = names.iter().filter_map(Json::as_str);
    names.find(|name| !TYPES.contains(name)).map(str::to_owned)
}

fn instead(error: &ValidationError<'_>, schema: &Json) -> Option<String> {
    let (keyword, above) = steps(error);
    let value = error.instance();
    let is_by_name = matches!(above, "properties" | "patternProperties" | "$defs" | "definitions");
    Some(match (keyword, value.as_ref()) {
        (_, Json::String(name)) if is_by_name && TYPES.contains(&name.as_str()) => {
            format!("write {{type: {name}}}")
        }
        (_, Json::Array(items)) if is_by_name => {
            let item = items.first().filter(|item| item.is_object()).and_then(flow);
            format!("write {{type: array, items: {}}}", item.unwrap_or_else(|| "{...}".to_owned()))
        }
        (_, Json::String(_)) if is_by_name => {
            "a property is a schema: write {type: string}".to_owned()
        }
        ("required", Json::Bool(is_on)) => {
            // At `/properties/NAME/required`, the author meant the property itself.
            let mut steps = error.instance_path().as_str().rsplit('/').skip(1);
            let name = steps.next().filter(|_| steps.next() == Some("properties"));
            match (name, is_on) {
                (_, false) => {
                    "remove it: a property is optional unless `required` lists it".to_owned()
                }
                (Some(name), true) => format!(
                    "`required` lists names beside `properties`: write `required: [{name}]` there"
                ),
                (None, true) => "`required` lists names of properties: required: [NAME]".to_owned(),
            }
        }
        ("required" | "enum" | "examples", Json::String(text)) => format!("write a list: [{text}]"),
        ("enum", value) if value.is_number() || value.is_boolean() => {
            format!("write a list: [{value}]")
        }
        (bound @ ("exclusiveMinimum" | "exclusiveMaximum"), Json::Bool(is_on)) => {
            let plain = if bound == "exclusiveMinimum" { "minimum" } else { "maximum" };
            let pointer = error.instance_path().as_str();
            let around = pointer.strip_suffix(&format!("/{bound}")).unwrap_or_default();
            let limit = schema.pointer(around).and_then(|schema| schema.get(plain));
            match (is_on, limit) {
                (false, _) => format!("remove it: `{plain}` alone includes the bound"),
                (true, Some(limit)) => {
                    format!(
                        "since draft 6 it is the bound itself: write `{bound}: {limit}` in place of `{plain}`"
                    )
                }
                (true, None) => format!("since draft 6 it is the bound itself: `{bound}: 1`"),
            }
        }
        ("additionalProperties" | "items" | "not" | "if" | "then" | "else", Json::String(name))
            if TYPES.contains(&name.as_str()) =>
        {
            format!("write {{type: {name}}}")
        }
        ("items", Json::Array(items)) => {
            let meant = "for all items write `items: {...}`; for each by its position, `prefixItems: [...]`";
            match items.as_slice() {
                [item] => flow(item).map_or_else(
                    || meant.to_owned(),
                    |item| format!("for all items write `items: {item}`; for the first alone, `prefixItems: [{item}]`"),
                ),
                _ => meant.to_owned(),
            }
        }
        (_, Json::String(text)) if takes_boolean(keyword) && boolean(text).is_some() => {
            let boolean = boolean(text).unwrap_or_default();
            format!("write {boolean}: {text:?} is a string in YAML 1.2")
        }
        ("properties", Json::Array(_)) => {
            "write names with their schemas, without '-': `name: {type: string}`".to_owned()
        }
        ("pattern", Json::Array(_)) => "write one pattern: a|b matches either".to_owned(),
        _ => return None,
    })
}

/// Whether the value of a keyword may be a boolean.
fn takes_boolean(keyword: &str) -> bool {
    let is_switch = ["uniqueItems", "deprecated", "readOnly", "writeOnly"].contains(&keyword);
    is_switch
        || keywords::find(keyword)
            .is_some_and(|known| matches!(known.holds, Holds::Schema | Holds::SchemaOrSchemas))
}

/// Returns the boolean that a word such as `yes` or `no` means.
fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "on" | "y" | "true" => Some(true),
        "no" | "off" | "n" | "false" => Some(false),
        _ => None,
    }
}

/// Writes a small schema on one line.
fn flow(value: &Json) -> Option<String> {
    let members = value.as_object()?;
    let word = |value: &Json| match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(_) | Json::Bool(_) => Some(value.to_string()),
        _ => None,
    };
    let parts: Option<Vec<String>> =
        members.iter().map(|(name, value)| Some(format!("{name}: {}", word(value)?))).collect();
    Some(format!("{{{}}}", parts?.join(", ")))
}
