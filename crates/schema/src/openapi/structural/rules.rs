//! Rules for Kubernetes: as keys where it has one, else as expressions, else in words.

use yardstick_template::tree::{Kind, MapItem, Yaml};

use super::{
    super::{Object, list, rules::expression},
    cel,
    shape::{Shape, only_pattern},
};
use crate::{
    keys::Allowed,
    types::{Declaration, MapType, Type},
    validate::{Rule, Validation},
    words::Words,
};

/// The rules of a node.
#[derive(Default)]
pub(super) struct Exported {
    /// Null is refused.
    pub(super) not_null: bool,
    /// What to add to the schema object of the node.
    pub(super) items: Vec<MapItem>,
    /// What can only be said in words.
    pub(super) words: Vec<String>,
}

/// The rules of `declared`.
pub(super) fn of(declared: &Declaration, shape: Shape<'_>, words: &Words<'_>) -> Exported {
    let not_null = declared.refuses_null();
    let mut rules = Rules {
        type_: declared.type_.not_null(),
        shape,
        nullable: declared.type_.accepts_null() && !not_null,
        is_time: always_kept(declared).any(is_time),
        object: Object::default(),
        expressions: Vec::new(),
        words: Vec::new(),
    };
    if let Shape::Map(Some(map)) = shape {
        rules.keys(map);
    }
    for validation in declared.validation.iter().flat_map(|validation| validation.all()) {
        rules.add(validation, words);
    }
    let Rules { mut object, expressions, words, .. } = rules;
    if !expressions.is_empty() {
        object.add("x-kubernetes-validations", list(expressions));
    }
    Exported { not_null, items: object.0, words }
}

struct Rules<'a> {
    type_: &'a Type,
    shape: Shape<'a>,
    nullable: bool,
    /// Whether expressions see a point in time instead of a string.
    is_time: bool,
    object: Object,
    expressions: Vec<Yaml>,
    words: Vec<String>,
}

impl Rules<'_> {
    fn add(&mut self, validation: &Validation, words: &Words<'_>) {
        let always = validation.when.is_none();
        if validation.not_null && !always {
            self.words.push(validation.in_its_cases(validation.not_null_text().to_owned()));
        }
        let translated = always && self.shape.is_visible() && !validation.cel.is_empty();
        for rule in &validation.rules {
            let is_said = match rule {
                Rule::Custom(_) => translated,
                named => always && (self.keyword(named) || self.expression(named)),
            };
            if !is_said {
                self.words.push(validation.in_its_cases(words.of(rule)));
            }
        }
        if translated {
            for cel in &validation.cel {
                self.validation(&cel.rule, cel.message.as_deref());
            }
        }
    }

    /// Which keys a map may have, if they all have to match.
    fn keys(&mut self, map: &MapType) {
        let Some(pattern) = only_pattern(map) else { return };
        if let Allowed::Matching(expression) = &pattern.allowed {
            let text = expression.text();
            let message = format!("keys matching /{text}/");
            if self.shape.is_visible() {
                let rule = format!("self.all(key, key.matches({}))", cel::text(&text));
                self.validation(&rule, Some(&message));
            } else {
                self.words.push(message);
            }
        }
    }

    /// Adds the keys that say `rule`, if there are any that say nothing else yet.
    fn keyword(&mut self, rule: &Rule) -> bool {
        let named = match rule {
            Rule::Described(described) => &described.rule,
            other => other,
        };
        let items = match named {
            Rule::Unique if is_set(self.shape) => {
                vec![("x-kubernetes-list-type", Yaml::text("set"))]
            }
            // The keys of other formats are refused, or do not say it: all nullable keys are there.
            Rule::Unique | Rule::OneNotNull(_) => return false,
            other => match expression(other, self.type_, self.nullable) {
                Some(items) => items,
                None => return false,
            },
        };
        let is_taken = |key: &str| key.starts_with("x-ytt-") || self.object.has(key);
        if items.iter().any(|(key, _)| is_taken(key)) {
            return false;
        }
        for (key, value) in items {
            self.object.add(key, value);
        }
        true
    }

    /// Adds an expression that says exactly what `rule` does, if there is one.
    fn expression(&mut self, rule: &Rule) -> bool {
        if self.is_time || !self.shape.is_visible() {
            return false;
        }
        let Some(expression) = cel::of(rule, self.shape) else { return false };
        self.validation(&expression, Some(&rule.must_be()));
        true
    }

    fn validation(&mut self, rule: &str, message: Option<&str>) {
        let mut object = Object::default();
        object.add("rule", rule);
        if let Some(message) = message {
            // The server wants one line.
            let words: Vec<&str> = message.split_whitespace().collect();
            object.add("message", &*words.join(" "));
        }
        self.expressions.push(object.into());
    }
}

/// The rules that apply always.
fn always_kept(declared: &Declaration) -> impl Iterator<Item = &Rule> {
    let validations = declared.validation.iter().flat_map(|validation| validation.all());
    validations
        .filter(|validation| validation.when.is_none())
        .flat_map(|validation| &validation.rules)
}

/// Whether the server reads strings that keep `rule` as dates.
fn is_time(rule: &Rule) -> bool {
    match rule {
        Rule::Described(described) => is_time(&described.rule),
        Rule::Format(format) => matches!(format.name(), "date" | "date-time"),
        _ => false,
    }
}

/// Whether items are such that the server can hold them to be different.
fn is_set(shape: Shape<'_>) -> bool {
    let Shape::Array(Some(item)) = shape else { return false };
    matches!(item.type_, Type::Scalar(Kind::Bool | Kind::Int | Kind::Text))
}
