//! The code of every kind of problem.

use super::Kind;

/// The code of a problem.
pub(super) fn of(kind: &Kind) -> &'static str {
    use super::Bound::{Above, Below, Least, Most};
    match kind {
        Kind::Type(_) => "YS110",
        Kind::Enum(_) => "YS111",
        Kind::Const(_) => "YS112",
        Kind::MinLength(_) => "YS120",
        Kind::MaxLength(_) => "YS121",
        Kind::Pattern(_) | Kind::PatternLimit(_) => "YS122",
        Kind::Content(_) => "YS123",
        Kind::Bound(Least, _) => "YS130",
        Kind::Bound(Most, _) => "YS131",
        Kind::Bound(Above, _) => "YS132",
        Kind::Bound(Below, _) => "YS133",
        Kind::MultipleOf(_) => "YS134",
        Kind::MinItems(_) => "YS140",
        Kind::MaxItems(_) => "YS141",
        Kind::Duplicate => "YS142",
        Kind::ContainsLess { .. } | Kind::ContainsMore { .. } => "YS143",
        Kind::AdditionalItem { .. } => "YS144",
        Kind::UnevaluatedItem { .. } => "YS145",
        Kind::Required(_) => "YS150",
        Kind::AdditionalProperty(_) => "YS151",
        Kind::UnevaluatedProperty { .. } => "YS152",
        Kind::PropertyName { .. } => "YS153",
        Kind::MinProperties(_) | Kind::MaxProperties(_) => "YS154",
        Kind::DependentRequired(..) => "YS155",
        Kind::OneOf(_) | Kind::OneOfMany(_) => "YS160",
        Kind::AnyOf(_) => "YS161",
        Kind::Not => "YS163",
        Kind::Never => "YS165",
        Kind::Format(_) => "YS170",
        Kind::Other(_) => "YS190",
    }
}
