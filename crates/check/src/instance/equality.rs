//! Equality by value: `1` is `1.0`, the order of members does not matter, not-a-number is itself.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value as Literal;

use super::{Number, Type, View};

/// Whether the node `id` is the value `literal` of a schema.
pub(super) fn equals_literal(view: &View, id: u32, literal: &Literal) -> bool {
    match (view.type_of(id), literal) {
        (Type::Null, Literal::Null)
        | (Type::True, Literal::Bool(true))
        | (Type::False, Literal::Bool(false)) => true,
        (Type::String, Literal::String(text)) => view.node(id).text() == text,
        (Type::Integer | Type::Float, Literal::Number(number)) => {
            view.number(id).is_some_and(|value| value.same(&literal_number(number)))
        }
        (Type::Array, Literal::Array(items)) => {
            let node = view.node(id);
            node.len() == items.len()
                && node.items().zip(items).all(|(item, literal)| {
                    equals_literal(view, item.dereferenced().id().0, literal)
                })
        }
        (Type::Object, Literal::Object(members)) => {
            view.members(id).count() == members.len()
                && members.iter().all(|(name, literal)| {
                    view.member(id, name).is_some_and(|(_, value)| {
                        equals_literal(view, view.node(value).id().0, literal)
                    })
                })
        }
        _ => false,
    }
}

fn literal_number(number: &serde_json::Number) -> Number<'static> {
    if let Some(value) = number.as_i64() {
        Number::Int(value)
    } else if let Some(value) = number.as_u64() {
        Number::UInt(value)
    } else {
        Number::Float(number.as_f64().unwrap_or(f64::NAN))
    }
}

/// Whether two nodes are equal.
fn equal(view: &View, left: u32, right: u32) -> bool {
    if left == right {
        return true;
    }
    let (left, right) = (view.node(left), view.node(right));
    match (view.type_of(left.id().0), view.type_of(right.id().0)) {
        (Type::Null, Type::Null) | (Type::True, Type::True) | (Type::False, Type::False) => true,
        (Type::String, Type::String) => left.text_bytes() == right.text_bytes(),
        (Type::Integer | Type::Float, Type::Integer | Type::Float) => {
            match (view.number(left.id().0), view.number(right.id().0)) {
                (Some(left), Some(right)) => left.same(&right),
                _ => false,
            }
        }
        (Type::Array, Type::Array) => {
            left.len() == right.len()
                && left
                    .items()
                    .zip(right.items())
                    .all(|(left, right)| equal(view, left.id().0, right.id().0))
        }
        (Type::Object, Type::Object) => {
            let (left, right) = (left.id().0, right.id().0);
            view.members(left).count() == view.members(right).count()
                && view.members(left).all(|(key, value)| {
                    view.member(right, view.name(key))
                        .is_some_and(|(_, other)| equal(view, value, other))
                })
        }
        _ => false,
    }
}

/// A hash that equal nodes share.
fn hash(view: &View, id: u32, state: &mut DefaultHasher) {
    let node = view.node(id);
    let id = node.id().0;
    match view.type_of(id) {
        Type::Null => 0u8.hash(state),
        Type::True => 1u8.hash(state),
        Type::False => 2u8.hash(state),
        Type::String => node.text_bytes().hash(state),
        Type::Integer | Type::Float => {
            let value = view.number(id).map_or(0.0, |number| number.approximate());
            // Minus zero is zero, and all that is not a number is one.
            let bits = if value == 0.0 {
                0
            } else if value.is_nan() {
                1
            } else {
                value.to_bits()
            };
            bits.hash(state);
        }
        Type::Array => {
            3u8.hash(state);
            node.items().for_each(|item| hash(view, item.id().0, state));
        }
        Type::Object => {
            4u8.hash(state);
            let members = view.members(id).fold(0u64, |sum, (key, value)| {
                let mut member = DefaultHasher::new();
                view.name(key).hash(&mut member);
                hash(view, value, &mut member);
                sum.wrapping_add(member.finish())
            });
            members.hash(state);
        }
    }
}

/// Arrays up to this size are compared pairwise.
const PAIRWISE: usize = 12;

/// Items of the array `id` that equal an earlier item, as (later, earlier); only one if `any` will do.
pub(crate) fn repeated_items(view: &View, id: u32, any: bool) -> Vec<(u32, u32)> {
    let items: Vec<u32> = view.node(id).items().map(|item| item.id().0).collect();
    let mut repeated = Vec::new();
    if items.len() <= PAIRWISE {
        for (at, &later) in items.iter().enumerate() {
            if let Some(&earlier) = items[..at].iter().find(|&&earlier| equal(view, later, earlier))
            {
                repeated.push((later, earlier));
                if any {
                    break;
                }
            }
        }
        return repeated;
    }
    let mut hashed: Vec<(u64, u32)> = items
        .into_iter()
        .map(|item| {
            let mut state = DefaultHasher::new();
            hash(view, item, &mut state);
            (state.finish(), item)
        })
        .collect();
    hashed.sort_unstable();
    for group in hashed.chunk_by(|left, right| left.0 == right.0).filter(|group| group.len() > 1) {
        // Different values with one hash are next to impossible: the first stands for the group.
        let mut distinct: Vec<u32> = vec![group[0].1];
        for &(_, later) in &group[1..] {
            match distinct.iter().find(|&&earlier| equal(view, later, earlier)) {
                Some(&earlier) => {
                    repeated.push((later, earlier));
                    if any {
                        return repeated;
                    }
                }
                None => distinct.push(later),
            }
        }
    }
    repeated.sort_unstable();
    repeated
}
