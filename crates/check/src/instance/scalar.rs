//! The type of a scalar by the core schema of YAML 1.2, and the name it gives as a key.

use std::borrow::Cow;

use yardstick_yaml::{
    Kind, NodeRef, Resolver, Scalar, Style,
    resolve::{plain, resolve as resolve_tagged},
};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Nothing.
    Null,
    /// `true`.
    True,
    /// `false`.
    False,
    /// A number written without fraction and exponent.
    Integer,
    /// Any other number.
    Float,
    /// Text.
    String,
    /// Items in a row.
    Array,
    /// Properties.
    Object,
}

impl Type {
    /// With its article, as messages say it.
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

/// The value of the scalar `node`; local tags do not change it. An error says what the tag refuses.
pub(crate) fn resolve(node: NodeRef<'_>) -> Result<Scalar<'_>, String> {
    let text = node.text();
    match node.tag() {
        Some(tag) if tag.starts_with("tag:yaml.org,2002:") => {
            resolve_tagged(text, node.style(), Some(tag), Resolver::Core12)
                .map_err(|problem| problem.to_string())
        }
        // `!` makes a plain scalar a string; other local tags leave the value as it is.
        Some("!") => Ok(Scalar::Str(text)),
        _ if node.style() != Style::Plain => Ok(Scalar::Str(text)),
        _ => Ok(plain(text, Resolver::Core12)),
    }
}

/// The type of `node`, which is not an alias.
pub(super) fn type_of(node: NodeRef<'_>) -> Result<Type, String> {
    match node.kind() {
        Kind::Map => return Ok(Type::Object),
        Kind::Sequence => return Ok(Type::Array),
        Kind::Scalar | Kind::Alias => {}
    }
    if node.tag().is_none() && (node.style() != Style::Plain || is_word(node.text_bytes())) {
        return Ok(Type::String);
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

/// Whether plain text is a string by its first byte alone, as most are.
fn is_word(text: &[u8]) -> bool {
    !matches!(
        text.first(),
        None | Some(
            b'0'..=b'9' | b'+' | b'-' | b'.' | b'~' | b'n' | b'N' | b't' | b'T' | b'f' | b'F'
        )
    )
}

/// The property name of the scalar key `node` if it is not simply its text. Floats keep their spelling
/// unless `float_names` is set.
pub(super) fn special_name(node: NodeRef<'_>, float_names: bool) -> Option<String> {
    if node.tag().is_none() && (node.style() != Style::Plain || is_word(node.text_bytes())) {
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
