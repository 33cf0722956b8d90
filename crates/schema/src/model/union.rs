//! Union types: `@schema/type one_of=["int", "string"]`.

use yardstick_template::tree::{Kind, Yaml};

use crate::model::Type;

/// A value of one of several different types.
#[derive(Debug)]
pub struct Union {
    /// The types in the order in which they are declared: scalars (including null), and at most one collection.
    pub members: Vec<Type>,
}

impl Union {
    /// Returns the member that `value` belongs to. An integer prefers integer over float.
    pub(crate) fn member_for(&self, value: &Yaml) -> Option<&Type> {
        let kind = value.kind();
        let is_of_kind = |member: &&Type| match member {
            Type::Scalar(own) => *own == kind,
            Type::Map(_) => kind == Kind::Map,
            Type::Array(_) => kind == Kind::Array,
            _ => false,
        };
        let accepts = |member: &&Type| member.accepts_scalar(kind);
        self.members.iter().find(is_of_kind).or_else(|| self.members.iter().find(accepts))
    }

    /// Returns the members without null.
    pub fn not_null(&self) -> impl Iterator<Item = &Type> {
        self.members.iter().filter(|member| !matches!(member, Type::Scalar(Kind::Null)))
    }

    /// Returns the only member other than null.
    pub(crate) fn only_member(&self) -> Option<&Type> {
        let mut members = self.not_null();
        members.next().filter(|_| members.next().is_none())
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> String {
        let names: Vec<_> = self.members.iter().map(Type::name).collect();
        match names.as_slice() {
            [only] => only.to_string(),
            several => format!("one of {}", several.join(", ")),
        }
    }
}
