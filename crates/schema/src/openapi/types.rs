//! Types in the words of `OpenAPI`.

use yardstick_template::tree::{Kind, Yaml};

use super::{Object, Options, declaration, list, rules};
use crate::{
    keys::{Allowed, OpenKeys},
    types::{MapType, Type},
};

/// Adds what names the type: the first keys of its schema object.
pub(super) fn name(object: &mut Object, type_: &Type, options: Options) {
    match type_ {
        Type::Scalar(Kind::Float) => {
            object.add("type", "number");
            object.add("format", "float");
        }
        Type::Scalar(kind) => object.add("type", kind.name()),
        Type::Map(map) => {
            object.add("type", "object");
            object.add("additionalProperties", other_keys(map, options));
        }
        Type::Array(_) => object.add("type", "array"),
        Type::Union(union) => object.add("anyOf", schemas(union.not_null(), options)),
        Type::Choice(choice) => {
            let key = if choice.exclusive { "oneOf" } else { "anyOf" };
            object.add(key, schemas(choice.alternatives.iter().map(|one| &one.type_), options));
        }
        Type::Any | Type::Nullable(_) | Type::Except(_) => {}
    }
}

/// Adds what `@schema/not` refuses.
pub(super) fn refused(object: &mut Object, type_: &Type, options: Options) {
    match type_ {
        Type::Nullable(inner) => refused(object, inner, options),
        Type::Except(except) => {
            let mut all = Object::default();
            all.add("anyOf", schemas(except.refused.iter().map(|one| &one.type_), options));
            object.add("not", all);
        }
        _ => {}
    }
}

/// Adds what a collection holds.
pub(super) fn content(object: &mut Object, type_: &Type, options: Options) {
    match type_ {
        Type::Array(item) => object.add("items", declaration(item, options)),
        Type::Map(map) => {
            let mut properties = Object(Vec::with_capacity(map.values.len()));
            for (key, value) in map.named() {
                properties.add(key.clone(), declaration(value, options));
            }
            object.add("properties", properties);
            let is_required =
                |value| options.required || options.validations && rules::is_required(value);
            let required: Vec<Yaml> = map
                .iter()
                .filter(|(_, value)| is_required(value))
                .map(|(key, _)| key.clone())
                .collect();
            if !required.is_empty() {
                object.add("required", list(required));
            }
            if let Some(patterns) = map.open.as_deref().and_then(|open| patterns(open, options)) {
                object.add("x-ytt-patternProperties", patterns);
            }
        }
        _ => {}
    }
}

/// What keys without a name hold. The format knows no patterns: where some keys may have other names,
/// all may.
fn other_keys(map: &MapType, options: Options) -> Yaml {
    match map.open.as_ref().map(|open| open.patterns.as_slice()) {
        None | Some([]) => Yaml::Bool(false),
        Some([only]) if matches!(only.allowed, Allowed::Any) => {
            declaration(&only.declaration, options)
        }
        Some(_) => Yaml::Bool(true),
    }
}

/// The patterns of keys, where `additionalProperties` does not say it all.
fn patterns(open: &OpenKeys, options: Options) -> Option<Object> {
    let mut object = Object::default();
    match open.patterns.as_slice() {
        [only] if matches!(only.allowed, Allowed::Any) => return None,
        patterns => {
            for pattern in patterns {
                let key = match &pattern.allowed {
                    Allowed::Any => Yaml::text(""),
                    Allowed::Matching(expression) => Yaml::text(&expression.text()),
                    Allowed::Function(_) => pattern.key.clone(),
                };
                object.add(key, declaration(&pattern.declaration, options));
            }
        }
    }
    (!object.0.is_empty()).then_some(object)
}

/// One object for each type.
fn schemas<'a>(types: impl Iterator<Item = &'a Type>, options: Options) -> Yaml {
    list(types.map(|type_| {
        let mut object = Object::default();
        name(&mut object, type_.not_null(), options);
        if type_.accepts_null() {
            object.add("nullable", true);
        }
        content(&mut object, type_.not_null(), options);
        object.into()
    }))
}
