//! The kinds of values that a node accepts, and descriptions of types.

use yardstick_template::{convert::display_key, tree::Kind};

use crate::model::{Declaration, Type};

/// The kinds of values that a node accepts, without regard to nested values.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kinds {
    any: bool,
    /// Whether null is accepted, taking rules into account.
    pub(super) null: bool,
    /// The other kinds, sorted.
    others: Vec<Kind>,
}

impl Kinds {
    pub(super) fn of(declared: &Declaration) -> Self {
        let mut kinds = Self {
            any: false,
            null: declared.type_.accepts_null() && !declared.refuses_null(),
            others: Vec::new(),
        };
        kinds.add(&declared.type_);
        kinds.others.sort_by_key(|kind| *kind as u8);
        kinds.others.dedup();
        kinds
    }

    fn add(&mut self, type_: &Type) {
        match type_ {
            Type::Any => self.any = true,
            Type::Scalar(Kind::Null) => {}
            Type::Scalar(kind) => self.others.push(*kind),
            Type::Map(_) => self.others.push(Kind::Map),
            Type::Array(_) => self.others.push(Kind::Array),
            Type::Nullable(inner) => self.add(inner),
            Type::Union(union) => union.members.iter().for_each(|member| self.add(member)),
            Type::Choice(choice) => {
                choice.alternatives.iter().for_each(|one| self.add(&one.type_));
            }
            Type::Except(except) => self.add(&except.inner),
            Type::Ref(shape) => {
                if let Some(declared) = shape.declaration() {
                    self.add(&declared.type_);
                }
            }
        }
    }

    /// Whether this includes all kinds of `other`. Every integer is also a float.
    pub(super) fn cover(&self, other: &Self) -> bool {
        if other.null && !self.null {
            return false;
        }
        let has = |kind: &Kind| self.others.contains(kind);
        self.any
            || !other.any
                && other
                    .others
                    .iter()
                    .all(|kind| has(kind) || *kind == Kind::Int && has(&Kind::Float))
    }
}

/// Describes the type of a node: `integer or null`.
pub(super) fn name(declared: &Declaration) -> String {
    let (name, kinds) = (type_name(&declared.type_), Kinds::of(declared));
    if kinds.null && !kinds.any { format!("{name} or null") } else { name }
}

fn type_name(type_: &Type) -> String {
    match type_ {
        Type::Nullable(inner) => type_name(inner),
        Type::Union(union) => {
            let names: Vec<_> = union.not_null().map(Type::name).collect();
            if names.is_empty() { "nothing".to_owned() } else { names.join(" or ") }
        }
        Type::Choice(choice) => {
            let word = if choice.exclusive { "one of" } else { "any of" };
            format!("{word} {}", alternatives(&choice.alternatives))
        }
        Type::Except(except) => {
            format!("{} but not {}", type_name(&except.inner), alternatives(&except.refused))
        }
        Type::Ref(shape) => shape.name.clone(),
        other => other.name().into_owned(),
    }
}

fn alternatives(all: &[Declaration]) -> String {
    let names: Vec<String> = all.iter().map(|one| alternative(&one.type_)).collect();
    names.join(", ")
}

/// Describes an alternative. For maps it lists the keys, because maps differ in nothing else.
fn alternative(type_: &Type) -> String {
    match type_ {
        Type::Map(map) => {
            let keys: Vec<String> = map.named().map(|(key, _)| display_key(key)).collect();
            format!("{{{}}}", keys.join(", "))
        }
        other => type_name(other),
    }
}

/// Returns the map or array type among the values of `type_`, if there is only one.
pub(super) fn collection(type_: &Type, kind: Kind) -> Option<&Type> {
    match type_ {
        Type::Map(_) if kind == Kind::Map => Some(type_),
        Type::Array(_) if kind == Kind::Array => Some(type_),
        Type::Nullable(inner) => collection(inner, kind),
        Type::Union(union) => union.members.iter().find_map(|member| collection(member, kind)),
        Type::Except(except) => collection(&except.inner, kind),
        _ => None,
    }
}
