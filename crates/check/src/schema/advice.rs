//! Advice on errors that the meta-schema reports, for the typical mistakes of people who write their first schema.

use jsonschema::{
    ValidationError,
    error::{TypeKind, ValidationErrorKind},
};
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
    if let Some(name) = unknown_type(error) {
        return format!("Invalid schema: unknown type '{name}'");
    }
    match error.kind() {
        ValidationErrorKind::Type { kind } => {
            let found = found(error.instance());
            if pointer.is_empty() {
                return format!("Invalid schema: a schema must be an object, but this is {found}");
            }
            format!("Invalid schema: {at} must be {}, but is {found}", wanted(kind))
        }
        ValidationErrorKind::UniqueItems => format!("Invalid schema: {at} lists a value twice"),
        _ => format!("Invalid schema: {at}: {error}"),
    }
}

/// The types that a keyword may have, in words.
fn wanted(kind: &TypeKind) -> String {
    let names: Vec<String> = match kind {
        TypeKind::Single(one) => vec![one.to_string()],
        TypeKind::Multiple(many) => many.iter().map(|one| one.to_string()).collect(),
    };
    let with_article = |name: &String| match name.as_str() {
        "array" | "integer" | "object" => format!("an {name}"),
        "null" => name.clone(),
        _ => format!("a {name}"),
    };
    let names: Vec<String> = names.iter().map(with_article).collect();
    match names.as_slice() {
        // A schema may also be `true` or `false`, but that is not what people mean first.
        [one, other] if one == "a boolean" && other == "an object" => {
            "a schema (an object or a boolean)".to_owned()
        }
        names => names.join(" or "),
    }
}

/// A value in the schema, in short.
fn found(value: &Json) -> String {
    match value {
        Json::Array(_) => "an array".to_owned(),
        Json::Object(_) => "an object".to_owned(),
        Json::String(text) if text.chars().count() > 40 => "a long string".to_owned(),
        Json::String(_) => format!("the string {value}"),
        _ => value.to_string(),
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
        let instead = foreign_type(&name).map(str::to_owned);
        return problem.notes(instead.or_else(|| spelling::hint(&name, TYPES)));
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
    let is_keyword = !is_by_name(steps(error).1);
    if steps(error).0 != "type" || !is_keyword {
        return None;
    }
    let value = error.instance();
    let names = match value.as_ref() {
        Json::String(_) => std::slice::from_ref(value.as_ref()),
        Json::Array(names) => names,
        _ => return None,
    };
    let mut names = names.iter().filter_map(Json::as_str);
    names.find(|name| !TYPES.contains(name)).map(str::to_owned)
}

/// Whether the members of this keyword have names that the author chooses.
fn is_by_name(keyword: &str) -> bool {
    matches!(keyword, "properties" | "patternProperties" | "$defs" | "definitions")
}

/// What to write for a type of another language.
fn foreign_type(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "map" | "dict" | "dictionary" | "hash" | "struct" | "mapping" => "write object",
        "list" | "tuple" | "sequence" | "slice" | "set" => "write array",
        "float" | "double" | "decimal" | "real" => "write number",
        "long" | "short" | "int32" | "int64" | "uint" => "write integer",
        "text" | "char" | "varchar" | "bytes" => "write string",
        "none" | "nil" | "undefined" => "write null",
        "date" => "dates are text: write `type: string` and `format: date`",
        "datetime" | "timestamp" => "times are text: write `type: string` and `format: date-time`",
        "email" | "uri" | "url" | "uuid" | "ipv4" | "ipv6" | "hostname" | "time" | "duration" => {
            "it is a format: write `type: string` and `format:` with this name"
        }
        "enum" => "remove `type`: `enum` alone lists the values",
        "any" | "mixed" | "unknown" => "leave `type` out to allow values of any type",
        _ => return None,
    })
}

fn instead(error: &ValidationError<'_>, schema: &Json) -> Option<String> {
    let (keyword, above) = steps(error);
    let value = error.instance();
    let is_by_name = is_by_name(above);
    Some(match (keyword, value.as_ref()) {
        ("", Json::Array(_)) if above.is_empty() => {
            "a schema is a map of keywords: write them without '-'".to_owned()
        }
        ("", _) if above.is_empty() => {
            "a schema is a map of keywords, such as `type: object`".to_owned()
        }
        ("type", Json::String(name)) if is_by_name && TYPES.contains(&name.as_str()) => format!(
            "the keys below `{above}` are names of properties: write `type: {name}` beside `{above}:`, or `type: {{type: {name}}}` for a property called 'type'"
        ),
        ("required", Json::Array(names)) if is_by_name && names.iter().all(Json::is_string) => {
            format!("`required` belongs beside `{above}:`: indent it less")
        }
        (_, Json::Null) if is_by_name => "write {} to allow every value".to_owned(),
        (_, Json::String(text)) if is_by_name && boolean(text).is_some() => {
            let boolean = boolean(text).unwrap_or_default();
            format!("write {boolean}: {text:?} is a string in YAML 1.2")
        }
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
        ("oneOf" | "anyOf" | "allOf", Json::Object(_)) => {
            format!("write a list of schemas below `{keyword}:`, each after '- '")
        }
        ("additionalProperties", Json::Array(items)) if items.len() == 1 => {
            format!("write {}, without brackets", items[0])
        }
        (_, Json::String(text)) if above == "dependentRequired" => {
            format!("write a list: [{text}]")
        }
        ("required", Json::Array(names)) => {
            let is_earlier = |at: usize| names[..at].contains(&names[at]);
            let twice = (0..names.len()).find(|&at| is_earlier(at))?;
            format!("remove one {}", names[twice])
        }
        (_, Json::String(text)) if takes_number(keyword) && text.parse::<f64>().is_ok() => {
            format!("write {text}, without quotes")
        }
        ("title" | "description" | "$comment", Json::Number(number)) => {
            format!("quote it: \"{number}\"")
        }
        ("description" | "title", Json::Array(_)) => {
            "write one text; text of several lines starts with `|`".to_owned()
        }
        ("multipleOf", Json::Number(_)) => "write a number greater than 0".to_owned(),
        ("pattern", Json::Array(_)) => "write one pattern: a|b matches either".to_owned(),
        _ => return None,
    })
}

/// Whether the value of a keyword is a number.
fn takes_number(keyword: &str) -> bool {
    keyword.starts_with("min")
        || keyword.starts_with("max")
        || matches!(keyword, "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf")
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
