//! The rules of a node as keywords.

use yardstick_schema::{
    Declaration, Type,
    rules::{Keywords, Loss, Named, Ruled, Said, Values},
};
use yardstick_template::{
    fragment::Fragment,
    tree::{Kind, Yaml},
};

use super::{
    Export,
    node::Dialect,
    object::{Object, list},
};

/// Whether null is refused, as far as the export says so.
pub(super) fn refuses_null(declared: &Declaration, export: Export<'_>) -> bool {
    export.options.validations && declared.refuses_null()
}

/// What is only described of the rules of `declared`, for values of these `types`: a rule is said if it is
/// said for all of them.
pub(super) fn described(
    declared: &Declaration,
    types: &[Ruled<'_>],
    export: Export<'_>,
) -> Vec<String> {
    let mut words = Vec::new();
    for validation in &declared.validations {
        let always = validation.is_unconditional();
        if let Some(not_null) = validation.not_null.as_ref().filter(|_| !always) {
            words.push(validation.in_its_cases(not_null.must_be()));
        }
        for placed in &validation.rules {
            let named = placed.rule.named().filter(|_| always);
            let is_said = named.is_some_and(|named| {
                !types.is_empty() && types.iter().all(|&node| said(declared, named, node).is_some())
            });
            if !is_said {
                words.push(validation.in_its_cases(export.describer.describe(&placed.rule)));
            }
        }
    }
    words
}

/// What values of one type, null aside, must be to keep the rules of `declared`.
pub(super) fn clauses(declared: &Declaration, node: Ruled<'_>, export: Export<'_>) -> Vec<Said> {
    let named = || declared.rules().filter_map(|rule| rule.named());
    let is_ascii = named().any(|named| named.rule.is_ascii_only());
    let mut clauses: Vec<Said> = named().filter_map(|named| said(declared, named, node)).collect();
    for clause in &mut clauses {
        if clause.loss == Some(Loss::Bytes) && is_ascii {
            clause.loss = None;
        }
        if let Some(loss) = clause.loss {
            export.losses.lose(loss.reason());
        }
    }
    clauses.retain(|clause| !clause.keywords.is_empty());
    clauses
}

/// The keywords for one rule.
fn said(declared: &Declaration, named: &Named, node: Ruled<'_>) -> Option<Said> {
    // Where a node takes several kinds, a rule is not tried on those that it is not about.
    let is_tried = |kind| named.applies_to_kind(&declared.type_, kind);
    let kind = match node.type_ {
        Type::Scalar(kind) => Some(*kind),
        Type::Map(_) => Some(Kind::Map),
        Type::Array(_) => Some(Kind::Array),
        _ => None,
    };
    match kind {
        // Numbers without a fraction may be of either kind.
        Some(Kind::Float) if is_tried(Kind::Int) != is_tried(Kind::Float) => return None,
        Some(kind) if !is_tried(kind) => return Some(Said::always()),
        _ => {}
    }
    if let (Type::Scalar(Kind::Bool), Values::Given(_)) = (node.type_, node.values) {
        // There are only two values to try.
        let keeps =
            |value: &bool| named.rule.check(&Fragment::of_yaml(&Yaml::Bool(*value))).is_ok();
        let kept: Vec<bool> = [true, false].into_iter().filter(keeps).collect();
        return Some(match kept.as_slice() {
            [] => Said::never(),
            [only] => Said::all(vec![("enum", list([Yaml::Bool(*only)]))]),
            _ => Said::always(),
        });
    }
    named.rule.json_schema(node)
}

/// Adds `clauses` to the schema object of a node, which may be null if it is `nullable`.
pub(super) fn add(object: &mut Object, clauses: Vec<Said>, nullable: bool, dialect: Dialect) {
    for clause in clauses {
        let mut keywords = dialect.keywords(clause.keywords);
        if nullable {
            keywords = or_null(keywords);
        }
        object.and(keywords);
    }
}

/// The same for null as well. Most keywords speak of one kind of value only, which null is not.
fn or_null(keywords: Keywords) -> Keywords {
    let allows_null = |(key, value): &(&'static str, Yaml)| match *key {
        "anyOf" | "oneOf" | "allOf" => false,
        "not" => value.as_map().is_some_and(|map| {
            map.items().iter().any(|item| item.key.as_text().is_some_and(|key| *key == "enum"))
        }),
        _ => true,
    };
    if !keywords.iter().all(allows_null) {
        let object: Object = keywords.into_iter().collect();
        return vec![("anyOf", list([Object::null(), object]))];
    }
    let with_null = |(key, value): (&'static str, Yaml)| match (key, &value) {
        ("enum", Yaml::Array(values)) => {
            let values = values.items.iter().map(|item| item.value.clone());
            (key, list(values.chain([Yaml::Null])))
        }
        _ => (key, value),
    };
    keywords.into_iter().map(with_null).collect()
}

impl Dialect {
    /// The keywords in the words of this dialect.
    pub(super) fn keywords(self, keywords: Keywords) -> Keywords {
        if self == Dialect::JsonSchema {
            return keywords;
        }
        let mut said = Keywords::new();
        for (key, value) in keywords {
            match key {
                // Exclusive bounds are switches beside the bound here.
                "exclusiveMinimum" => said.extend([("minimum", value), (key, true.into())]),
                "exclusiveMaximum" => said.extend([("maximum", value), (key, true.into())]),
                // An item is the one that is wanted: not all items are others.
                "contains" => {
                    let other: Object = [("not", value)].into_iter().collect();
                    let none: Object = [("items", other.into())].into_iter().collect();
                    said.push(("not", none.into()));
                }
                _ => said.push((key, value)),
            }
        }
        said
    }
}
