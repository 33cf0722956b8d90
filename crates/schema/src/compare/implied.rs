//! Whether one rule makes another superfluous.

use yardstick_starlark::{Comparison, Thread, Value};

use crate::validate::{Bound, Length, Rule};

/// Whether every value that keeps `old` keeps `new`; yes only if that is certain.
pub(super) fn implies(thread: &mut Thread, old: &Rule, new: &Rule) -> bool {
    use Comparison::{Greater, GreaterEqual, Less, LessEqual};
    if old.must_be() == new.must_be() {
        return true;
    }
    let by = |old: &Bound, comparison, new: &Bound| {
        old.value.compare(comparison, &new.value).unwrap_or(false)
    };
    let at_least = |old: &Length, new: &Length| old.value >= new.value;
    match (old, new) {
        // Of a function nothing is known but its description.
        (Rule::Custom(_), _) | (_, Rule::Custom(_)) => false,
        // All that is allowed can be tried.
        (Rule::OneOf(old), new) => old
            .allowed
            .iter()
            .all(|value| matches!(value, Value::None) || new.check(thread, value).is_ok()),
        (Rule::Min(old), Rule::Min(new))
        | (Rule::Above(old), Rule::Min(new) | Rule::Above(new)) => by(old, GreaterEqual, new),
        (Rule::Min(old), Rule::Above(new)) => by(old, Greater, new),
        (Rule::Max(old), Rule::Max(new))
        | (Rule::Below(old), Rule::Max(new) | Rule::Below(new)) => by(old, LessEqual, new),
        (Rule::Max(old), Rule::Below(new)) => by(old, Less, new),
        (Rule::MinLength(old) | Rule::Length(old), Rule::MinLength(new)) => at_least(old, new),
        (Rule::MaxLength(old) | Rule::Length(old), Rule::MaxLength(new)) => at_least(new, old),
        // A multiple of a multiple is one.
        (Rule::MultipleOf(old), Rule::MultipleOf(_) | Rule::Even) => {
            new.check(thread, &old.value).is_ok()
        }
        (Rule::Even, Rule::MultipleOf(_)) => new.check(thread, &Value::Int(2)).is_ok(),
        // A longer beginning has the shorter one.
        (Rule::StartsWith(old), Rule::StartsWith(_)) | (Rule::EndsWith(old), Rule::EndsWith(_)) => {
            old.allowed.iter().all(|text| new.check(thread, &Value::Str(text.clone())).is_ok())
        }
        (Rule::StartsWith(old) | Rule::EndsWith(old), Rule::Contains(_)) => {
            old.allowed.iter().all(|text| new.check(thread, &Value::Str(text.clone())).is_ok())
        }
        (Rule::Format(old), Rule::Format(new)) => matches!(
            (old.name(), new.name()),
            ("ipv4" | "ipv6", "ip") | ("uri", "uriref" | "uri-reference")
        ),
        _ => false,
    }
}
