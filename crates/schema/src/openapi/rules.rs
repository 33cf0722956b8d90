//! Rules in the words of `OpenAPI`, as far as it has words for them.

use yardstick_starlark::Value;
use yardstick_template::{
    convert,
    tree::{Kind, MapItem, Yaml},
};

use super::{Object, list};
use crate::{
    types::{Declaration, Type},
    validate::{OneNotNull, OneOf, Rule, Validation},
};

/// The rules of a node.
#[derive(Default)]
pub(super) struct Exported {
    /// Null is refused.
    pub(super) not_null: bool,
    /// What to add to the schema object of the node.
    pub(super) items: Vec<MapItem>,
}

/// Whether a value must be given: the default is null, and null is refused.
pub(super) fn is_required(declared: &Declaration) -> bool {
    let refuses_null = |rules: &Validation| rules.not_null && rules.when.is_none();
    declared.required.is_some() || declared.validation.as_deref().is_some_and(refuses_null)
}

/// The rules of `declared`. What cannot be expressed, or applies only sometimes, is listed in words.
pub(super) fn of(declared: &Declaration) -> Exported {
    let Some(validation) = &declared.validation else {
        return Exported { not_null: declared.required.is_some(), items: Vec::new() };
    };
    let type_ = declared.type_.not_null();
    let always = validation.when.is_none();
    let not_null = is_required(declared);
    let nullable = declared.type_.accepts_null() && !not_null;
    let mut object = Object::default();
    let mut words = Vec::new();
    if validation.not_null && !always {
        words.push(Yaml::text("not null"));
    }
    for rule in &validation.rules {
        if !(always && express(&mut object, rule, type_, nullable)) {
            words.push(Yaml::text(&rule.must_be()));
        }
    }
    if !words.is_empty() {
        object.add("x-ytt-rules", list(words));
    }
    Exported { not_null, items: object.0 }
}

/// Adds what expresses `rule`; says whether anything does.
fn express(object: &mut Object, rule: &Rule, type_: &Type, nullable: bool) -> bool {
    match rule {
        Rule::Custom(_) => false,
        Rule::MinLength(length) => {
            let name = length_name(type_, ["minLength", "minItems", "minProperties"]);
            name.map(|name| object.add(name, length.value)).is_some()
        }
        Rule::MaxLength(length) => {
            let name = length_name(type_, ["maxLength", "maxItems", "maxProperties"]);
            name.map(|name| object.add(name, length.value)).is_some()
        }
        Rule::Min(bound) => {
            number(&bound.value, type_).map(|value| object.add("minimum", value)).is_some()
        }
        Rule::Max(bound) => {
            number(&bound.value, type_).map(|value| object.add("maximum", value)).is_some()
        }
        Rule::OneOf(rule) => {
            choices(rule, nullable).map(|choices| object.add("enum", choices)).is_some()
        }
        Rule::OneNotNull(rule) => {
            alternatives(rule, type_).map(|one| object.add("oneOf", one)).is_some()
        }
    }
}

fn length_name(type_: &Type, names: [&'static str; 3]) -> Option<&'static str> {
    let [text, array, map] = names;
    match type_ {
        Type::Scalar(Kind::Text) => Some(text),
        Type::Array(_) => Some(array),
        Type::Map(_) => Some(map),
        _ => None,
    }
}

fn number(bound: &Value, type_: &Type) -> Option<Yaml> {
    let numeric = matches!(type_, Type::Scalar(Kind::Int | Kind::Float));
    let is_number = matches!(bound, Value::Int(_) | Value::BigInt(_) | Value::Float(_));
    if numeric && is_number { convert::scalar_to_yaml(bound) } else { None }
}

fn choices(rule: &OneOf, nullable: bool) -> Option<Yaml> {
    let mut choices = Vec::with_capacity(rule.allowed.len() + 1);
    for value in &rule.allowed {
        choices.push(convert::to_yaml(value).ok()?);
    }
    if nullable && !choices.iter().any(|choice| matches!(choice, Yaml::Null)) {
        choices.push(Yaml::Null);
    }
    Some(list(choices))
}

fn alternatives(rule: &OneNotNull, type_: &Type) -> Option<Yaml> {
    let Type::Map(map) = type_ else { return None };
    let keys: Vec<Yaml> = match &rule.keys {
        None => map.iter().map(|(key, _)| key.clone()).collect(),
        Some(keys) => keys.iter().map(convert::scalar_to_yaml).collect::<Option<_>>()?,
    };
    Some(list(keys.into_iter().map(|key| {
        let mut alternative = Object::default();
        alternative.add("required", list([key]));
        alternative.into()
    })))
}
