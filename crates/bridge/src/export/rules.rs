//! Exports the rules of a node as keywords.

use yardstick_re2::{self as re2, Ending};
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

/// Whether null is rejected, as far as the export expresses that.
pub(super) fn refuses_null(declared: &Declaration, export: Export<'_>) -> bool {
    export.options.validations && declared.refuses_null()
}

/// Whether other programs accept `value` by the exported keywords, given that it satisfies the rules. They may
/// disagree, because they count characters and calculate with binary fractions.
// Recursion is safe because the depth of values is bounded.
pub(super) fn are_kept(declared: &Declaration, value: &Yaml) -> bool {
    if matches!(value, Yaml::Null) {
        return true;
    }
    let type_ = declared.type_.of_value(value);
    let node = Ruled { type_, values: Values::Given(None) };
    let named = declared.rules().filter_map(|rule| rule.named());
    let keywords = named.filter_map(|named| said(declared, named, node));
    let mut keywords = keywords.flat_map(|said| said.keywords);
    let chosen = declared.type_.chosen(value);
    keywords.all(|(key, bound)| is_kept(key, &bound, value))
        && chosen.is_none_or(|chosen| are_kept(chosen, value))
        && match (type_, value) {
            (Type::Array(item), Yaml::Array(array)) => {
                array.items.iter().all(|one| are_kept(item, &one.value))
            }
            (Type::Map(map), Yaml::Map(values)) => values.items().iter().all(|item| {
                map.known(&item.key).is_none_or(|declared| are_kept(declared, &item.value))
            }),
            _ => true,
        }
}

fn is_kept(keyword: &str, bound: &Yaml, value: &Yaml) -> bool {
    let number = |value: &Yaml| match value {
        Yaml::Int(value) => Some(*value as f64),
        Yaml::UInt(value) => Some(*value as f64),
        Yaml::Float(value) => Some(*value),
        _ => None,
    };
    let Some(bound) = number(bound) else { return true };
    match (keyword, value.as_text(), number(value)) {
        ("minLength", Some(text), _) => text.to_lossy().chars().count() as f64 >= bound,
        ("multipleOf", _, Some(value)) => (value / bound).fract() == 0.0,
        _ => true,
    }
}

/// The reason why a default is omitted that satisfies only the rules but not the keywords.
pub(super) const REFUSED_DEFAULT: &str =
    "the default is left out: it keeps the rules, but not the keywords that stand for them";

/// Returns descriptions of the rules of `declared` that the keywords do not express. A rule counts as expressed if it
/// is for all of `types`.
pub(super) fn described(
    declared: &Declaration,
    types: &[Ruled<'_>],
    export: Export<'_>,
) -> Vec<String> {
    let mut words = Vec::new();
    for validation in declared.validations.iter() {
        let always = validation.is_unconditional();
        if let Some(not_null) = validation.not_null.as_ref().filter(|_| !always) {
            words.push(validation.in_its_cases(not_null.must_be()));
        }
        for placed in &validation.rules {
            let named = placed.rule.named().filter(|_| always);
            let is_said_of = |named: &Named, node: Ruled<'_>| {
                said(declared, named, node).is_some() || listed(declared, node).is_some()
            };
            // Rules do not apply to null, so a node that is always null needs no keywords.
            let is_said =
                named.is_some_and(|named| types.iter().all(|&node| is_said_of(named, node)));
            if !is_said {
                words.push(validation.in_its_cases(export.describer.describe(&placed.rule)));
            }
        }
    }
    words
}

/// Returns the keywords for the rules of `declared`, for values of one type other than null.
pub(super) fn clauses(declared: &Declaration, node: Ruled<'_>, export: Export<'_>) -> Vec<Said> {
    let named = || declared.rules().filter_map(|rule| rule.named());
    let is_ascii = named().any(|named| named.rule.is_ascii_only());
    let mut clauses: Vec<Said> = named().filter_map(|named| said(declared, named, node)).collect();
    let is_lossy = clauses.iter().any(|clause| clause.loss.is_some());
    if (is_lossy || clauses.len() < named().count())
        && let Some(values) = listed(declared, node)
    {
        // The remaining listed values express everything.
        clauses.retain(|clause| {
            clause.loss.is_none() && !clause.keywords.iter().any(|(key, _)| *key == "enum")
        });
        let left = Said::all(vec![("enum", list(values.iter().cloned()))]);
        clauses.insert(0, if values.is_empty() { Said::never() } else { left });
    }
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

/// If a rule lists the allowed values, returns those that satisfy all named rules.
fn listed(declared: &Declaration, node: Ruled<'_>) -> Option<Vec<Yaml>> {
    let Type::Scalar(kind @ (Kind::Text | Kind::Int)) = node.type_ else { return None };
    let named = || declared.rules().filter_map(|rule| rule.named());
    let values = named().find_map(|named| {
        let is_tried = named.applies_to_kind(&declared.type_, *kind);
        named.rule.allowed_values().filter(|_| is_tried)
    })?;
    let is_kept = |value: &Yaml| {
        let value = Fragment::of_yaml(value);
        let mut tried = named().filter(|named| named.applies_to_kind(&declared.type_, *kind));
        tried.all(|named| named.rule.check(&value).is_ok())
    };
    let is_own = |value: &Yaml| value.kind() == *kind;
    Some(values.into_iter().filter(|value| is_own(value) && is_kept(value)).collect())
}

/// Returns the keywords for one rule.
pub(super) fn said(declared: &Declaration, named: &Named, node: Ruled<'_>) -> Option<Said> {
    // If a node allows several kinds, a rule is not checked on kinds that it does not apply to.
    let is_tried = |kind| named.applies_to_kind(&declared.type_, kind);
    match only_kind(node.type_) {
        // Whole numbers may be of either kind.
        Some(Kind::Float) if is_tried(Kind::Int) != is_tried(Kind::Float) => return None,
        Some(kind) if !is_tried(kind) => return Some(Said::always()),
        _ => {}
    }
    if let (Type::Scalar(Kind::Bool), Values::Given(_)) = (node.type_, node.values) {
        // There are only two values, so try both.
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

/// Returns the kind of all values of a type other than null, if there is only one.
// Recursion is safe because the depth of types is bounded.
fn only_kind(type_: &Type) -> Option<Kind> {
    match type_.not_null() {
        Type::Scalar(kind) => Some(*kind),
        Type::Map(_) => Some(Kind::Map),
        Type::Array(_) => Some(Kind::Array),
        Type::Choice(choice) => {
            let mut kinds = choice.alternatives.iter().map(|one| only_kind(&one.type_));
            let first = kinds.next()??;
            kinds.all(|kind| kind == Some(first)).then_some(first)
        }
        _ => None,
    }
}

/// Adds `clauses` to the schema object of a node, which may be null if `nullable`.
pub(super) fn add(object: &mut Object, clauses: Vec<Said>, nullable: bool, dialect: Dialect) {
    let mut ends = false;
    for clause in clauses {
        let mut keywords = dialect.keywords(clause.keywords);
        for (key, value) in &mut keywords {
            ends |= end_alike(key, value);
        }
        if nullable {
            keywords = or_null(keywords);
        }
        object.and(keywords);
    }
    if ends {
        object.and([("not", ends_in_line_break(nullable))]);
    }
}

/// Rewrites patterns under `key` so that all engines agree on the end of the text. Returns true if that also requires
/// excluding [`ends_in_line_break`].
fn end_alike(key: &str, value: &mut Yaml) -> bool {
    if key == "allOf" {
        let Yaml::Array(all) = value else { return false };
        let mut all: Vec<Yaml> = all.items.iter().map(|item| item.value.clone()).collect();
        let mut ends = false;
        for one in &mut all {
            let mut object = Object::of(one.clone());
            for value in object.patterns() {
                ends |= end_alike("pattern", value);
            }
            *one = object.into();
        }
        *value = list(all);
        return ends;
    }
    let pattern = value.as_text().and_then(|text| text.as_str()).filter(|_| key == "pattern");
    match pattern.map(re2::ending) {
        Some(Ending::NoLineBreak) => true,
        Some(Ending::Exact(pattern)) => {
            *value = pattern.as_str().into();
            false
        }
        Some(Ending::Alike) | None => false,
    }
}

/// Returns the schema of texts that end with a line break. In Python, `$` also matches before that line break.
pub(super) fn ends_in_line_break(nullable: bool) -> Yaml {
    // Every pattern accepts null.
    let type_ = nullable.then_some(("type", Yaml::text("string")));
    let pattern = ("pattern", Yaml::text(re2::LINE_BREAK_AT_END));
    type_.into_iter().chain([pattern]).collect::<Object>().into()
}

/// Returns `keywords` changed to allow null. Most apply to one kind of value only, so they already do.
pub(super) fn or_null(keywords: Keywords) -> Keywords {
    let allows_null = |(key, value): &(&'static str, Yaml)| match *key {
        "anyOf" | "oneOf" | "allOf" | "type" => false,
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
    /// Returns the keywords in this dialect.
    pub(super) fn keywords(self, keywords: Keywords) -> Keywords {
        if self == Dialect::JsonSchema {
            return keywords;
        }
        let mut said = Keywords::new();
        for (key, value) in keywords {
            match key {
                // In this dialect, exclusive bounds are booleans next to the bound.
                "exclusiveMinimum" => said.extend([("minimum", value), (key, true.into())]),
                "exclusiveMaximum" => said.extend([("maximum", value), (key, true.into())]),
                // Written as "not all items fail the schema".
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
