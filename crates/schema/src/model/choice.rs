//! Combined types: `@schema/any-of`, `@schema/one-of`, `@schema/not`.
//!
//! A discriminator selects the alternative; without one, types and keys do. So the selection does not depend on the
//! order in which values are given. Rules do not matter for it, except that `@schema/required` decides between
//! several alternatives that fit. Then the rules of the selected alternative apply.

use yardstick_template::tree::{Kind, Position, Yaml};

use crate::model::{
    Allowed, Declaration, Discriminator, MapType, Type, discriminator::Selected, types::one_kind,
};

/// A value that fits one of several schemas.
#[derive(Debug)]
pub struct Choice {
    /// The position of the annotation.
    pub position: Position,
    /// Whether a value must fit exactly one of them.
    pub exclusive: bool,
    /// The alternatives, in the order in which they are tried.
    pub alternatives: Vec<Declaration>,
    /// The key that selects the alternative.
    pub by: Option<Discriminator>,
}

/// A value that has one type but not others.
#[derive(Debug)]
pub struct Except {
    /// The position of the annotation.
    pub position: Position,
    /// The type that the value must have.
    pub inner: Type,
    /// The types that it must not have.
    pub refused: Vec<Declaration>,
}

impl Choice {
    /// Returns the name of the annotation.
    pub(crate) fn annotation(&self) -> &'static str {
        if self.exclusive { "@schema/one-of" } else { "@schema/any-of" }
    }

    /// Returns the alternative that applies to `value`: the one that its discriminator selects, or the first that it
    /// fits. If it fits several, prefers one whose required values are all present.
    pub fn chosen(&self, value: &Yaml) -> Option<&Declaration> {
        if let Some(selected) = self.selected(value) {
            return Some(selected);
        }
        let mut fitting = self.fitting(value);
        let first = fitting.next()?;
        if !first.type_.lacks(value) {
            return Some(first);
        }
        Some(fitting.find(|other| !other.type_.lacks(value)).unwrap_or(first))
    }

    /// Returns the alternative that the discriminator of `value` selects, whether the value fits or not.
    pub(crate) fn selected(&self, value: &Yaml) -> Option<&Declaration> {
        match (&self.by, value) {
            (Some(by), Yaml::Map(map)) => match by.select(map) {
                Selected::Alternative(at) => self.alternatives.get(at),
                Selected::Nothing(_) | Selected::Absent => None,
            },
            _ => None,
        }
    }

    fn fitting(&self, value: &Yaml) -> impl Iterator<Item = &Declaration> {
        self.alternatives.iter().filter(|alternative| alternative.type_.fits(value))
    }

    /// Returns the alternative that was probably meant by a value that fits none.
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
        // If several are equally similar, take the first.
        of_kind.rev().max_by_key(known_keys)
    }

    /// Returns the number of alternatives that `value` fits. With a discriminator, only the selected one counts. If
    /// several fit, only those count whose required values are all present, if there are any.
    pub(crate) fn count(&self, value: &Yaml) -> usize {
        if let Some(selected) = self.selected(value) {
            return usize::from(selected.type_.fits(value));
        }
        let fitting: Vec<_> = self.fitting(value).collect();
        let whole = fitting.iter().filter(|one| !one.type_.lacks(value)).count();
        if whole == 0 { fitting.len() } else { whole }
    }

    /// The kind of its values, if it is one.
    pub(crate) fn kind(&self) -> Option<Kind> {
        one_kind(self.alternatives.iter().map(|alternative| &alternative.type_))
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
    /// Whether `value` is one of those excluded.
    pub(crate) fn refuses(&self, value: &Yaml) -> bool {
        self.refused.iter().any(|refused| refused.type_.fits(value))
    }
}

impl Type {
    /// Whether `value` has this type, including everything in it. Missing keys of a map do not matter. Keys that only
    /// a function can judge count as allowed.
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
            (Type::Ref(shape), _) => {
                shape.declaration().is_some_and(|declared| declared.type_.fits(value))
            }
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

    /// Whether `value`, which fits, lacks a required value.
    fn lacks(&self, value: &Yaml) -> bool {
        let Yaml::Map(map) = value else { return false };
        let Type::Map(type_) = self.of_value(value) else { return false };
        let is_null = |value: &Yaml| matches!(value, Yaml::Null);
        type_.iter().any(|(key, declared)| match map.get(key) {
            None => declared.required.is_some(),
            Some(item) if is_null(&item.value) => declared.required.is_some(),
            Some(item) => declared.type_.lacks(&item.value),
        })
    }

    /// Whether some values of `kind` have this type.
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
            Type::Ref(shape) => {
                shape.declaration().is_some_and(|declared| declared.type_.is_of_kind(kind))
            }
            Type::Any | Type::Scalar(_) => self.accepts_scalar(kind),
        }
    }
}

impl MapType {
    /// Returns the declaration of `key`, as far as it is known without running functions.
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
    /// Whether `key` may match, before any function is called.
    fn may_allow(&self, key: &Yaml) -> bool {
        match self {
            Allowed::Any | Allowed::Function(_) => true,
            Allowed::Matching(pattern) => pattern.matches(key),
        }
    }
}
