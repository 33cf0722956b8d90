//! Which kinds of values a rule is about.
//!
//! Where a node takes values of several kinds, a rule applies to the kinds it is about: next to
//! `format="percent"`, which is about strings, `min=1` is about integers. JSON Schema reads its keywords the
//! same way.

use yardstick_starlark::Value;
use yardstick_template::tree::Kind;

use super::{Named, Rule, values::kind_of};
use crate::model::Type;

/// The kinds of values besides null, which no rule is tried on.
const KINDS: [Kind; 6] = [Kind::Bool, Kind::Int, Kind::Float, Kind::Text, Kind::Map, Kind::Array];

impl Rule {
    /// Whether the rule is tried on `value`, which a node of `type_` holds.
    pub(crate) fn applies_to(&self, type_: &Type, value: &Value) -> bool {
        match self {
            Rule::Custom(_) => true,
            Rule::Named(named) => named.applies_to(type_, value),
        }
    }
}

impl Named {
    /// Whether the rule is tried on `value`, which a node of `type_` holds. A rule that is about none of the
    /// kinds of `type_` is tried, and breaks: it would otherwise never speak.
    pub(crate) fn applies_to(&self, type_: &Type, value: &Value) -> bool {
        // Asking a large value for its kind takes time, and matters to few types only.
        !is_mixed(type_) || kind_of(value).is_none_or(|kind| self.applies_to_kind(type_, kind))
    }

    /// Whether the rule is tried on values of `kind`, which a node of `type_` holds.
    pub fn applies_to_kind(&self, type_: &Type, kind: Kind) -> bool {
        if !is_mixed(type_) {
            return true;
        }
        let is_meant = |kind: Kind| type_.is_of_kind(kind) && self.rule.concerns(kind);
        self.rule.concerns(kind) || !KINDS.into_iter().any(is_meant)
    }
}

/// Whether values of the type may be of several kinds.
fn is_mixed(type_: &Type) -> bool {
    matches!(type_.not_null(), Type::Union(_) | Type::Choice(_))
}
