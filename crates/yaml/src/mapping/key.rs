//! Compares keys by value.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::resolve::{self, Resolver, Scalar};
use crate::tree::{Kind, NodeRef};

/// A key by its meaning: `1` and `0x1` are the same key, `1` and `"1"` are not.
#[derive(Clone, Debug)]
pub enum KeyValue<'t> {
    /// A scalar.
    Scalar(Scalar<'t>),
    /// A collection in a canonical text form.
    Collection(String),
}

impl<'t> KeyValue<'t> {
    /// Returns the value of the key `node`.
    pub fn new(node: NodeRef<'t>, resolver: Resolver) -> Self {
        let node = node.dereferenced();
        if node.kind() == Kind::Scalar {
            return Self::Scalar(match node.scalar(resolver) {
                Scalar::Timestamp(text) => Scalar::Str(text),
                other => other,
            });
        }
        let mut text = String::new();
        write_out(node, resolver, &mut text);
        Self::Collection(text)
    }

    fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Scalar(Scalar::Str(text)) => Some(text.as_bytes()),
            Self::Scalar(Scalar::Binary(bytes)) => Some(bytes),
            _ => None,
        }
    }
}

impl PartialEq for KeyValue<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Collection(a), Self::Collection(b)) => a == b,
            (Self::Scalar(a), Self::Scalar(b)) => match (self.bytes(), other.bytes()) {
                (Some(a), Some(b)) => a == b,
                (None, None) => a == b,
                _ => false,
            },
            _ => false,
        }
    }
}

/// NaN differs from itself, so it is never a duplicate key. This only affects its own lookup.
impl Eq for KeyValue<'_> {}

impl Hash for KeyValue<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(bytes) = self.bytes() {
            return bytes.hash(state);
        }
        match self {
            Self::Collection(text) => text.hash(state),
            Self::Scalar(Scalar::Bool(value)) => value.hash(state),
            Self::Scalar(Scalar::Int(value)) => value.hash(state),
            Self::Scalar(Scalar::UInt(value)) => value.hash(state),
            Self::Scalar(Scalar::BigInt(value)) => value.hash(state),
            // Positive and negative zero are equal.
            Self::Scalar(Scalar::Float(value)) => (value + 0.0).to_bits().hash(state),
            Self::Scalar(_) => {}
        }
    }
}

/// Writes a collection so that equal ones have the same text. Follows aliases; the parser has limited their
/// expansion.
fn write_out(node: NodeRef<'_>, resolver: Resolver, out: &mut String) {
    use std::fmt::Write;
    // What remains to be written: a node, or the end of a collection.
    let mut open = vec![Some(node)];
    while let Some(next) = open.pop() {
        let Some(node) = next.map(NodeRef::dereferenced) else {
            out.push(']');
            continue;
        };
        match node.kind() {
            Kind::Scalar | Kind::Alias => {
                let _ = write!(out, "{:?},", node.scalar(resolver));
            }
            Kind::Sequence => {
                out.push('[');
                open.push(None);
                let first = open.len();
                open.extend(node.items().map(Some));
                open[first..].reverse();
            }
            Kind::Map => {
                out.push_str("map[");
                open.push(None);
                let first = open.len();
                open.extend(node.entries().flat_map(|entry| [Some(entry.key), Some(entry.value)]));
                open[first..].reverse();
            }
        }
    }
}

/// Returns the property name of the key `node` for schema checks: its text if it is a string, `null`, `true`,
/// `false`, an integer in decimal, or a float as written. Returns `None` for a collection.
pub fn property_name(node: NodeRef<'_>) -> Option<Cow<'_, str>> {
    let node = node.dereferenced();
    if node.kind() != Kind::Scalar {
        return None;
    }
    let value = resolve::resolve(node.text(), node.style(), node.tag(), Resolver::Core12);
    Some(match value.unwrap_or(Scalar::Str(node.text())) {
        Scalar::Null => Cow::Borrowed("null"),
        Scalar::Bool(true) => Cow::Borrowed("true"),
        Scalar::Bool(false) => Cow::Borrowed("false"),
        Scalar::Int(value) => Cow::Owned(value.to_string()),
        Scalar::UInt(value) => Cow::Owned(value.to_string()),
        Scalar::BigInt(value) => value,
        Scalar::Str(_) | Scalar::Float(_) | Scalar::Timestamp(_) | Scalar::Binary(_) => {
            Cow::Borrowed(node.text())
        }
    })
}
