//! Determines the type of a scalar by the core schema of YAML 1.2, and its name as a key.

use std::borrow::Cow;

use crate::{
    Kind, NodeRef, Resolver, Scalar, Style,
    resolve::{plain, resolve as resolve_tagged},
    tree::{Flags, Node},
};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `null`.
    Null,
    /// `true`.
    True,
    /// `false`.
    False,
    /// A number without fraction and exponent.
    Integer,
    /// Any other number.
    Float,
    /// Text.
    String,
    /// A list of items.
    Array,
    /// A set of properties.
    Object,
}

impl Type {
    /// Returns the name with its article, for messages.
    pub fn with_article(self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::True | Type::False => "a boolean",
            Type::Integer => "an integer",
            Type::Float => "a number",
            Type::String => "a string",
            Type::Array => "an array",
            Type::Object => "an object",
        }
    }
}

/// Returns the value of the scalar `node`; local tags do not change it. The error says why the tag does not fit.
pub(super) fn resolve(node: NodeRef<'_>) -> Result<Scalar<'_>, String> {
    let text = node.text();
    match node.tag() {
        Some(tag) if tag.starts_with("tag:yaml.org,2002:") => {
            resolve_tagged(text, node.style(), Some(tag), Resolver::Core12)
                .map_err(|problem| problem.to_string())
        }
        // `!` makes a plain scalar a string. Other local tags do not change the value, unless it is empty.
        Some(tag) if tag == "!" || text.is_empty() => Ok(Scalar::Str(text)),
        _ if node.style() != Style::Plain => Ok(Scalar::Str(text)),
        _ => Ok(plain(text, Resolver::Core12)),
    }
}

/// Returns the type of `node` if no closer look is needed, as for most nodes. `stored` is how the tree stores it.
#[inline]
pub(super) fn certain_type(stored: &Node, node: NodeRef<'_>) -> Option<Type> {
    if stored.flags.has(Flags::WORD) {
        return Some(Type::String);
    }
    if stored.flags.has(Flags::PROPERTIES) && node.tag().is_some() {
        return None;
    }
    match stored.kind {
        Kind::Map => Some(Type::Object),
        Kind::Sequence => Some(Type::Array),
        Kind::Scalar if stored.style != Style::Plain => Some(Type::String),
        Kind::Scalar => quick_type(node.text_bytes()),
        Kind::Alias => None,
    }
}

/// Returns the type of `node`, which is not an alias, if a closer look is needed: at a tag, or at what may be a number.
pub(super) fn resolved_type(node: NodeRef<'_>) -> Result<Type, String> {
    match node.kind() {
        Kind::Map => return container(node, Type::Object, &["map", "omap", "pairs", "set"]),
        Kind::Sequence => return container(node, Type::Array, &["seq", "omap", "pairs"]),
        Kind::Scalar | Kind::Alias => {}
    }
    Ok(match resolve(node)? {
        Scalar::Null => Type::Null,
        Scalar::Bool(true) => Type::True,
        Scalar::Bool(false) => Type::False,
        Scalar::Int(_) | Scalar::UInt(_) | Scalar::BigInt(_) => Type::Integer,
        Scalar::Float(_) => Type::Float,
        Scalar::Str(_) | Scalar::Timestamp(_) | Scalar::Binary(_) => Type::String,
    })
}

/// The standard tags of scalars.
const SCALARS: [&str; 7] = ["str", "int", "float", "bool", "null", "binary", "timestamp"];
/// The standard tags of containers.
const CONTAINERS: [&str; 5] = ["map", "seq", "omap", "pairs", "set"];

/// Returns the type of a container. A standard tag for something else is an error.
fn container(node: NodeRef<'_>, kind: Type, tags: &[&str]) -> Result<Type, String> {
    let standard = node.tag().and_then(|tag| tag.strip_prefix("tag:yaml.org,2002:"));
    match standard {
        Some(tag)
            if !tags.contains(&tag) && (SCALARS.contains(&tag) || CONTAINERS.contains(&tag)) =>
        {
            let what = if kind == Type::Object { "a mapping" } else { "a sequence" };
            Err(format!("the tag !!{tag} does not fit {what}"))
        }
        _ => Ok(kind),
    }
}

/// Returns the type of a plain text if the first byte or a quick look is enough, as for most texts.
fn quick_type(text: &[u8]) -> Option<Type> {
    match text.first() {
        None => Some(Type::Null),
        Some(b'0'..=b'9' | b'-') => decimal_type(text),
        Some(b'+' | b'.') => None,
        Some(b'~' | b'n' | b'N' | b't' | b'T' | b'f' | b'F') => Some(match text {
            b"~" | b"null" | b"Null" | b"NULL" => Type::Null,
            b"true" | b"True" | b"TRUE" => Type::True,
            b"false" | b"False" | b"FALSE" => Type::False,
            _ => Type::String,
        }),
        Some(_) => Some(Type::String),
    }
}

/// Returns the type of a number if it consists of digits, and perhaps a `-` before and a fraction behind them.
fn decimal_type(text: &[u8]) -> Option<Type> {
    let count = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    match digits.split_at(count(digits)) {
        ([_, ..], []) => Some(Type::Integer),
        ([_, ..], [b'.', fraction @ ..])
            if !fraction.is_empty() && count(fraction) == fraction.len() =>
        {
            Some(Type::Float)
        }
        _ => None,
    }
}

/// Returns the value of a text that consists of digits only and certainly fits.
pub(super) fn small_integer(text: &[u8]) -> Option<i64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.iter().try_fold(0, |value: i64, byte| {
        byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0'))
    })
}

/// Returns the text of the key `node` if that is surely the name of the property: a word, or quoted.
#[inline]
pub(super) fn certain_name(node: NodeRef<'_>) -> Option<&[u8]> {
    let is_quoted = || node.is_scalar() && node.style() != Style::Plain && node.is_bare();
    node.word().or_else(|| is_quoted().then(|| node.text_bytes()))
}

/// Returns the property name of the scalar key `node` if it differs from its text. Floats keep their spelling unless
/// `float_names` is set.
pub(super) fn special_name(node: NodeRef<'_>, float_names: bool) -> Option<String> {
    let is_text = |node: NodeRef<'_>| {
        node.style() != Style::Plain || quick_type(node.text_bytes()) == Some(Type::String)
    };
    if node.tag().is_none() && is_text(node) {
        return None;
    }
    let name: Cow<'_, str> = match resolve(node).ok()? {
        Scalar::Null => "null".into(),
        Scalar::Bool(value) => value.to_string().into(),
        Scalar::Int(value) => value.to_string().into(),
        Scalar::UInt(value) => value.to_string().into(),
        Scalar::BigInt(digits) => digits,
        Scalar::Float(value) if float_names => value.to_string().into(),
        _ => return None,
    };
    (name != node.text()).then(|| name.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_look_finds_the_same_type() {
        for (text, known) in [
            ("0", true),
            ("-0", true),
            ("-12", true),
            ("007", true),
            ("123456789012345678901234567890", true),
            ("1.5", true),
            ("-00.50", true),
            ("1.", false),
            ("1.5.2", false),
            ("1.x", false),
            ("1e5", false),
            ("-", false),
            ("-.5", false),
            ("-.inf", false),
            ("--1", false),
            ("0x10", false),
            ("1-2", false),
            ("+1", false),
            ("null", true),
            ("", true),
            ("true", true),
            ("fals", true),
            ("x", true),
        ] {
            let resolved = match plain(text, Resolver::Core12) {
                Scalar::Null => Type::Null,
                Scalar::Bool(true) => Type::True,
                Scalar::Bool(false) => Type::False,
                Scalar::Int(_) | Scalar::UInt(_) | Scalar::BigInt(_) => Type::Integer,
                Scalar::Float(_) => Type::Float,
                _ => Type::String,
            };
            assert_eq!(quick_type(text.as_bytes()), known.then_some(resolved), "{text}");
        }
    }
}
