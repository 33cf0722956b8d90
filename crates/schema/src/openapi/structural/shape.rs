//! The types that Kubernetes can tell apart.

use yardstick_template::tree::Kind;

use crate::{
    keys::KeyPattern,
    types::{Declaration, MapType, Type},
};

/// What a node holds besides null, as far as a structural schema can say it.
#[derive(Clone, Copy)]
pub(super) enum Shape<'a> {
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
    pub(super) fn of(type_: &'a Type) -> Self {
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

    /// Whether it is told what the node holds.
    pub(super) fn is_typed(self) -> bool {
        !matches!(self, Shape::Untyped)
    }

    /// Whether expressions can look at it: not at what has no type, nor at arrays and maps of such things.
    // As deep as the schema, whose depth is bounded.
    pub(super) fn is_visible(self) -> bool {
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
pub(super) fn only_pattern(map: &MapType) -> Option<&KeyPattern> {
    match map.open.as_ref()?.patterns.as_slice() {
        [only] if map.named().next().is_none() => Some(only),
        _ => None,
    }
}

/// Adds the kinds of values that are of `type_`, without null; says whether they can be listed.
fn collect(type_: &Type, kinds: &mut Vec<Kind>) -> bool {
    let kind = match type_.not_null() {
        // The last two were taken away above.
        Type::Any | Type::Nullable(_) | Type::Except(_) => return false,
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
