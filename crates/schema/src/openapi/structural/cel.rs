//! Named rules in the expression language of Kubernetes, where it can say exactly the same.

use std::fmt::Write as _;

use yardstick_starlark::{Text, Value};
use yardstick_template::{
    convert::{display_key, scalar_to_yaml},
    tree::{Kind, Yaml},
};

use super::shape::{Shape, only_pattern};
use crate::{
    types::{MapType, Type},
    validate::{Affix, Bound, Contains, OneNotNull, Rule},
};

/// The expression that holds for `self`, a value of this shape, if and only if it keeps `rule`.
pub(super) fn of(rule: &Rule, shape: Shape<'_>) -> Option<String> {
    let is_text = matches!(shape, Shape::Scalar(Kind::Text));
    let is_int = matches!(shape, Shape::Scalar(Kind::Int));
    match rule {
        Rule::Described(described) => of(&described.rule, shape),
        Rule::Min(bound) => compared(">=", bound, shape),
        Rule::Max(bound) => compared("<=", bound, shape),
        Rule::Above(bound) => compared(">", bound, shape),
        Rule::Below(bound) => compared("<", bound, shape),
        Rule::Odd if is_int => Some("self % 2 != 0".to_owned()),
        Rule::StartsWith(affix) if is_text => affixed("startsWith", affix),
        Rule::EndsWith(affix) if is_text => affixed("endsWith", affix),
        Rule::Matches(pattern) if is_text => {
            Some(format!("self.matches({})", text(pattern.text.as_str()?)))
        }
        Rule::Format(format) if is_int && format.name() == "port" => {
            Some("self >= 0 && self <= 65535".to_owned())
        }
        Rule::Format(format) if is_text && format.name() == "percent" => {
            Some(format!("self.matches({})", text("^[0-9]+%$")))
        }
        Rule::Contains(contains) => contained(contains, shape),
        Rule::OneNotNull(rule) => one_not_null(rule, shape),
        _ => None,
    }
}

/// A string as expressions write it.
pub(super) fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A value that can be compared with values of `kind`.
fn literal(value: &Value, kind: Kind) -> Option<String> {
    /// Integers up to here are floats without loss.
    const EXACT: i64 = 1 << 53;
    match (value, kind) {
        (Value::Str(string), Kind::Text) => string.as_str().map(text),
        (Value::Bool(value), Kind::Bool) => Some(value.to_string()),
        (Value::Int(value), Kind::Int) => Some(value.to_string()),
        (Value::Int(value), Kind::Float) if (-EXACT..=EXACT).contains(value) => {
            Some(format!("{value}.0"))
        }
        (Value::Float(value), Kind::Float) if value.is_finite() => Some(format!("{value:?}")),
        _ => None,
    }
}

fn compared(operator: &str, bound: &Bound, shape: Shape<'_>) -> Option<String> {
    let Shape::Scalar(kind @ (Kind::Int | Kind::Float | Kind::Text)) = shape else { return None };
    Some(format!("self {operator} {}", literal(&bound.value, kind)?))
}

fn affixed(function: &str, affix: &Affix) -> Option<String> {
    let one = |affix: &Text| Some(format!("self.{function}({})", text(affix.as_str()?)));
    let all: Option<Vec<String>> = affix.allowed.iter().map(one).collect();
    Some(all?.join(" || "))
}

fn contained(contains: &Contains, shape: Shape<'_>) -> Option<String> {
    match (shape, &contains.element) {
        (Shape::Scalar(Kind::Text), Value::Str(part)) => {
            Some(format!("self.contains({})", text(part.as_str()?)))
        }
        (Shape::Array(Some(item)), element) => {
            let Type::Scalar(kind) = item.type_ else { return None };
            Some(format!("{} in self", literal(element, kind)?))
        }
        (Shape::Map(Some(map)), Value::Str(key)) => {
            let key = key.as_str()?;
            if only_pattern(map).is_some() {
                return Some(format!("{} in self", text(key)));
            }
            Some(format!("has(self.{})", property(map, &Yaml::text(key))?))
        }
        _ => None,
    }
}

fn one_not_null(rule: &OneNotNull, shape: Shape<'_>) -> Option<String> {
    let Shape::Map(Some(map)) = shape else { return None };
    let keys: Vec<Yaml> = match &rule.keys {
        // Keys without a name cannot be listed.
        None if map.open.as_ref().is_some_and(|open| !open.patterns.is_empty()) => return None,
        None => map.named().map(|(key, _)| key.clone()).collect(),
        Some(keys) => keys.iter().map(scalar_to_yaml).collect::<Option<_>>()?,
    };
    // A value of one type cannot be compared with null; one of any type can.
    let given = |key: &Yaml| {
        let name = property(map, key)?;
        Some(format!("has(self.{name}) && dyn(self.{name}) != null"))
    };
    let given: Option<Vec<String>> = keys.iter().map(given).collect();
    Some(format!("[{}].filter(x, x).size() == 1", given?.join(", ")))
}

/// Words that cannot be names.
const RESERVED: [&str; 21] = [
    "true",
    "false",
    "null",
    "in",
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
    "namespace",
    "return",
    "var",
    "void",
    "while",
];

/// How expressions name the declared key `key`; nothing where they cannot.
fn property(map: &MapType, key: &Yaml) -> Option<String> {
    let (_, value) = map.named().find(|(name, _)| name.same_scalar(key))?;
    if !Shape::of(&value.type_).is_visible() {
        return None;
    }
    let key = display_key(key);
    if RESERVED.contains(&&*key) {
        return Some(format!("__{key}__"));
    }
    let is_start = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '-' | '/');
    let is_name = |c: char| is_start(c) || c.is_ascii_digit();
    if !key.starts_with(is_start) || !key.chars().all(is_name) {
        return None;
    }
    let key = key.replace("__", "__underscores__");
    Some(key.replace('.', "__dot__").replace('-', "__dash__").replace('/', "__slash__"))
}
