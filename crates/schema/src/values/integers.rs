//! Restores integers from JSON text.
//!
//! JSON has one kind of number, and `json.decode` turns all numbers into floats. If a schema expects an integer, a
//! float without a fraction is converted.

use std::rc::Rc;

use yardstick_template::tree::{Kind, Yaml};

use crate::model::{Declaration, Type};

/// Returns `value` with integers where `type_` expects them; `None` if nothing changes.
pub(crate) fn restored(type_: &Type, value: &Yaml) -> Option<Yaml> {
    match (type_, value) {
        (Type::Nullable(inner), _) => restored(inner, value),
        (Type::Except(except), _) => restored(&except.inner, value),
        (Type::Ref(shape), _) => restored(&shape.declaration()?.type_, value),
        (Type::Choice(choice), _) => choice.alternatives.iter().find_map(|one| {
            restored(&one.type_, value).filter(|restored| one.type_.fits(restored))
        }),
        (_, Yaml::Float(number)) => {
            let is_wanted = type_.accepts_scalar(Kind::Int) && !type_.accepts_scalar(Kind::Float);
            whole(*number).filter(|_| is_wanted).map(Yaml::Int)
        }
        (_, Yaml::Map(map)) => {
            let Type::Map(type_) = type_.of_value(value) else { return None };
            let mut changed = None;
            for (at, item) in map.items().iter().enumerate() {
                let Some(declared) = type_.known(&item.key) else { continue };
                if let Some(value) = restored(&declared.type_, &item.value) {
                    let map = changed.get_or_insert_with(|| Rc::clone(map));
                    Rc::make_mut(map).values_mut()[at].value = value;
                }
            }
            changed.map(Yaml::Map)
        }
        (_, Yaml::Array(array)) => {
            let Type::Array(item_type) = type_.of_value(value) else { return None };
            let item_type: &Declaration = item_type;
            let mut changed = None;
            for (at, item) in array.items.iter().enumerate() {
                if let Some(value) = restored(&item_type.type_, &item.value) {
                    let array = changed.get_or_insert_with(|| Rc::clone(array));
                    Rc::make_mut(array).items[at].value = value;
                }
            }
            changed.map(Yaml::Array)
        }
        _ => None,
    }
}

/// Converts `number` to an integer. Beyond 2^53, floats cannot represent every integer, so larger ones are not
/// converted.
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_without_a_fraction_are_whole() {
        assert_eq!(whole(3.0), Some(3));
        assert_eq!(whole(-0.0), Some(0));
        assert_eq!(whole(2.5), None);
        assert_eq!(whole(1e300), None);
        assert_eq!(whole(f64::NAN), None);
    }
}
