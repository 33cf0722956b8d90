//! Rules in the words of `OpenAPI`, as far as it has words for them.

use yardstick_template::tree::{MapItem, Yaml};

use super::{Object, Options, list};
use crate::{
    rules::{Keywords, Named, Ruled},
    types::Declaration,
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
    let node = Ruled::new(declared);
    let mut object = Object::default();
    let mut others = Vec::new();
    for validation in &declared.validations {
        let always = validation.is_unconditional();
        if let Some(not_null) = validation.not_null.as_ref().filter(|_| !always) {
            others.push(Yaml::text(&validation.in_its_cases(not_null.must_be())));
        }
        for placed in &validation.rules {
            let named = placed.rule.named().filter(|_| always);
            if !named.is_some_and(|named| express(&mut object, named, node)) {
                others.push(Yaml::text(&validation.in_its_cases(words.of(&placed.rule))));
            }
        }
    }
    if !others.is_empty() {
        object.add("x-ytt-rules", list(others));
    }
    Exported { not_null: declared.refuses_null(), items: object.0 }
}

/// Adds what expresses `rule`; says whether anything does. What another rule says already, and a key
/// can be said only once, is not said again.
fn express(object: &mut Object, rule: &Named, node: Ruled<'_>) -> bool {
    let Some(keywords) = keywords(rule, node) else { return false };
    if keywords.iter().any(|(key, _)| object.has(key)) {
        return false;
    }
    for (key, value) in keywords {
        object.add(key, value);
    }
    true
}

/// The keywords of `OpenAPI` 3.0 that express `rule`: those of JSON Schema, but for bounds that are not
/// reached, which are switches beside the bound here.
pub(super) fn keywords(rule: &Named, node: Ruled<'_>) -> Option<Keywords> {
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
