//! Exports rules for Kubernetes: as keywords if it supports them, else as CEL expressions, else as descriptions.
//!
//! Keywords come first, although expressions could say more: every reader of the schema checks keywords, and they
//! work both for values as given and for values with defaults filled in.

use yardstick_re2::{self as re2, Ending, LINE_BREAK_AT_END};
use yardstick_schema::{
    Allowed, Declaration, MapType, Type, Validation,
    rules::{
        Keywords, Loss, Named, Rule, Ruled, Said, Values, key_count,
        kubernetes::{Shape, only_pattern, quoted},
    },
};
use yardstick_template::tree::{Kind, MapItem, Yaml};

use super::super::{
    Export,
    node::{Dialect, Kinds},
    object::{Object, list},
    rules::{or_null, refuses_null, said},
};

/// Keywords that the API server accepts in any schema, with their usual meaning.
pub const KEYWORDS: [&str; 15] = [
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
    "required",
];

/// The exported rules of a node.
#[derive(Default)]
pub(super) struct Exported {
    /// Whether null is rejected.
    pub(super) not_null: bool,
    /// What to add to the schema object of the node.
    pub(super) keywords: Object,
    /// Descriptions of the rules that cannot be exported.
    pub(super) words: Vec<String>,
    /// What the keywords do not check exactly.
    pub(super) losses: Vec<Loss>,
}

/// Exports the rules of `declared`, for a node that has the value `held` if the user gives none.
pub(super) fn of(declared: &Declaration, held: Option<&Yaml>, export: Export<'_>) -> Exported {
    if !export.options.validations {
        return Exported::default();
    }
    let node = Ruled::new(declared);
    let not_null = refuses_null(declared, export);
    let mut rules = Rules {
        declared,
        node,
        held,
        is_nullable: declared.type_.accepts_null() && !not_null,
        is_time: declared.rules().filter_map(Rule::named).any(|rule| is_time(rule, node)),
        ends: false,
        object: Object::default(),
        expressions: Vec::new(),
        words: Vec::new(),
        losses: Vec::new(),
    };
    if let Shape::Map(Some(map)) = node.shape() {
        rules.keys(map);
    }
    for validation in declared.validations.iter() {
        rules.add(validation, export);
    }
    rules.finish(not_null)
}

struct Rules<'a> {
    declared: &'a Declaration,
    node: Ruled<'a>,
    held: Option<&'a Yaml>,
    is_nullable: bool,
    /// Whether CEL expressions see a timestamp instead of a string.
    is_time: bool,
    /// Whether a pattern excludes texts that end with a line break, which not every engine understands.
    ends: bool,
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

    fn finish(mut self, not_null: bool) -> Exported {
        if self.ends {
            let pattern = schema([("pattern", LINE_BREAK_AT_END.into())]);
            self.and(vec![("not", pattern)]);
        }
        let mut named = self.declared.rules().filter_map(Rule::named);
        if named.any(|named| named.rule.is_ascii_only()) {
            self.losses.retain(|loss| *loss != Loss::Bytes);
        }
        if !self.expressions.is_empty() {
            self.object.add("x-kubernetes-validations", list(self.expressions));
        }
        Exported { not_null, keywords: self.object, words: self.words, losses: self.losses }
    }

    /// Adds the keys that a map may have, if all must match, and their number.
    fn keys(&mut self, map: &MapType) {
        let patterns = map.open.iter().flat_map(|open| &open.patterns);
        for pattern in patterns.filter(|pattern| !pattern.expects.is_any()) {
            let said = only_pattern(map)
                .and_then(|_| key_count::expected(map, self.held, &pattern.expects));
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

    /// Adds the keywords for `rule`, if there are any. Tries keywords for values as given first, then for values with
    /// defaults filled in.
    fn keyword(&mut self, rule: &Named) -> bool {
        [Values::Given(self.held), Values::Final].into_iter().any(|values| {
            let said = self.said(rule, values);
            said.is_some_and(|said| self.add_keywords(said))
        })
    }

    /// Returns the keywords for `rule`. If values may have several kinds, each keyword must apply to one kind only.
    fn said(&self, rule: &Named, values: Values<'_>) -> Option<Said> {
        let kinds = Kinds::of(self.node.type_);
        let nodes = kinds.nodes(values);
        let mut all = nodes.iter().map(|&node| said(self.declared, rule, node));
        if let [_] = nodes.as_slice() {
            return all.next()?;
        }
        let all: Vec<Said> = all.collect::<Option<_>>()?;
        let text = |said: &Said| format!("{:?}", said.keywords);
        if let [first, others @ ..] = all.as_slice()
            && others.iter().all(|other| text(other) == text(first))
        {
            return Some(first.clone());
        }
        let mut merged = Said::always();
        for said in all {
            for (key, value) in said.keywords {
                let is_taken = merged.keywords.iter().any(|(known, _)| *known == key);
                let is_of_one_kind = KEYWORDS.contains(&key) && key != "enum";
                if is_taken || !is_of_one_kind {
                    return None;
                }
                merged.keywords.push((key, value));
            }
            merged.loss = merged.loss.or(said.loss);
        }
        Some(merged)
    }

    fn add_keywords(&mut self, Said { keywords, loss }: Said) -> bool {
        let keywords = whole_numbers(Dialect::OpenApi30.keywords(keywords)).into_iter();
        // Omit formats without a counterpart in Kubernetes.
        let keywords = keywords.filter(|(key, _)| *key != "x-ytt-format");
        let said: Option<Keywords> =
            keywords.map(|(key, value)| self.for_server(key, value)).collect();
        let Some(said) = said.filter(|_| loss != Some(Loss::Unchecked)) else { return false };
        self.losses.extend(loss);
        let is_text = self.node.shape().is(Kind::Text);
        self.ends |= is_text && said.iter().any(|(key, value)| ends_alike(key, value));
        self.and(said);
        true
    }

    fn and(&mut self, keywords: Keywords) {
        let is_set = keywords.iter().any(|(key, _)| *key == SET.0);
        if self.is_nullable && !is_set {
            self.object.and(or_null(keywords));
        } else {
            self.object.and(keywords);
        }
    }

    /// Returns a keyword in the form that the API server accepts, or `None` if there is none.
    fn for_server(&self, key: &'static str, value: Yaml) -> Option<(&'static str, Yaml)> {
        if key == "uniqueItems" {
            let is_new = is_set(self.node.shape()) && !self.object.has(SET.0);
            return is_new.then(|| (SET.0, SET.1.into()));
        }
        self.is_taken(key, &value).then_some((key, value))
    }

    /// Whether the API server accepts a keyword. Inside combined schemas, it accepts only those without types.
    // Recursion is safe: rules produce shallow schemas.
    fn is_taken(&self, key: &str, value: &Yaml) -> bool {
        let are_taken = |schema: &Yaml| {
            let taken = |item: &MapItem| {
                let key = item.key.as_text().and_then(|key| key.as_str());
                key.is_some_and(|key| self.is_taken(key, &item.value))
            };
            schema.as_map().is_some_and(|schema| schema.items().iter().all(taken))
        };
        match (key, value) {
            ("allOf" | "anyOf" | "oneOf", Yaml::Array(all)) => {
                all.items.iter().all(|item| are_taken(&item.value))
            }
            ("not", refused) => are_taken(refused),
            ("items", items) => matches!(self.node.shape(), Shape::Array(_)) && are_taken(items),
            // The API server does not check all keywords on null, so rules about null inside a value may not work.
            ("enum", Yaml::Array(all)) => {
                !all.items.iter().any(|item| matches!(item.value, Yaml::Null))
            }
            // The API server uses RE2, which has no lookarounds.
            ("pattern", Yaml::Text(pattern)) => !re2::looks_around(&pattern.to_lossy()),
            _ => KEYWORDS.contains(&key),
        }
    }

    /// Adds a CEL expression with exactly the meaning of `rule`, if there is one.
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
            // The API server requires a message on one line.
            let words: Vec<&str> = message.split_whitespace().collect();
            object.add("message", &*words.join(" "));
        }
        self.expressions.push(object);
    }
}

/// The counterpart of `uniqueItems` in Kubernetes.
const SET: (&str, &str) = ("x-kubernetes-list-type", "set");

fn schema(keywords: impl IntoIterator<Item = (&'static str, Yaml)>) -> Yaml {
    keywords.into_iter().collect::<Object>().into()
}

/// Expresses whole numbers without `type`: as multiples of 1, unless there is another whole `multipleOf`.
fn whole_numbers(keywords: Keywords) -> Keywords {
    let is_multiple = keywords.iter().any(|(key, _)| *key == "multipleOf");
    let said = keywords.into_iter().filter_map(|(key, value)| match (key, value.as_text()) {
        ("type", Some(name)) if *name == "integer" => {
            (!is_multiple).then(|| ("multipleOf", 1.into()))
        }
        _ => Some((key, value)),
    });
    said.collect()
}

/// Whether a pattern excludes texts that end with a line break, which not every engine understands.
fn ends_alike(key: &str, value: &Yaml) -> bool {
    match (key, value) {
        ("pattern", Yaml::Text(text)) => {
            text.as_str().is_some_and(|text| re2::ending(text) == Ending::NoLineBreak)
        }
        ("allOf", Yaml::Array(all)) => all.items.iter().any(|item| {
            let items = item.value.as_map().map(|map| map.items().to_vec()).unwrap_or_default();
            let is_pattern =
                |item: &MapItem| item.key.as_text().is_some_and(|key| *key == "pattern");
            items.iter().any(|item| is_pattern(item) && ends_alike("pattern", &item.value))
        }),
        _ => false,
    }
}

/// Whether the API server treats strings that satisfy `rule` as timestamps.
fn is_time(rule: &Named, node: Ruled<'_>) -> bool {
    let is_date =
        |value: &Yaml| value.as_text().is_some_and(|name| *name == "date" || *name == "date-time");
    let said = rule.rule.json_schema(node).unwrap_or_default();
    said.keywords.iter().any(|(key, value)| *key == "format" && is_date(value))
}

/// Whether the API server can check that the items are distinct.
fn is_set(shape: Shape<'_>) -> bool {
    let Shape::Array(Some(item)) = shape else { return false };
    matches!(item.type_, Type::Scalar(Kind::Bool | Kind::Int | Kind::Text))
}
