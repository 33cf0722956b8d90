//! Maps each kind of problem to its diagnostic code.

use yardstick_diagnostics::{Code, codes};

use super::Kind;

/// The code of a problem.
pub(super) fn of(kind: &Kind) -> Code {
    use super::Bound::{Above, Below, Least, Most};
    match kind {
        Kind::Type(_) => codes::TYPE,
        Kind::Enum(_) => codes::ENUM,
        Kind::Const(_) => codes::CONST,
        Kind::MinLength(_) => codes::MIN_LENGTH,
        Kind::MaxLength(_) => codes::MAX_LENGTH,
        Kind::Pattern(_) | Kind::PatternLimit(_) => codes::PATTERN,
        Kind::Content(_) => codes::CONTENT,
        Kind::Bound(Least, _) => codes::MINIMUM,
        Kind::Bound(Most, _) => codes::MAXIMUM,
        Kind::Bound(Above, _) => codes::EXCLUSIVE_MINIMUM,
        Kind::Bound(Below, _) => codes::EXCLUSIVE_MAXIMUM,
        Kind::MultipleOf(_) => codes::MULTIPLE_OF,
        Kind::MinItems(_) => codes::MIN_ITEMS,
        Kind::MaxItems(_) => codes::MAX_ITEMS,
        Kind::Duplicate | Kind::SameProperty(_) => codes::UNIQUE_ITEMS,
        Kind::ContainsLess { .. } | Kind::ContainsMore { .. } => codes::CONTAINS,
        Kind::AdditionalItem { .. } => codes::ITEMS,
        Kind::UnevaluatedItem { .. } => codes::UNEVALUATED_ITEMS,
        Kind::Required(_) | Kind::NeedsOne(_) => codes::REQUIRED,
        Kind::AdditionalProperty(_) => codes::ADDITIONAL_PROPERTIES,
        Kind::UnevaluatedProperty { .. } => codes::UNEVALUATED_PROPERTIES,
        Kind::PropertyName { .. } => codes::PROPERTY_NAMES,
        Kind::MinProperties(_) | Kind::MaxProperties(_) => codes::MIN_PROPERTIES,
        Kind::DependentRequired(..) => codes::DEPENDENT_REQUIRED,
        Kind::OneOf(_) | Kind::OneOfMany(_) | Kind::Exclusive(_) => codes::ONE_OF,
        Kind::AnyOf(_) => codes::ANY_OF,
        Kind::Not(_) | Kind::NotValue(_) => codes::NOT,
        Kind::Never => codes::NEVER,
        Kind::Format(_) => codes::FORMAT,
        Kind::Other(_) => codes::OTHER_KEYWORD,
    }
}
