//! Tests whether a type accepts everything that another type accepts, including nested values.
//!
//! Answers yes only if that is certain.

use yardstick_template::tree::Kind;

use crate::model::{Allowed, Choice, MapType, Type};

impl Type {
    /// Whether this type accepts every value of `other`.
    // Recursion is safe because the depth of types is bounded.
    pub(super) fn covers(&self, other: &Type) -> bool {
        match (self, other) {
            (_, Type::Nullable(inner)) => self.accepts_null() && self.covers(inner),
            (_, Type::Union(union)) => union.members.iter().all(|member| self.covers(member)),
            (Type::Except(own), Type::Except(other)) => {
                let is_refused = |one: &Type| other.refused.iter().any(|it| it.type_.covers(one));
                own.inner.covers(&other.inner)
                    && own.refused.iter().all(|refused| is_refused(&refused.type_))
            }
            (_, Type::Except(except)) => self.covers(&except.inner),
            (Type::Choice(own), Type::Choice(other)) if own.exclusive && other.exclusive => {
                own.is_like(other)
            }
            (_, Type::Choice(choice)) => {
                choice.alternatives.iter().all(|one| self.covers(&one.type_))
            }
            (Type::Any, _) => true,
            // The declarations of shapes are compared separately.
            (Type::Ref(own), Type::Ref(other)) => own.name == other.name,
            (Type::Nullable(inner), _) => {
                matches!(other, Type::Scalar(Kind::Null)) || inner.covers(other)
            }
            (Type::Union(union), _) => union.members.iter().any(|member| member.covers(other)),
            (Type::Choice(choice), _) => choice.takes(other),
            (Type::Scalar(own), Type::Scalar(kind)) => {
                own == kind || *own == Kind::Float && *kind == Kind::Int
            }
            (Type::Map(own), Type::Map(other)) => own.covers(other),
            (Type::Array(own), Type::Array(other)) => own.type_.covers(&other.type_),
            // Types of different kinds do not cover each other. What `@schema/not` excludes might belong to any type.
            _ => false,
        }
    }

    /// Whether no value has both types, judged by kinds.
    pub(super) fn is_apart_from(&self, other: &Type) -> bool {
        const KINDS: [Kind; 7] =
            [Kind::Null, Kind::Bool, Kind::Int, Kind::Float, Kind::Text, Kind::Map, Kind::Array];
        !KINDS.into_iter().any(|kind| self.is_of_kind(kind) && other.is_of_kind(kind))
    }
}

impl Choice {
    /// Whether every value of `other` fits one alternative, or exactly one if that is required.
    fn takes(&self, other: &Type) -> bool {
        self.alternatives.iter().enumerate().any(|(at, one)| {
            let mut others =
                self.alternatives.iter().enumerate().filter(|(number, _)| *number != at);
            one.type_.covers(other)
                && (!self.exclusive || others.all(|(_, rest)| rest.type_.is_apart_from(other)))
        })
    }

    /// Whether both have the same alternatives in the same order. Otherwise, a value might fit two at once.
    fn is_like(&self, other: &Self) -> bool {
        self.alternatives.len() == other.alternatives.len()
            && self.alternatives.iter().zip(&other.alternatives).all(|(own, other)| {
                own.type_.covers(&other.type_) && other.type_.covers(&own.type_)
            })
    }
}

impl MapType {
    fn covers(&self, other: &MapType) -> bool {
        let named = other
            .named()
            .all(|(key, value)| self.known(key).is_some_and(|own| own.type_.covers(&value.type_)));
        let patterns = |map: &MapType| map.open.as_ref().map_or(0, |open| open.patterns.len());
        if patterns(other) == 0 {
            return named;
        }
        let (Some(own), Some(other)) = (&self.open, &other.open) else { return false };
        named
            && other.patterns.iter().all(|pattern| {
                own.patterns.iter().any(|one| {
                    one.allowed.allows_all(&pattern.allowed)
                        && one.declaration.type_.covers(&pattern.declaration.type_)
                })
            })
    }
}

impl Allowed {
    /// Whether these keys include all keys of `other`.
    pub(super) fn allows_all(&self, other: &Allowed) -> bool {
        match (self, other) {
            // Functions cannot be compared, so they count as the same.
            (Allowed::Any, _) | (Allowed::Function(_), Allowed::Function(_)) => true,
            (Allowed::Matching(own), Allowed::Matching(other)) => own.text() == other.text(),
            _ => false,
        }
    }
}
