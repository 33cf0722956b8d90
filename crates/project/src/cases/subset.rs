//! Tests whether a document contains an expected part.
//!
//! A map contains another if it has all of its keys, with values that contain the expected ones. A list contains
//! another if it has the expected items in the same order; there may be others between them. Everything else must be
//! equal.

use std::fmt::Write as _;

use yardstick_diagnostics::Span;
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Type, View},
};

/// A place with an unexpected value.
#[derive(Debug)]
pub(super) struct Misfit {
    /// The path to the value: `.spec.replicas`.
    pub(super) path: String,
    /// The place of the expectation.
    pub(super) expected: Span,
    /// Describes the actual value.
    pub(super) found: String,
}

/// A value and its file.
#[derive(Clone, Copy)]
pub(super) struct Node<'v> {
    pub(super) view: &'v View,
    pub(super) id: NodeId,
}

impl Node<'_> {
    fn kind(self) -> Type {
        self.view.type_of(self.id)
    }

    /// The value on one line.
    fn shown(self) -> String {
        let node = self.view.node(self.id);
        match self.kind() {
            Type::Object => format!("a map with {} keys", self.view.member_count(self.id)),
            Type::Array => format!("a list of {} items", node.len()),
            Type::Null => "null".to_owned(),
            Type::String => format!("{:?}", node.text()),
            _ => node.text().to_owned(),
        }
    }

    fn is_same_scalar(self, other: Node<'_>) -> bool {
        let (one, two) = (self.view.node(self.id), other.view.node(other.id));
        match (self.kind(), other.kind()) {
            (Type::String, Type::String) => one.text_bytes() == two.text_bytes(),
            (Type::Integer | Type::Float, Type::Integer | Type::Float) => {
                match (self.view.number(self.id), other.view.number(other.id)) {
                    (Some(one), Some(two)) => one.same(&two),
                    _ => false,
                }
            }
            (one, two) => one == two,
        }
    }
}

/// All places where `found` does not contain what is `expected`.
pub(super) fn misfits(expected: Node<'_>, found: Node<'_>) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    compare(expected, found, &mut String::new(), &mut misfits);
    misfits
}

fn compare(expected: Node<'_>, found: Node<'_>, path: &mut String, misfits: &mut Vec<Misfit>) {
    let misfit = |path: &str, found: String| Misfit {
        path: if path.is_empty() { ".".to_owned() } else { path.to_owned() },
        expected: expected.view.written(expected.id).content_span(),
        found,
    };
    match (expected.kind(), found.kind()) {
        (Type::Object, Type::Object) => {
            for member in expected.view.members(expected.id) {
                let name = expected.view.name(member.key);
                let length = path.len();
                path.push('.');
                path.push_str(name);
                let inner = Node { view: expected.view, id: member.value };
                match found.view.get(found.id, name) {
                    Some(id) => compare(inner, Node { view: found.view, id }, path, misfits),
                    None => misfits.push(Misfit {
                        path: path.clone(),
                        expected: expected.view.written(member.key).content_span(),
                        found: "it is not there".to_owned(),
                    }),
                }
                path.truncate(length);
            }
        }
        (Type::Array, Type::Array) => compare_items(expected, found, path, misfits),
        (Type::Object | Type::Array, _) | (_, Type::Object | Type::Array) => {
            misfits.push(misfit(path, format!("it is {}", found.shown())));
        }
        _ if expected.is_same_scalar(found) => {}
        _ => misfits.push(misfit(path, format!("it is {}", found.shown()))),
    }
}

/// Searches for the expected items in order. An item that is not found is compared with the one at its position.
fn compare_items(
    expected: Node<'_>,
    found: Node<'_>,
    path: &mut String,
    misfits: &mut Vec<Misfit>,
) {
    let items: Vec<NodeId> = found.view.node(found.id).items().map(NodeRef::id).collect();
    let mut from = 0;
    for wanted in expected.view.node(expected.id).items() {
        let wanted = Node { view: expected.view, id: wanted.id() };
        let mut best: Option<(usize, Vec<Misfit>)> = None;
        for (at, &id) in items.iter().enumerate().skip(from) {
            let length = path.len();
            let _ = write!(path, "[{at}]");
            let mut inner = Vec::new();
            compare(wanted, Node { view: found.view, id }, path, &mut inner);
            path.truncate(length);
            if best.as_ref().is_none_or(|(_, known)| inner.len() < known.len()) {
                best = Some((at, inner));
            }
            if best.as_ref().is_some_and(|(_, known)| known.is_empty()) {
                break;
            }
        }
        match best {
            Some((at, inner)) if inner.is_empty() => from = at + 1,
            Some((_, inner)) => misfits.extend(inner),
            None => misfits.push(Misfit {
                path: path.clone(),
                expected: wanted.view.written(wanted.id).content_span(),
                found: format!("expected {} to contain the item", found.shown()),
            }),
        }
    }
}
