//! What rules say to Kubernetes: the types that it can tell apart, and expressions (CEL) about their values.

use std::fmt::Write as _;

use yardstick_starlark::Value;
use yardstick_template::{
    convert::display_key,
    tree::{Kind, Yaml},
};

use crate::model::{Declaration, KeyPattern, MapType, Type};

/// What a node holds besides null, as far as a structural schema can say it.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// Anything.
    Untyped,
    /// An integer or a string, the only two types that go together.
    IntOrString,
    /// A scalar of one kind.
    Scalar(Kind),
    /// A map; its keys where they are all known.
    Map(Option<&'a MapType>),
    /// An array; its items where they are all alike.
    Array(Option<&'a Declaration>),
}

impl<'a> Shape<'a> {
    /// What a structural schema says about values of `type_`.
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

    /// Whether expressions can look at it: not at what has no type, nor at arrays and maps of such things.
    // As deep as the schema, whose depth is bounded.
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

/// The pattern of all keys, where there is one and no key has a name.
pub fn only_pattern(map: &MapType) -> Option<&KeyPattern> {
    match map.open.as_ref()?.patterns.as_slice() {
        [only] if map.named().next().is_none() => Some(only),
        _ => None,
    }
}

/// Adds the kinds of values that are of `type_`, without null; says whether they can be listed.
fn collect(type_: &Type, kinds: &mut Vec<Kind>) -> bool {
    let kind = match type_.not_null() {
        // Of the last one nothing is looked up; the two before it were taken away above.
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

/// A string as expressions write it.
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

/// A value that can be compared with values of `kind`.
pub(super) fn literal(value: &Value, kind: Kind) -> Option<String> {
    /// Integers up to here are floats without loss.
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
