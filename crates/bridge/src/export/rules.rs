//! Rules as keywords, as far as there are any for them.

use yardstick_schema::{
    Declaration,
    rules::{Keywords, Named, Ruled},
};

use super::{
    Export,
    node::Dialect,
    object::{Object, list},
};

/// Whether the key that holds it is listed as required.
pub(super) fn is_listed(declared: &Declaration, export: Export<'_>) -> bool {
    export.options.required || export.options.validations && declared.refuses_null()
}

/// Whether null is refused, as far as the export says so.
pub(super) fn refuses_null(declared: &Declaration, export: Export<'_>) -> bool {
    export.options.validations && declared.refuses_null()
}

/// The rules of `declared`. What cannot be expressed, or applies only sometimes, is listed in words.
pub(super) fn of(declared: &Declaration, dialect: Dialect, export: Export<'_>) -> Object {
    let mut object = Object::default();
    if !export.options.validations {
        return object;
    }
    let node = Ruled::new(declared);
    let mut others: Vec<String> = Vec::new();
    for validation in &declared.validations {
        let always = validation.is_unconditional();
        if let Some(not_null) = validation.not_null.as_ref().filter(|_| !always) {
            others.push(validation.in_its_cases(not_null.must_be()));
        }
        for placed in &validation.rules {
            let named = placed.rule.named().filter(|_| always);
            if !named.is_some_and(|named| express(&mut object, named, node, dialect)) {
                others.push(validation.in_its_cases(export.describer.describe(&placed.rule)));
            }
        }
    }
    if !others.is_empty() {
        object.add("x-ytt-rules", list(others.iter().map(String::as_str)));
    }
    object
}

/// Adds what expresses `rule`; says whether anything does. A key can be there only once: where another
/// rule has taken it, nothing does.
fn express(object: &mut Object, rule: &Named, node: Ruled<'_>, dialect: Dialect) -> bool {
    let keywords = match dialect {
        Dialect::JsonSchema => rule.rule.json_schema(node),
        Dialect::OpenApi30 => openapi_keywords(rule, node),
    };
    let Some(keywords) = keywords else { return false };
    if keywords.iter().any(|(key, _)| object.has(key)) {
        return false;
    }
    for (key, value) in keywords {
        object.add(key, value);
    }
    true
}

/// The keywords of `OpenAPI` 3.0 that express `rule`: those of JSON Schema, but for exclusive bounds, which
/// are switches beside the bound here.
pub(super) fn openapi_keywords(rule: &Named, node: Ruled<'_>) -> Option<Keywords> {
    let mut said = Keywords::new();
    for (key, value) in rule.rule.json_schema(node)? {
        match key {
            "exclusiveMinimum" => said.extend([("minimum", value), (key, true.into())]),
            "exclusiveMaximum" => said.extend([("maximum", value), (key, true.into())]),
            _ => said.push((key, value)),
        }
    }
    Some(said)
}
