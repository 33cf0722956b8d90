//! Converts schemas to conditions.

use yardstick_re2::native;
use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Member, Type},
};

use super::{Converter, Result};
use crate::{condition::Condition, conjunction::Conjunction, kind::Kind, literal::Literal};

/// The maximum nesting depth of a condition.
const MAX_DEPTH: usize = 12;
/// The maximum number of parts of a condition. A longer one is unreadable and slow to evaluate.
const MAX_PARTS: usize = 300;

/// The maximum number of schemas to visit for one condition, because nested alternatives multiply.
const MAX_TRIES: usize = 1_000;

/// A condition, or `None` if it cannot be expressed.
type Expressed = Result<Option<Condition>>;

impl Converter<'_> {
    /// Returns the condition for all of `schemas` together, or `None` if it cannot be expressed.
    pub(super) fn condition(&mut self, schemas: &[NodeId], depth: usize) -> Expressed {
        self.tries += 1;
        if depth > MAX_DEPTH || self.tries > MAX_TRIES {
            return Ok(None);
        }
        let conjunction = self.conjunction(schemas)?;
        if conjunction.never.is_some() {
            return Ok(Some(Condition::never()));
        }
        let Some(mut parts) = self.simple(&conjunction) else { return Ok(None) };
        for more in [
            self.of_objects(&conjunction, depth)?,
            self.of_arrays(&conjunction, depth)?,
            self.of_logic(&conjunction, depth)?,
        ] {
            match more {
                Some(more) => parts.extend(more),
                None => return Ok(None),
            }
        }
        let condition = Condition::All(parts);
        Ok((condition.size() <= MAX_PARTS).then_some(condition))
    }

    /// What `schema` asks of a part of the value: of the key or item that is `held`.
    fn part(&mut self, schema: NodeId, held: Candidate, depth: usize) -> Expressed {
        let held = match held {
            Candidate::Nothing => return Ok(Some(Condition::always())),
            Candidate::Only(value) => Some(value),
            Candidate::Unknown => None,
        };
        let outer = std::mem::replace(&mut self.tried, held);
        let part = self.condition(&[schema], depth + 1);
        self.tried = outer;
        part
    }

    /// What is asked of scalars, and of lengths.
    pub(super) fn simple(&mut self, conjunction: &Conjunction) -> Option<Vec<Condition>> {
        let view = self.view;
        let mut parts = Vec::new();
        let nullable = conjunction.is_set(view, "nullable");
        for mut kinds in self.types(conjunction) {
            if nullable {
                kinds.push(Kind::Null);
            }
            parts.push(Condition::Is(kinds));
        }
        for value in conjunction.all(view, "enum") {
            match Literal::read(view, value).ok()? {
                Literal::List(mut values) => {
                    if nullable {
                        values.push(Literal::Null);
                    }
                    parts.push(Condition::OneOf(values));
                }
                _ => return None,
            }
        }
        for value in conjunction.all(view, "const") {
            parts.push(Condition::OneOf(vec![Literal::read(view, value).ok()?]));
        }
        for (operator, bound) in self.bounds(conjunction) {
            parts.push(Condition::For(Kind::Number, Box::new(Condition::Compare(operator, bound))));
        }
        for value in conjunction.numbers(view, "multipleOf") {
            let Some(Literal::Int(factor)) =
                value.to_whole().filter(|_| value.number() > Some(0.0))
            else {
                return None;
            };
            parts.push(Condition::For(Kind::Number, Box::new(Condition::MultipleOf(factor))));
        }
        for (kind, keyword, operator) in [
            (Kind::Text, "minLength", ">="),
            (Kind::Text, "maxLength", "<="),
            (Kind::List, "minItems", ">="),
            (Kind::List, "maxItems", "<="),
            (Kind::Map, "minProperties", ">="),
            (Kind::Map, "maxProperties", "<="),
        ] {
            for value in conjunction.numbers(view, keyword) {
                let Some(Literal::Int(bound)) = value.to_whole() else { return None };
                let length = Condition::Length(kind, operator, bound);
                parts.push(Condition::For(kind, Box::new(length)));
            }
        }
        for value in conjunction.all(view, "pattern") {
            let Some(expression) = native(view.node(value).text()) else {
                // No rule checks this, so a default cannot violate it.
                if self.is_trying {
                    continue;
                }
                return None;
            };
            let matches = Condition::Matches(expression);
            parts.push(Condition::For(Kind::Text, Box::new(matches)));
        }
        for name in self.format_names(conjunction) {
            parts.push(Condition::For(Kind::Text, Box::new(Condition::Format(name))));
        }
        Some(parts)
    }

    fn of_objects(
        &mut self,
        conjunction: &Conjunction,
        depth: usize,
    ) -> Result<Option<Vec<Condition>>> {
        let view = self.view;
        let mut parts = Vec::new();
        let tried = self.tried.clone();
        if tried.as_ref().is_some_and(|value| Kind::of(value) != Kind::Map) {
            return Ok(Some(parts));
        }
        for name in conjunction.texts(view, "required") {
            parts.push(Condition::Has(name.to_owned()));
        }
        for &member in &conjunction.members {
            let mut names = Vec::new();
            let mut expressions = Vec::new();
            for (keyword, is_pattern) in [("properties", false), ("patternProperties", true)] {
                let Some(value) = view.get(member, keyword) else { continue };
                let value = view.node(value).id();
                if view.type_of(value) != Type::Object {
                    continue;
                }
                for Member { key, value: schema } in view.members(value) {
                    let mut name = view.name(key).to_owned();
                    let held = match (&tried, is_pattern) {
                        (Some(value), false) => Candidate::under(value, &name),
                        (Some(value), true) => Candidate::elsewhere(value, &[]),
                        (None, _) => Candidate::Unknown,
                    };
                    let Some(part) = self.part(schema, held, depth)? else { return Ok(None) };
                    if is_pattern {
                        let Some(expression) = native(&name) else { return Ok(None) };
                        name = expression;
                        expressions.push(name.clone());
                    } else {
                        names.push(name.clone());
                    }
                    if part.is_always() {
                        continue;
                    }
                    parts.push(if is_pattern {
                        Condition::Matching(name, Box::new(part))
                    } else {
                        Condition::Property(name, Box::new(part))
                    });
                    if parts.len() > MAX_PARTS {
                        return Ok(None);
                    }
                }
            }
            if let Some(value) = view.get(member, "additionalProperties") {
                let held = tried.as_ref().map(|value| Candidate::elsewhere(value, &names));
                let held = held.unwrap_or(Candidate::Unknown);
                let Some(part) = self.part(value, held, depth)? else { return Ok(None) };
                if !part.is_always() {
                    parts.push(Condition::Others(names, expressions, Box::new(part)));
                }
            }
        }
        for value in conjunction.all(view, "propertyNames").collect::<Vec<_>>() {
            let Some(part) = self.part(value, Candidate::Unknown, depth)? else { return Ok(None) };
            parts.push(Condition::Keys(Box::new(part)));
        }
        Ok(Some(only_for(Kind::Map, parts)))
    }

    /// Returns the conditions on arrays and their items.
    pub(super) fn of_arrays(
        &mut self,
        conjunction: &Conjunction,
        depth: usize,
    ) -> Result<Option<Vec<Condition>>> {
        let view = self.view;
        let mut parts = Vec::new();
        let tried = self.tried.clone();
        if tried.as_ref().is_some_and(|value| Kind::of(value) != Kind::List) {
            return Ok(Some(parts));
        }
        for &member in &conjunction.members {
            let value_of = |keyword: &str| view.get(member, keyword);
            let is_list = |value: &NodeId| view.node(*value).is_sequence();
            let items = value_of("items");
            let tuple = value_of("prefixItems").or(items).filter(is_list);
            let rest = match items.filter(|value| !is_list(value)) {
                Some(items) => Some(items),
                None if tuple.is_some() => value_of("additionalItems"),
                None => None,
            };
            let mut count = 0;
            if let Some(tuple) = tuple {
                for item in view.node(tuple).items() {
                    let held = Candidate::item(tried.as_ref(), count, false);
                    let Some(part) = self.part(item.id(), held, depth)? else {
                        return Ok(None);
                    };
                    if !part.is_always() {
                        parts.push(Condition::Item(count, Box::new(part)));
                    }
                    count += 1;
                    if count > MAX_PARTS {
                        return Ok(None);
                    }
                }
            }
            if let Some(rest) = rest {
                let held = Candidate::item(tried.as_ref(), count, true);
                let Some(part) = self.part(rest, held, depth)? else { return Ok(None) };
                if !part.is_always() {
                    parts.push(Condition::ItemsFrom(count, Box::new(part)));
                }
            }
            if let Some(wanted) = value_of("contains") {
                let Some(part) = self.part(wanted, Candidate::Unknown, depth)? else {
                    return Ok(None);
                };
                let number = |keyword: &str| {
                    let value = Literal::read(view, value_of(keyword)?).ok()?;
                    match value.to_whole() {
                        Some(Literal::Int(value)) => Some(value),
                        _ => None,
                    }
                };
                let least = number("minContains").unwrap_or(1);
                parts.push(Condition::Contains(least, number("maxContains"), Box::new(part)));
            }
        }
        if conjunction.is_set(view, "uniqueItems") {
            parts.push(Condition::Unique);
        }
        Ok(Some(only_for(Kind::List, parts)))
    }

    fn of_logic(
        &mut self,
        conjunction: &Conjunction,
        depth: usize,
    ) -> Result<Option<Vec<Condition>>> {
        let mut parts = Vec::new();
        for place in self.logic_places(conjunction) {
            match self.logic(place, depth)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            for list in conjunction.all(self.view, keyword).collect::<Vec<_>>() {
                match self.any_or_one(keyword, list, depth)? {
                    Some(part) => parts.push(part),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(parts))
    }

    /// Returns the condition for the alternatives in `list`: at least one or exactly one must hold.
    pub(super) fn any_or_one(&mut self, keyword: &str, list: NodeId, depth: usize) -> Expressed {
        let mut parts = Vec::new();
        let branches: Vec<NodeId> = self.view.node(list).items().map(NodeRef::id).collect();
        for branch in branches {
            // Types that always hold are declared elsewhere, so include them here.
            let conjunction = self.conjunction(&[branch])?;
            let is_typed =
                ["type", "enum", "const"].iter().any(|word| conjunction.has(self.view, word));
            let family = if is_typed { None } else { self.family(&conjunction) };
            match self.condition(&[branch], depth + 1)? {
                Some(part) if parts.len() < MAX_PARTS => parts.push(match family {
                    Some(kinds) => Condition::All(vec![Condition::Is(kinds), part]),
                    None => part,
                }),
                _ => return Ok(None),
            }
        }
        Ok(Some(if keyword == "oneOf" { Condition::One(parts) } else { Condition::Any(parts) }))
    }

    /// Finds the keywords of `conjunction` that no type by example can express. Returns each with its member.
    pub(super) fn logic_places(&self, conjunction: &Conjunction) -> Vec<(NodeId, &'static str)> {
        const WORDS: [&str; 5] =
            ["not", "if", "dependentRequired", "dependentSchemas", "dependencies"];
        let of_member = |&member: &NodeId| {
            let used =
                WORDS.into_iter().filter(move |word| self.view.member(member, word).is_some());
            used.map(move |word| (member, word))
        };
        conjunction.members.iter().flat_map(of_member).collect()
    }

    /// Returns the condition for `keyword` of `member`.
    pub(super) fn logic(&mut self, (member, keyword): (NodeId, &str), depth: usize) -> Expressed {
        let view = self.view;
        let value_of = |keyword: &str| view.get(member, keyword);
        let Some(value) = value_of(keyword) else { return Ok(Some(Condition::always())) };
        let parts = match keyword {
            "not" => {
                let part = self.condition(&[value], depth + 1)?;
                return Ok(part.map(|part| Condition::Not(Box::new(part))));
            }
            "if" => {
                let Some(test) = self.condition(&[value], depth + 1)? else { return Ok(None) };
                let mut parts = Vec::new();
                if let Some(then) = value_of("then") {
                    let Some(then) = self.condition(&[then], depth + 1)? else { return Ok(None) };
                    parts.push(Condition::Any(vec![Condition::Not(Box::new(test.clone())), then]));
                }
                if let Some(otherwise) = value_of("else") {
                    let Some(otherwise) = self.condition(&[otherwise], depth + 1)? else {
                        return Ok(None);
                    };
                    parts.push(Condition::Any(vec![test, otherwise]));
                }
                return Ok(Some(Condition::All(parts)));
            }
            _ => {
                let id = view.node(value).id();
                if view.type_of(id) != Type::Object {
                    return Ok(None);
                }
                let mut parts = Vec::new();
                for Member { key, value: wanted } in view.members(id) {
                    let absent =
                        Condition::Not(Box::new(Condition::Has(view.name(key).to_owned())));
                    let names = view.node(wanted);
                    let then = if names.is_sequence() {
                        let names = names.items().map(|item| item.dereferenced().text().to_owned());
                        Condition::All(names.map(Condition::Has).collect())
                    } else {
                        match self.condition(&[wanted], depth + 1)? {
                            Some(then) => then,
                            None => return Ok(None),
                        }
                    };
                    parts.push(Condition::Any(vec![absent, then]));
                    if parts.len() > MAX_PARTS {
                        return Ok(None);
                    }
                }
                parts
            }
        };
        Ok(Some(Condition::All(only_for(Kind::Map, parts))))
    }

    /// Returns the bounds of numbers: comparison operators and limits.
    pub(super) fn bounds(&self, conjunction: &Conjunction) -> Vec<(&'static str, Literal)> {
        let view = self.view;
        let mut bounds = Vec::new();
        for &member in &conjunction.members {
            for (keyword, exclusive, at, beyond) in [
                ("minimum", "exclusiveMinimum", ">=", ">"),
                ("maximum", "exclusiveMaximum", "<=", "<"),
            ] {
                let value_of = |keyword| Literal::read(view, view.get(member, keyword)?).ok();
                // Before draft 6, this keyword is a boolean that changes the meaning of the bound.
                let strict = value_of(exclusive);
                if let Some(bound) = value_of(keyword).filter(|bound| bound.number().is_some()) {
                    let is_strict = strict == Some(Literal::Bool(true));
                    bounds.push((if is_strict { beyond } else { at }, bound));
                }
                if let Some(bound) = strict.filter(|bound| bound.number().is_some()) {
                    bounds.push((beyond, bound));
                }
            }
        }
        bounds
    }
}

/// What the value that is tried has where a part of its schema applies. What is asked of parts that it does not have
/// need not be looked at: a schema may contain itself, a value does not.
enum Candidate {
    Nothing,
    Only(Literal),
    Unknown,
}

impl Candidate {
    fn under(value: &Literal, name: &str) -> Self {
        let Literal::Map(members) = value else { return Candidate::Nothing };
        // Null counts as absent.
        let found = members.iter().find(|(key, value)| key == name && *value != Literal::Null);
        found.map_or(Candidate::Nothing, |(_, value)| Candidate::Only(value.clone()))
    }

    /// Under keys that are none of `names`.
    fn elsewhere(value: &Literal, names: &[String]) -> Self {
        let Literal::Map(members) = value else { return Candidate::Nothing };
        let others = members.iter().filter(|(key, _)| !names.contains(key));
        Candidate::one_of(others.map(|(_, value)| value))
    }

    /// As the item numbered `at`, or as one of those `from` there on.
    fn item(value: Option<&Literal>, at: usize, from: bool) -> Self {
        let Some(value) = value else { return Candidate::Unknown };
        let Literal::List(values) = value else { return Candidate::Nothing };
        let rest = values.iter().skip(at);
        if from { Candidate::one_of(rest) } else { Candidate::one_of(rest.take(1)) }
    }

    fn one_of<'l>(mut values: impl Iterator<Item = &'l Literal>) -> Self {
        match (values.next(), values.next()) {
            (None, _) => Candidate::Nothing,
            (Some(only), None) => Candidate::Only(only.clone()),
            _ => Candidate::Unknown,
        }
    }
}

/// Conditions that are asked only of values of type `kind`, as one.
fn only_for(kind: Kind, parts: Vec<Condition>) -> Vec<Condition> {
    if parts.is_empty() {
        return parts;
    }
    vec![Condition::For(kind, Box::new(Condition::All(parts)))]
}
