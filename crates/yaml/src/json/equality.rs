//! Equality by value: `1` equals `1.0`, the order of members does not matter, and NaN equals itself.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Number, Repeated, Type, View};
use crate::{NodeId, NodeRef};

/// Whether two nodes are equal.
pub(super) fn equal(view: &View, left: NodeId, right: NodeId) -> bool {
    if left == right {
        return true;
    }
    let (left, right) = (view.node(left), view.node(right));
    match (view.type_of(left.id()), view.type_of(right.id())) {
        (Type::Null, Type::Null) | (Type::True, Type::True) | (Type::False, Type::False) => true,
        (Type::String, Type::String) => left.text_bytes() == right.text_bytes(),
        (Type::Integer | Type::Float, Type::Integer | Type::Float) => {
            match (view.number(left.id()), view.number(right.id())) {
                (Some(left), Some(right)) => left.same(&right),
                _ => false,
            }
        }
        (Type::Array, Type::Array) => {
            left.len() == right.len()
                && left
                    .items()
                    .zip(right.items())
                    .all(|(left, right)| equal(view, left.id(), right.id()))
        }
        (Type::Object, Type::Object) => {
            let (left, right) = (left.id(), right.id());
            view.member_count(left) == view.member_count(right)
                && view.members(left).all(|member| {
                    view.get(right, view.name(member.key))
                        .is_some_and(|other| equal(view, member.value, other))
                })
        }
        _ => false,
    }
}

/// Computes a hash that equal nodes share.
fn hash(view: &View, id: NodeId, state: &mut DefaultHasher) {
    let node = view.node(id);
    let id = node.id();
    match view.type_of(id) {
        Type::Null => 0u8.hash(state),
        Type::True => 1u8.hash(state),
        Type::False => 2u8.hash(state),
        Type::String => node.text_bytes().hash(state),
        Type::Integer | Type::Float => {
            let number = view.number(id);
            let value = number.as_ref().map_or(0.0, Number::approximate);
            // Numbers that floating point cannot represent are hashed by their digits.
            if let Some(decimal) = number.as_ref().and_then(Number::beyond_floats) {
                decimal.hash(state);
                return;
            }
            // Minus zero equals zero, and all NaN values are equal.
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
            node.items().for_each(|item| hash(view, item.id(), state));
        }
        Type::Object => {
            4u8.hash(state);
            let members = view.members(id).fold(0u64, |sum, member| {
                let mut state = DefaultHasher::new();
                view.name(member.key).hash(&mut state);
                hash(view, member.value, &mut state);
                sum.wrapping_add(state.finish())
            });
            members.hash(state);
        }
    }
}

/// Returns the hash of a node.
pub(super) fn hash_of(view: &View, id: NodeId) -> u64 {
    let mut state = DefaultHasher::new();
    hash(view, id, &mut state);
    state.finish()
}

/// Arrays up to this size are compared pairwise.
const PAIRWISE: usize = 12;

/// Returns the items of the array `id` that equal an earlier item. With `any`, returns at most one.
pub(super) fn repeated_items(view: &View, id: NodeId, any: bool) -> Vec<Repeated> {
    let items: Vec<NodeId> = view.node(id).items().map(NodeRef::id).collect();
    let mut repeated = Vec::new();
    if items.len() <= PAIRWISE {
        for (at, &later) in items.iter().enumerate() {
            if let Some(&earlier) = items[..at].iter().find(|&&earlier| equal(view, later, earlier))
            {
                repeated.push(Repeated { later, earlier });
                if any {
                    break;
                }
            }
        }
        return repeated;
    }
    let mut hashed: Vec<(u64, NodeId)> =
        items.into_iter().map(|item| (hash_of(view, item), item)).collect();
    hashed.sort_unstable();
    for group in hashed.chunk_by(|left, right| left.0 == right.0).filter(|group| group.len() > 1) {
        // Different values with the same hash are almost impossible, so one item represents the group.
        let mut distinct: Vec<NodeId> = vec![group[0].1];
        for &(_, later) in &group[1..] {
            match distinct.iter().find(|&&earlier| equal(view, later, earlier)) {
                Some(&earlier) => {
                    repeated.push(Repeated { later, earlier });
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
