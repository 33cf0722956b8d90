//! Types in the words of `OpenAPI`.

use yardstick_template::tree::{Kind, Yaml};

use super::{Export, Object, declaration, list, rules};
use crate::{
    keys::{Allowed, OpenKeys},
    types::{MapType, Type},
};

/// Adds what names the type: the first keys of its schema object.
pub(super) fn name(object: &mut Object, type_: &Type, export: Export<'_>) {
    match type_ {
        Type::Scalar(Kind::Float) => {
            object.add("type", "number");
            object.add("format", "float");
        }
        Type::Scalar(kind) => object.add("type", kind.name()),
        Type::Map(map) => {
            object.add("type", "object");
            object.add("additionalProperties", other_keys(map, export));
        }
        Type::Array(_) => object.add("type", "array"),
        // Null alone is said elsewhere.
        Type::Union(union) if union.not_null().next().is_none() => {}
        Type::Union(union) => object.add("anyOf", schemas(union.not_null(), export)),
        Type::Choice(choice) => {
            let key = if choice.exclusive { "oneOf" } else { "anyOf" };
            object.add(key, schemas(choice.alternatives.iter().map(|one| &one.type_), export));
        }
        Type::Any | Type::Nullable(_) | Type::Except(_) => {}
    }
}

/// Adds what `@schema/not` refuses.
pub(super) fn refused(object: &mut Object, type_: &Type, export: Export<'_>) {
    match type_ {
        Type::Nullable(inner) => refused(object, inner, export),
        Type::Except(except) => {
            let mut all = Object::default();
            all.add("anyOf", schemas(except.refused.iter().map(|one| &one.type_), export));
            object.add("not", all);
        }
        _ => {}
    }
}

/// Adds what a collection holds.
pub(super) fn content(object: &mut Object, type_: &Type, export: Export<'_>) {
    match type_ {
        Type::Array(item) => object.add("items", declaration(item, export)),
        Type::Map(map) => {
            let mut properties = Object(Vec::with_capacity(map.values.len()));
            for (key, value) in map.named() {
                properties.add(key.clone(), declaration(value, export));
            }
            object.add("properties", properties);
            let is_required = |value| rules::is_listed(value, export.options);
            let required: Vec<Yaml> = map
                .iter()
                .filter(|(_, value)| is_required(value))
                .map(|(key, _)| key.clone())
                .collect();
            if !required.is_empty() {
                object.add("required", list(required));
            }
            if let Some(patterns) = map.open.as_deref().and_then(|open| patterns(open, export)) {
                object.add("x-ytt-patternProperties", patterns);
            }
        }
        _ => {}
    }
}

/// What keys without a name hold. The format knows no patterns: where some keys may have other names,
/// all may.
fn other_keys(map: &MapType, export: Export<'_>) -> Yaml {
    match map.open.as_ref().map(|open| open.patterns.as_slice()) {
        None | Some([]) => Yaml::Bool(false),
        Some([only]) if matches!(only.allowed, Allowed::Any) => {
            declaration(&only.declaration, export)
        }
        Some(_) => Yaml::Bool(true),
    }
}

/// The patterns of keys, where `additionalProperties` does not say it all.
fn patterns(open: &OpenKeys, export: Export<'_>) -> Option<Object> {
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
                object.add(key, declaration(&pattern.declaration, export));
            }
        }
    }
    (!object.0.is_empty()).then_some(object)
}

/// One object for each type.
fn schemas<'a>(types: impl Iterator<Item = &'a Type>, export: Export<'_>) -> Yaml {
    list(types.map(|type_| {
        let mut object = Object::default();
        name(&mut object, type_.not_null(), export);
        if type_.accepts_null() {
            object.add("nullable", true);
        }
        content(&mut object, type_.not_null(), export);
        object.into()
    }))
}
