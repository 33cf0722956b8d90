//! Rules in the words of `OpenAPI`, as far as it has words for them.

use yardstick_starlark::Value;
use yardstick_template::{
    convert,
    tree::{Kind, MapItem, Yaml},
};

use super::{Object, Options, list};
use crate::{
    types::{Declaration, Type},
    validate::{OneNotNull, OneOf, Rule},
    words::Words,
};

/// The rules of a node.
#[derive(Default)]
pub(super) struct Exported {
    /// Null is refused.
    pub(super) not_null: bool,
    /// What to add to the schema object of the node.
    pub(super) items: Vec<MapItem>,
}

/// Whether the key that holds it is listed as required.
pub(super) fn is_listed(declared: &Declaration, options: Options) -> bool {
    options.required || options.validations && declared.refuses_null()
}

/// The rules of `declared`. What cannot be expressed, or applies only sometimes, is listed in words.
pub(super) fn of(declared: &Declaration, words: &Words<'_>) -> Exported {
    let Some(validation) = &declared.validation else {
        return Exported { not_null: declared.required.is_some(), items: Vec::new() };
    };
    let type_ = declared.type_.not_null();
    let not_null = declared.refuses_null();
    let nullable = declared.type_.accepts_null() && !not_null;
    let mut object = Object::default();
    let mut others = Vec::new();
    for validation in validation.all() {
        let always = validation.when.is_none();
        if validation.not_null && !always {
            let text = validation.not_null_text().to_owned();
            others.push(Yaml::text(&validation.in_its_cases(text)));
        }
        for rule in &validation.rules {
            if !(always && express(&mut object, rule, type_, nullable)) {
                others.push(Yaml::text(&validation.in_its_cases(words.of(rule))));
            }
        }
    }
    if !others.is_empty() {
        object.add("x-ytt-rules", list(others));
    }
    Exported { not_null, items: object.0 }
}

/// Adds what expresses `rule`; says whether anything does. What another rule says already, and a key
/// can be said only once, is not said again.
fn express(object: &mut Object, rule: &Rule, type_: &Type, nullable: bool) -> bool {
    let Some(items) = expression(rule, type_, nullable) else { return false };
    if items.iter().any(|(key, _)| object.has(key)) {
        return false;
    }
    for (key, value) in items {
        object.add(key, value);
    }
    true
}

/// The keys that express `rule` for a value of `type_`.
pub(super) fn expression(
    rule: &Rule,
    type_: &Type,
    nullable: bool,
) -> Option<Vec<(&'static str, Yaml)>> {
    const LEAST: [&str; 3] = ["minLength", "minItems", "minProperties"];
    const MOST: [&str; 3] = ["maxLength", "maxItems", "maxProperties"];
    let is_text = matches!(type_, Type::Scalar(Kind::Text));
    Some(match rule {
        Rule::Described(described) => return expression(&described.rule, type_, nullable),
        Rule::MinLength(length) => vec![(length_name(type_, LEAST)?, length.value.into())],
        Rule::MaxLength(length) => vec![(length_name(type_, MOST)?, length.value.into())],
        Rule::Length(length) => vec![
            (length_name(type_, LEAST)?, length.value.into()),
            (length_name(type_, MOST)?, length.value.into()),
        ],
        Rule::Min(bound) => vec![("minimum", number(&bound.value, type_)?)],
        Rule::Max(bound) => vec![("maximum", number(&bound.value, type_)?)],
        Rule::Above(bound) => {
            vec![("minimum", number(&bound.value, type_)?), ("exclusiveMinimum", true.into())]
        }
        Rule::Below(bound) => {
            vec![("maximum", number(&bound.value, type_)?), ("exclusiveMaximum", true.into())]
        }
        Rule::MultipleOf(rule) => vec![("multipleOf", number(&rule.value, type_)?)],
        Rule::Even => vec![("multipleOf", number(&Value::Int(2), type_)?)],
        Rule::OneOf(rule) => vec![("enum", choices(rule, nullable)?)],
        Rule::OneNotNull(rule) => vec![("oneOf", alternatives(rule, type_)?)],
        Rule::Format(format) if is_text && format.is_standard() => {
            vec![("format", format.name().into())]
        }
        Rule::Format(format) if matches!(type_, Type::Scalar(_)) => {
            vec![("x-ytt-format", format.name().into())]
        }
        Rule::Matches(pattern) if is_text => vec![("pattern", (*pattern.text.to_lossy()).into())],
        Rule::Unique if matches!(type_, Type::Array(_)) => vec![("uniqueItems", true.into())],
        Rule::Custom(_)
        | Rule::Contains(_)
        | Rule::EndsWith(_)
        | Rule::Format(_)
        | Rule::Matches(_)
        | Rule::Odd
        | Rule::StartsWith(_)
        | Rule::Unique => return None,
    })
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
    // Of keys without a name nothing can be said.
    if map.open.as_ref().is_some_and(|open| !open.patterns.is_empty()) && rule.keys.is_none() {
        return None;
    }
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
