//! Types that are put together: `@schema/any-of`, `@schema/one-of`, `@schema/not`.
//!
//! Alternatives are told apart by types and keys alone, so that which one is meant does not depend on
//! rules, nor on the order in which values are given. The rules of the one that is meant then apply.

use yardstick_template::tree::{Kind, Position, Yaml};

use crate::model::{Allowed, Declaration, MapType, Type};

/// A value of one of several schemas.
#[derive(Debug)]
pub struct Choice {
    /// The annotation.
    pub position: Position,
    /// Whether a value may fit only one of them.
    pub exclusive: bool,
    /// The schemas, in the order they are tried.
    pub alternatives: Vec<Declaration>,
}

/// A value of one type but not of others.
#[derive(Debug)]
pub struct Except {
    /// The annotation.
    pub position: Position,
    /// What the value has to be.
    pub inner: Type,
    /// What it must not be.
    pub refused: Vec<Declaration>,
}

impl Choice {
    /// The annotation's name.
    pub(crate) fn annotation(&self) -> &'static str {
        if self.exclusive { "@schema/one-of" } else { "@schema/any-of" }
    }

    /// The first alternative that `value` fits.
    pub(crate) fn chosen(&self, value: &Yaml) -> Option<&Declaration> {
        self.alternatives.iter().find(|alternative| alternative.type_.fits(value))
    }

    /// The alternative that was probably meant by a value that fits none.
    pub(crate) fn nearest(&self, value: &Yaml) -> Option<&Declaration> {
        let kind = value.kind();
        let known_keys =
            |alternative: &&Declaration| match (alternative.type_.of_value(value), value) {
                (Type::Map(type_), Yaml::Map(map)) => {
                    map.items().iter().filter(|item| type_.known(&item.key).is_some()).count()
                }
                _ => 0,
            };
        let of_kind = self.alternatives.iter().filter(|one| one.type_.is_of_kind(kind));
        // Of several equally near ones the first.
        of_kind.rev().max_by_key(known_keys)
    }

    /// How many alternatives `value` fits.
    pub(crate) fn count(&self, value: &Yaml) -> usize {
        self.alternatives.iter().filter(|one| one.type_.fits(value)).count()
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for alternative in &self.alternatives {
            let name = alternative.type_.name().into_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match names.as_slice() {
            [only] => only.clone(),
            several => format!("one of {}", several.join(", ")),
        }
    }
}

impl Except {
    /// Whether `value` is one of those refused.
    pub(crate) fn refuses(&self, value: &Yaml) -> bool {
        self.refused.iter().any(|refused| refused.type_.fits(value))
    }
}

impl Type {
    /// Whether `value` is of this type, all that is in it included. What is missing in a map is no
    /// obstacle. Keys about which functions decide count as allowed.
    pub fn fits(&self, value: &Yaml) -> bool {
        match (self, value) {
            (Type::Any, _) | (Type::Nullable(_), Yaml::Null) => true,
            (Type::Nullable(inner), _) => inner.fits(value),
            (Type::Union(union), _) => {
                union.member_for(value).is_some_and(|member| member.fits(value))
            }
            (Type::Choice(choice), _) => match choice.count(value) {
                0 => false,
                1 => true,
                _ => !choice.exclusive,
            },
            (Type::Except(except), _) => except.inner.fits(value) && !except.refuses(value),
            (Type::Map(type_), Yaml::Map(map)) => map.items().iter().all(|item| {
                type_.known(&item.key).is_some_and(|declared| declared.type_.fits(&item.value))
            }),
            (Type::Array(item_type), Yaml::Array(array)) => {
                array.items.iter().all(|item| item_type.type_.fits(&item.value))
            }
            (_, Yaml::Map(_) | Yaml::Array(_)) => false,
            (_, scalar) => self.accepts_scalar(scalar.kind()),
        }
    }

    /// Whether some values of `kind` are of this type.
    pub(crate) fn is_of_kind(&self, kind: Kind) -> bool {
        match self {
            Type::Map(_) => kind == Kind::Map,
            Type::Array(_) => kind == Kind::Array,
            Type::Nullable(inner) => kind == Kind::Null || inner.is_of_kind(kind),
            Type::Union(union) => union.members.iter().any(|member| member.is_of_kind(kind)),
            Type::Choice(choice) => {
                choice.alternatives.iter().any(|one| one.type_.is_of_kind(kind))
            }
            Type::Except(except) => except.inner.is_of_kind(kind),
            Type::Any | Type::Scalar(_) => self.accepts_scalar(kind),
        }
    }
}

impl MapType {
    /// What `key` holds, as far as that can be said without running functions.
    pub fn known(&self, key: &Yaml) -> Option<&Declaration> {
        if let Some(at) = self.defaults.position_of(key) {
            return self.values.get(at);
        }
        let open = self.open.as_ref().filter(|open| open.removed(key).is_none())?;
        let optional = || open.optional().find(|(name, _)| name.same_scalar(key));
        let pattern = || open.patterns.iter().find(|pattern| pattern.allowed.may_allow(key));
        optional().map(|(_, value)| value).or_else(|| pattern().map(|found| &found.declaration))
    }
}

impl Allowed {
    /// Whether `key` may be one of them, before functions are asked.
    fn may_allow(&self, key: &Yaml) -> bool {
        match self {
            Allowed::Any | Allowed::Function(_) => true,
            Allowed::Matching(pattern) => pattern.matches(key),
        }
    }
}
