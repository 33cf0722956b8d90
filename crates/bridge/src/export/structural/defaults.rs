//! Defaults that the schema itself accepts; the server refuses a schema with others.

use yardstick_schema::{Declaration, Type, rules::Rule};
use yardstick_template::{fragment::Fragment, tree::Yaml};

/// Whether `value` and all that is in it keep the rules that are exported.
// As deep as the default, whose depth is bounded like that of all values.
pub(super) fn is_valid(declared: &Declaration, value: &Yaml) -> bool {
    if let Yaml::Null = value {
        return declared.type_.accepts_null() && !declared.refuses_null();
    }
    let given = Fragment::of_yaml(value);
    let mut named = declared.rules().filter_map(Rule::named);
    if !named.all(|named| named.rule.check(&given).is_ok()) {
        return false;
    }
    match (declared.type_.of_value(value), value) {
        (Type::Map(type_), Yaml::Map(map)) => map
            .items()
            .iter()
            .all(|item| type_.known(&item.key).is_none_or(|inner| is_valid(inner, &item.value))),
        (Type::Array(inner), Yaml::Array(array)) => {
            array.items.iter().all(|item| is_valid(inner, &item.value))
        }
        _ => true,
    }
}
