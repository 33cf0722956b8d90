//! Determines which kinds of values a rule applies to.
//!
//! If a node accepts several kinds of values, each rule applies only to the kinds it is made for: next to
//! `format="percent"`, which is for strings, `min=1` applies to integers. The keywords of JSON Schema work in the
//! same way.

use yardstick_starlark::Value;
use yardstick_template::tree::Kind;

use super::{Named, Rule, values::kind_of};
use crate::model::Type;

/// All kinds of values except null, to which no rule applies.
const KINDS: [Kind; 6] = [Kind::Bool, Kind::Int, Kind::Float, Kind::Text, Kind::Map, Kind::Array];

impl Rule {
    /// Whether to check the rule on `value`, for a node of `type_`.
    pub(crate) fn applies_to(&self, type_: &Type, value: &Value) -> bool {
        match self {
            Rule::Custom(_) => true,
            Rule::Named(named) => named.applies_to(type_, value),
        }
    }
}

impl Named {
    /// Whether to check the rule on `value`, for a node of `type_`. A rule that is made for none of the kinds of
    /// `type_` is checked and fails; otherwise, it would silently have no effect.
    pub(crate) fn applies_to(&self, type_: &Type, value: &Value) -> bool {
        // Determining the kind of a large value takes time, and matters for few types only.
        !is_mixed(type_) || kind_of(value).is_none_or(|kind| self.applies_to_kind(type_, kind))
    }

    /// Whether to check the rule on values of `kind`, for a node of `type_`.
    pub fn applies_to_kind(&self, type_: &Type, kind: Kind) -> bool {
        if !is_mixed(type_) {
            return true;
        }
        let is_meant = |kind: Kind| type_.is_of_kind(kind) && self.rule.concerns(kind);
        self.rule.concerns(kind) || !KINDS.into_iter().any(is_meant)
    }
}

/// Whether values of the type may have several kinds.
fn is_mixed(type_: &Type) -> bool {
    matches!(type_.not_null(), Type::Union(_) | Type::Choice(_))
}
