//! Hints for fields and methods that do not exist.

use super::{NOTHING, choose};
use crate::value::Value;

/// Methods of other languages: the type here, their names, and what to write instead.
const HABITS: &[(&str, &[&str], &str)] = &[
    ("list", &["push", "add", "push_back"], "write x.append(item)"),
    ("list", &["join"], "write \", \".join(x)"),
    ("list", &["map", "forEach", "each", "collect"], "write [f(item) for item in x]"),
    ("list", &["filter", "select", "where"], "write [item for item in x if ...]"),
    ("list", &["contains", "includes", "indexOf", "has"], "write `item in x`"),
    ("list", &["sort"], "write sorted(x)"),
    ("list", &["reverse"], "write reversed(x)"),
    ("list", &["first"], "write x[0]"),
    ("list", &["last"], "write x[-1]"),
    ("list", &["concat", "addAll"], "write x + other"),
    ("list", &["slice"], "write x[start:end]"),
    ("string", &["trim"], "write x.strip()"),
    ("string", &["trimStart", "ltrim", "trim_left"], "write x.lstrip()"),
    ("string", &["trimEnd", "rtrim", "trim_right"], "write x.rstrip()"),
    ("string", &["toLowerCase", "downcase", "tolower", "toLower"], "write x.lower()"),
    ("string", &["toUpperCase", "upcase", "toupper", "toUpper"], "write x.upper()"),
    ("string", &["contains", "includes", "indexOf", "has"], "write `\"text\" in x`"),
    ("string", &["substring", "substr", "slice", "trunc"], "write x[start:end]"),
    ("string", &["charAt"], "write x[at]"),
    ("string", &["replaceAll", "gsub", "sub"], "write x.replace(old, new)"),
    ("string", &["append", "concat", "add"], "write x + other"),
    (
        "string",
        &["match", "test", "search"],
        "load(\"@ytt:regexp\", \"regexp\") and write regexp.match(pattern, x)",
    ),
    (
        "string",
        &["encode", "decode"],
        "load(\"@ytt:base64\", \"base64\") for base64.encode(x), or use json and yaml of @ytt",
    ),
    ("string", &["isnumeric", "isnumber"], "write x.isdigit()"),
    (
        "dict",
        &["has_key", "has", "contains", "includes", "containsKey", "key?"],
        "write `key in x`",
    ),
    ("dict", &["iteritems", "entries", "each"], "write x.items()"),
    ("dict", &["merge", "assign", "extend"], "write x.update(other)"),
    ("dict", &["remove", "delete"], "write x.pop(key)"),
];

/// Names for the length of a value in other languages.
const LENGTHS: [&str; 5] = ["len", "length", "size", "count", "Length"];

/// Names for converting a value to text in other languages.
const TEXTS: [&str; 4] = ["toString", "to_s", "str", "String"];

/// Returns what to write instead of `value.name`. `names` exist, and `is_suggested` means that the message already
/// suggests one of them.
pub(crate) fn missing_attribute(
    value: &Value,
    name: &str,
    names: &[&str],
    is_suggested: bool,
) -> Option<String> {
    let kind = value.type_name();
    if let Value::Host(host) = value
        && let Some(note) = host.missing_attr(name)
    {
        return Some(note);
    }
    let has_length = matches!(
        value,
        Value::Str(_) | Value::List(_) | Value::Dict(_) | Value::Tuple(_) | Value::Set(_)
    );
    if has_length && LENGTHS.contains(&name) {
        return Some("write len(x)".to_owned());
    }
    if TEXTS.contains(&name) {
        return Some("write str(x)".to_owned());
    }
    let meant = |(of, habits, _): &&(&str, &[&str], &str)| *of == kind && habits.contains(&name);
    if let Some((_, _, instead)) = HABITS.iter().find(meant) {
        return Some((*instead).to_owned());
    }
    match value {
        Value::None => Some(NOTHING.to_owned()),
        Value::Dict(_) => Some(format!("items of a dict are read by key: x[\"{name}\"]")),
        Value::Function(function) => Some(format!("call it first: {}().{name}", function.name())),
        Value::List(_) => {
            Some(format!("it is a list: write x[0].{name}, or [item.{name} for item in x]"))
        }
        Value::Int(_) | Value::Float(_) | Value::BigInt(_) | Value::Bool(_) => {
            Some(format!("it is a plain value, {}, without fields", value.to_text()))
        }
        _ if is_suggested => None,
        _ => choose(name, "there are", names.iter().copied()),
    }
}
