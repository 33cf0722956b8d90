//! Rules for Kubernetes: as keys where it has one, else as expressions, else in words.

use yardstick_schema::{
    Allowed, Declaration, MapType, Type, Validation,
    rules::{
        Keywords, Loss, Named, Rule, Ruled, Said, key_count,
        kubernetes::{Shape, only_pattern, quoted},
    },
};
use yardstick_template::tree::{Kind, Yaml};

use super::super::{
    Export,
    node::Dialect,
    object::{Object, list},
    rules::refuses_null,
};

/// Keywords that the server knows and that say exactly what they say elsewhere. It refuses others, or they
/// do not say it here: `oneOf` asks for keys, and all keys that may be null are there.
const KNOWN: [&str; 14] = [
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
];

/// The rules of a node.
#[derive(Default)]
pub(super) struct Exported {
    /// Null is refused.
    pub(super) not_null: bool,
    /// What to add to the schema object of the node.
    pub(super) keywords: Object,
    /// What can only be said in words.
    pub(super) words: Vec<String>,
    /// What the keys do not tell apart.
    pub(super) losses: Vec<Loss>,
}

/// The rules of `declared`.
pub(super) fn of(declared: &Declaration, export: Export<'_>) -> Exported {
    if !export.options.validations {
        return Exported::default();
    }
    let node = Ruled::new(declared);
    let not_null = refuses_null(declared, export);
    let mut rules = Rules {
        node,
        is_nullable: declared.type_.accepts_null() && !not_null,
        is_time: declared.rules().filter_map(Rule::named).any(|rule| is_time(rule, node)),
        object: Object::default(),
        expressions: Vec::new(),
        words: Vec::new(),
        losses: Vec::new(),
    };
    if let Shape::Map(Some(map)) = node.shape() {
        rules.keys(map);
    }
    for validation in &declared.validations {
        rules.add(validation, export);
    }
    let Rules { mut object, expressions, words, mut losses, .. } = rules;
    let mut named = declared.rules().filter_map(Rule::named);
    if named.any(|named| named.rule.is_ascii_only()) {
        losses.retain(|loss| *loss != Loss::Bytes);
    }
    if !expressions.is_empty() {
        object.add("x-kubernetes-validations", list(expressions));
    }
    Exported { not_null, keywords: object, words, losses }
}

struct Rules<'a> {
    node: Ruled<'a>,
    is_nullable: bool,
    /// Whether expressions see a point in time instead of a string.
    is_time: bool,
    object: Object,
    expressions: Vec<Object>,
    words: Vec<String>,
    losses: Vec<Loss>,
}

impl Rules<'_> {
    fn add(&mut self, validation: &Validation, export: Export<'_>) {
        let always = validation.is_unconditional();
        if let Some(not_null) = validation.not_null.as_ref().filter(|_| !always) {
            self.words.push(validation.in_its_cases(not_null.must_be()));
        }
        let translated = always && self.node.shape().is_visible() && !validation.cel.is_empty();
        for placed in &validation.rules {
            let is_said = match &placed.rule {
                Rule::Custom(_) => translated,
                Rule::Named(named) => always && (self.keyword(named) || self.expression(named)),
            };
            if !is_said {
                self.words.push(validation.in_its_cases(export.describer.describe(&placed.rule)));
            }
        }
        if translated {
            for cel in &validation.cel {
                self.validation(&cel.rule, cel.message.as_deref());
            }
        }
    }

    /// Which keys a map may have, if they all have to match, and how many.
    fn keys(&mut self, map: &MapType) {
        let patterns = map.open.iter().flat_map(|open| &open.patterns);
        for pattern in patterns.filter(|pattern| !pattern.expects.is_any()) {
            let said =
                only_pattern(map).and_then(|_| key_count::expected(map, None, &pattern.expects));
            if !said.is_some_and(|said| self.add_keywords(said)) {
                let (count, keys) = (pattern.expects.describe(), pattern.matching());
                self.words.push(format!("{count} {keys}"));
            }
        }
        let Some(pattern) = only_pattern(map) else { return };
        if let Allowed::Matching(expression) = &pattern.allowed {
            let text = expression.text();
            let message = format!("keys matching /{text}/");
            if self.node.shape().is_visible() {
                let rule = format!("self.all(key, key.matches({}))", quoted(&text));
                self.validation(&rule, Some(&message));
            } else {
                self.words.push(message);
            }
        }
    }

    /// Adds the keys that say `rule`, if there are any that say nothing else yet.
    fn keyword(&mut self, rule: &Named) -> bool {
        rule.rule.json_schema(self.node).is_some_and(|said| self.add_keywords(said))
    }

    fn add_keywords(&mut self, Said { keywords, loss }: Said) -> bool {
        let keywords = Dialect::OpenApi30.keywords(keywords);
        // What only we know is not said.
        let keywords = keywords.into_iter().filter(|(key, _)| *key != "x-ytt-format");
        let said: Option<Keywords> =
            keywords.map(|(key, value)| self.for_server(key, value)).collect();
        let Some(said) = said.filter(|said| !said.iter().any(|(key, _)| self.object.has(key)))
        else {
            return false;
        };
        if loss == Some(Loss::Unchecked) {
            return false;
        }
        self.losses.extend(loss);
        for (key, value) in said {
            self.object.add(key, value);
        }
        true
    }

    /// What the server calls a keyword.
    fn for_server(&self, key: &'static str, value: Yaml) -> Option<(&'static str, Yaml)> {
        match key {
            "uniqueItems" if is_set(self.node.shape()) => {
                Some(("x-kubernetes-list-type", Yaml::text("set")))
            }
            // The server looks at it for null too.
            "enum" if self.is_nullable => {
                let Yaml::Array(values) = value else { return None };
                let values = values.items.iter().map(|item| item.value.clone());
                Some((key, list(values.chain([Yaml::Null]))))
            }
            // Of schemas that are combined it takes those without types.
            "allOf" if is_patterns(&value) => Some((key, value)),
            known if KNOWN.contains(&known) => Some((known, value)),
            _ => None,
        }
    }

    /// Adds an expression that says exactly what `rule` does, if there is one.
    fn expression(&mut self, rule: &Named) -> bool {
        if self.is_time || !self.node.shape().is_visible() {
            return false;
        }
        let Some(expression) = rule.rule.cel(self.node) else { return false };
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
        self.expressions.push(object);
    }
}

/// Whether schemas say nothing but a pattern each.
fn is_patterns(schemas: &Yaml) -> bool {
    let Yaml::Array(schemas) = schemas else { return false };
    let is_pattern = |schema: &Yaml| {
        let items = schema.as_map().map(|map| map.items().to_vec()).unwrap_or_default();
        items.len() == 1 && items[0].key.as_text().is_some_and(|key| *key == "pattern")
    };
    schemas.items.iter().all(|item| is_pattern(&item.value))
}

/// Whether the server reads strings that keep `rule` as dates.
fn is_time(rule: &Named, node: Ruled<'_>) -> bool {
    let is_date =
        |value: &Yaml| value.as_text().is_some_and(|name| *name == "date" || *name == "date-time");
    let said = rule.rule.json_schema(node).unwrap_or_default();
    said.keywords.iter().any(|(key, value)| *key == "format" && is_date(value))
}

/// Whether items are such that the server can hold them to be different.
fn is_set(shape: Shape<'_>) -> bool {
    let Shape::Array(Some(item)) = shape else { return false };
    matches!(item.type_, Type::Scalar(Kind::Bool | Kind::Int | Kind::Text))
}
