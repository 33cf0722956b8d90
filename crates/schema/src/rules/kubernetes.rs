//! Rules for Kubernetes: the types that structural schemas distinguish, and CEL expressions about their values.

use std::fmt::Write as _;

use yardstick_starlark::Value;
use yardstick_template::{
    convert::display_key,
    tree::{Kind, Yaml},
};

use crate::model::{Declaration, KeyPattern, MapType, Type};

/// The type of a node without null, as far as a structural schema can express it.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// Anything.
    Untyped,
    /// An integer or a string, the only supported combination of types.
    IntOrString,
    /// A scalar of one kind.
    Scalar(Kind),
    /// A map, with its keys if they are all known.
    Map(Option<&'a MapType>),
    /// An array, with its items if they all have the same declaration.
    Array(Option<&'a Declaration>),
}

impl<'a> Shape<'a> {
    /// Returns the structural type for `type_`.
    pub fn of(type_: &'a Type) -> Self {
        match type_.not_null() {
            Type::Scalar(kind) => Shape::Scalar(*kind),
            Type::Map(map) => Shape::Map(Some(map)),
            Type::Array(item) => Shape::Array(Some(item)),
            several => {
                let mut kinds = Vec::new();
                if !collect(several, &mut kinds) {
                    return Shape::Untyped;
                }
                Self::of_kinds(&kinds)
            }
        }
    }

    fn of_kinds(kinds: &[Kind]) -> Self {
        let only = |allowed: &[Kind]| kinds.iter().all(|kind| allowed.contains(kind));
        match kinds {
            [] => Shape::Untyped,
            [Kind::Map] => Shape::Map(None),
            [Kind::Array] => Shape::Array(None),
            [kind] => Shape::Scalar(*kind),
            _ if only(&[Kind::Int, Kind::Float]) => Shape::Scalar(Kind::Float),
            _ if only(&[Kind::Int, Kind::Text]) => Shape::IntOrString,
            _ => Shape::Untyped,
        }
    }

    /// Whether it is a scalar of `kind`.
    pub fn is(self, kind: Kind) -> bool {
        matches!(self, Shape::Scalar(own) if own == kind)
    }

    /// Whether CEL expressions can access it. They cannot access untyped values, or arrays and maps of such values.
    // Recursion is safe because the depth of schemas is bounded.
    pub fn is_visible(self) -> bool {
        let is_visible = |inner: &Declaration| Shape::of(&inner.type_).is_visible();
        match self {
            Shape::Untyped | Shape::Array(None) => false,
            Shape::IntOrString | Shape::Scalar(_) | Shape::Map(None) => true,
            Shape::Array(Some(item)) => is_visible(item),
            Shape::Map(Some(map)) => {
                only_pattern(map).is_none_or(|pattern| is_visible(&pattern.declaration))
            }
        }
    }
}

/// Returns the pattern that matches all keys, if there is one and no key is named.
pub fn only_pattern(map: &MapType) -> Option<&KeyPattern> {
    match map.open.as_ref()?.patterns.as_slice() {
        [only] if map.named().next().is_none() => Some(only),
        _ => None,
    }
}

/// Adds the kinds of values of `type_` without null. Returns whether they can be listed.
fn collect(type_: &Type, kinds: &mut Vec<Kind>) -> bool {
    let kind = match type_.not_null() {
        // Shapes are not resolved. `Nullable` and `Except` were handled above.
        Type::Any | Type::Nullable(_) | Type::Except(_) | Type::Ref(_) => return false,
        Type::Scalar(Kind::Null) => return true,
        Type::Scalar(kind) => *kind,
        Type::Map(_) => Kind::Map,
        Type::Array(_) => Kind::Array,
        Type::Union(union) => return union.not_null().all(|member| collect(member, kinds)),
        Type::Choice(choice) => {
            return choice.alternatives.iter().all(|one| collect(&one.type_, kinds));
        }
    };
    if !kinds.contains(&kind) {
        kinds.push(kind);
    }
    true
}

/// Writes a string as a CEL literal.
pub fn quoted(text: &str) -> String {
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

/// Writes a value as a CEL literal that can be compared with values of `kind`.
pub(super) fn literal(value: &Value, kind: Kind) -> Option<String> {
    /// Floats represent all integers up to this one exactly.
    const EXACT: i64 = 1 << 53;
    match (value, kind) {
        (Value::Str(string), Kind::Text) => string.as_str().map(quoted),
        (Value::Bool(value), Kind::Bool) => Some(value.to_string()),
        (Value::Int(value), Kind::Int) => Some(value.to_string()),
        (Value::Int(value), Kind::Float) if (-EXACT..=EXACT).contains(value) => {
            Some(format!("{value}.0"))
        }
        (Value::Float(value), Kind::Float) if value.is_finite() => Some(format!("{value:?}")),
        _ => None,
    }
}

/// Reserved words, which cannot be identifiers.
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

/// Returns how CEL expressions refer to the declared key `key`; `None` if they cannot.
pub(super) fn property(map: &MapType, key: &Yaml) -> Option<String> {
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
