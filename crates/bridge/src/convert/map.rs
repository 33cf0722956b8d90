//! Converts objects, with named keys, keys by pattern and all other keys. Converts arrays too, where one item is the
//! example for all.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use yardstick_re2::{is_match, native, quoted};
use yardstick_yaml::{
    NodeId,
    json::{Member, Type, View},
};

use super::{Converter, Known, Result};
use crate::{
    conjunction::Conjunction,
    literal::Literal,
    model::{Item, Key, Map, Node, Shape},
};

/// Longer keys cannot be written as `key: value`.
const LONGEST_KEY: usize = 250;

type Schemas = IndexMap<String, Vec<NodeId>, FxBuildHasher>;

impl Converter<'_> {
    /// Converts an object. A definition is converted only once.
    pub(super) fn map(&mut self, known: &Known, depth: usize) -> Result<Rc<Map>> {
        let conjunction = &known.conjunction;
        let key = conjunction.key(self.view);
        let is_definition = conjunction.name.is_some() && known.handled.is_empty();
        if is_definition && let Some(map) = self.definitions.get(&key) {
            let map = Rc::clone(map);
            if let Some((number, _)) = &map.definition {
                self.uses[*number] += 1;
            }
            return Ok(map);
        }
        let items = self.items(conjunction, depth)?;
        let size = items.iter().map(|item| item.node.size).fold(1, usize::saturating_add);
        let definition = conjunction.name.clone().filter(|_| is_definition);
        let definition = definition.map(|name| {
            self.uses.push(1);
            (self.uses.len() - 1, name)
        });
        let map = Rc::new(Map { items, definition, size });
        if is_definition {
            self.definitions.insert(key, Rc::clone(&map));
        }
        Ok(map)
    }

    fn items(&mut self, conjunction: &Conjunction, depth: usize) -> Result<Vec<Item>> {
        let view = self.view;
        let mut properties = self.members_of(conjunction, "properties");
        let mut patterns = self.members_of(conjunction, "patternProperties");
        patterns.extend(self.members_of(conjunction, "x-ytt-patternProperties"));
        let own_any = patterns.shift_remove("");
        let mut others = self.others(conjunction, own_any.is_some() || !patterns.is_empty());
        if let Some(any) = own_any {
            others = Some(any);
        }
        let expressions = self.key_expressions(conjunction, &mut patterns, &mut others);
        let is_counted =
            ["minProperties", "maxProperties"].iter().any(|word| conjunction.has(view, word));
        let required: Vec<&str> = conjunction.texts(view, "required").collect();
        for name in &required {
            // The property is required but not described.
            properties
                .entry((*name).to_owned())
                .or_insert_with(|| others.clone().unwrap_or_default());
        }
        let mut required: rustc_hash::FxHashSet<String> =
            required.into_iter().map(str::to_owned).collect();
        if self.references.properties_require {
            let is_set = |schema: &NodeId| {
                view.get(*schema, "required").is_some_and(|value| view.type_of(value) == Type::True)
            };
            let named = properties.iter().filter(|(_, schemas)| schemas.iter().any(is_set));
            required.extend(named.map(|(name, _)| name.clone()));
        }
        let mut items = Vec::new();
        let mut is_filled = false;
        for (name, mut schemas) in properties {
            if name.len() > LONGEST_KEY {
                let place =
                    schemas.first().or(conjunction.members.first()).copied().unwrap_or(NodeId(0));
                self.losses.add(place, "the name is too long for a key: it is left out");
                continue;
            }
            for (expression, more) in &patterns {
                if is_match(expression, &name) {
                    schemas.extend(more);
                }
            }
            let name_of = &*name.clone();
            let item = match self.node(&schemas, &[], depth + 1)? {
                Some(mut node) => {
                    self.keep_sound(&schemas, &mut node)?;
                    if node.nullable && node.default.is_none() && required.contains(name.as_str()) {
                        let place = schemas.first().copied().unwrap_or(NodeId(0));
                        self.losses.add(
                            place,
                            "required but nullable: after import the key may be omitted",
                        );
                    }
                    let has_default = node.default.is_some();
                    if has_default && required.contains(name_of) && !self.manner.own {
                        self.remarks.supplied.extend(schemas.first());
                    }
                    let mut item = self.named(name, node, required.contains(name_of));
                    self.warn_of_null(&schemas, &item.node)?;
                    if is_counted && item.kind == Key::Named && !required.contains(name_of) {
                        // The default is filled in here, so the key cannot be missing.
                        if has_default {
                            is_filled = true;
                        } else {
                            item.kind = Key::Optional;
                        }
                    }
                    item
                }
                None if others.is_some() || !patterns.is_empty() => {
                    Item::new(name, Key::Refused, Node::any())
                }
                None => continue,
            };
            items.push(item);
        }
        for word in ["minProperties", "maxProperties"].into_iter().filter(|_| is_filled) {
            if let Some(place) = conjunction.first(view, word) {
                self.losses.add(place, "keys with defaults are always there: they count as given");
            }
        }
        let mut number = 0;
        let mut free_name = |items: &[Item]| loop {
            number += 1;
            let name = if number == 1 { "_".to_owned() } else { format!("_{number}") };
            if !items.iter().any(|item| item.key == name) {
                return name;
            }
        };
        for ((_, schemas), expression) in patterns.into_iter().zip(expressions) {
            if let Some(node) = self.node(&schemas, &[], depth + 1)? {
                let key = free_name(&items);
                items.push(Item::new(key, Key::Matching(expression), node));
            } else if let Some(&place) = schemas.first() {
                self.losses
                    .add(place, "the pattern forbids the keys that match; this is not checked");
            }
        }
        if let Some(schemas) = others
            && let Some(node) = self.node(&schemas, &[], depth + 1)?
        {
            let key = free_name(&items);
            items.push(Item::new(key, Key::Any, node));
        }
        Ok(items)
    }

    /// Creates the item for a named key: always present, required, or optional.
    fn named(&self, name: String, mut node: Node, is_required: bool) -> Item {
        let has_named = |node: &Node| matches!(&node.shape, Shape::Map(map) if map.items.iter().any(|item| item.kind == Key::Named));
        if is_required && node.is_constant && !node.fills && !self.manner.own {
            node.default = Some(node.shape.example());
            node.fills = true;
        }
        // Our own exports omit the defaults of maps, because their keys have them, and the defaults of secrets.
        let is_filled = if self.manner.own {
            let is_map = matches!(node.shape, Shape::Map(_)) && (node.fills || !is_required);
            node.default.is_some() || is_map || node.words.secret && !is_required
        } else {
            node.fills
        };
        let kind = if is_filled {
            Key::Named
        } else if is_required {
            // A map marks its own required keys, which is more precise.
            node.required = self.manner.own || node.is_unsound || !has_named(&node);
            Key::Named
        } else {
            Key::Optional
        };
        Item::new(name, kind, node)
    }

    /// Warns that a required value must not be null in the result.
    fn warn_of_null(&mut self, schemas: &[NodeId], node: &Node) -> Result<()> {
        if node.required
            && !self.manner.own
            && self.trial(schemas, None)?.is_some_and(|one| one.holds(&Literal::Null) == Some(true))
        {
            let place = schemas.first().copied().unwrap_or(NodeId(0));
            self.losses.add(place, "required and may be null: after import null is refused");
        }
        Ok(())
    }

    /// Returns the members of all objects under `keyword`, each with all schemas that describe it.
    fn members_of(&mut self, conjunction: &Conjunction, keyword: &str) -> Schemas {
        let mut all = Schemas::default();
        for value in conjunction.all(self.view, keyword).collect::<Vec<_>>() {
            let id = self.view.node(value).id();
            if self.view.type_of(id) != Type::Object {
                self.losses.add(value, format!("`{keyword}` is not an object"));
                continue;
            }
            for Member { key, value: schema } in self.view.members(id) {
                all.entry(self.view.name(key).to_owned()).or_default().push(schema);
            }
        }
        all
    }

    /// Returns the schemas of undeclared keys, or `None` if there must be none.
    fn others(&mut self, conjunction: &Conjunction, has_own: bool) -> Option<Vec<NodeId>> {
        let view = self.view;
        let is_open = conjunction.is_set(view, "x-kubernetes-preserve-unknown-fields")
            || conjunction.is_set(view, "x-kubernetes-embedded-resource");
        if is_open {
            return Some(Vec::new());
        }
        let mut said: Vec<NodeId> = conjunction.all(view, "additionalProperties").collect();
        if said.is_empty() {
            said = conjunction.all(view, "unevaluatedProperties").collect();
        }
        let type_of = |&value: &NodeId| view.type_of(value);
        if let Some(&closed) = said.iter().find(|value| type_of(value) == Type::False) {
            self.warn_of_closed_members(conjunction, closed);
            return None;
        }
        if said.is_empty() {
            let nothing_said = !conjunction.has(view, "properties");
            let is_closed = self.manner.own || (self.manner.closed && !nothing_said);
            return (!is_closed).then(Vec::new);
        }
        // Our own exports have `true` here if patterns describe more.
        if has_own && self.manner.own {
            return None;
        }
        Some(said)
    }

    /// Warns if `additionalProperties: false` of one schema rejects what its siblings in `allOf` declare. That is
    /// rarely intended, so the result allows the keys of all.
    fn warn_of_closed_members(&mut self, conjunction: &Conjunction, place: NodeId) {
        let declaring = |&&id: &&NodeId| self.view.member(id, "properties").is_some();
        let is_closed = |id: NodeId| {
            let value = self.view.get(id, "additionalProperties");
            value.is_some_and(|value| self.view.type_of(value) == Type::False)
        };
        let declaring: Vec<NodeId> =
            conjunction.members.iter().filter(declaring).copied().collect();
        if declaring.len() > 1 && declaring.iter().any(|&id| is_closed(id)) {
            self.losses.add(
                place,
                "`additionalProperties` here forbids keys that other parts of `allOf` declare: after import they are allowed",
            );
        }
    }

    /// Returns the regular expressions of `patterns` in the syntax of rules. Removes those that rules cannot express;
    /// what they allowed is then allowed for all keys.
    fn key_expressions(
        &mut self,
        conjunction: &Conjunction,
        patterns: &mut Schemas,
        others: &mut Option<Vec<NodeId>>,
    ) -> Vec<String> {
        let names = names_of(self.view, conjunction);
        let written: Vec<String> = patterns.keys().cloned().collect();
        let mut expressions: Vec<String> = Vec::new();
        for pattern in &written {
            if let Some(expression) = key_expression(pattern, &names, &expressions) {
                expressions.push(expression);
                continue;
            }
            let schemas = patterns.shift_remove(pattern).unwrap_or_default();
            let place =
                schemas.first().or(conjunction.members.first()).copied().unwrap_or(NodeId(0));
            self.losses.add(place, "the pattern is not understood: any key is accepted");
            *others = Some(Vec::new());
        }
        expressions
    }

    /// Converts an array. Requirements on single items become a rule.
    pub(super) fn array(&mut self, known: &Known, depth: usize) -> Result<Shape> {
        let view = self.view;
        let conjunction = &known.conjunction;
        let tuple = conjunction
            .all(view, "prefixItems")
            .chain(conjunction.all(view, "items"))
            .find(|&value| view.node(value).is_sequence());
        if let Some(place) = tuple {
            self.losses.add_checked(
                place,
                "items have types by their position: a rule checks them, they are not filled in",
            );
            return Ok(Shape::Array(Box::new(Node::any())));
        }
        let items: Vec<NodeId> = conjunction.all(view, "items").collect();
        if items.is_empty() {
            return Ok(Shape::Array(Box::new(Node::any())));
        }
        // If no item is allowed, a rule enforces that.
        let mut item = self.node(&items, &[], depth + 1)?.unwrap_or_else(Node::any);
        // An item cannot be omitted, so it has no default.
        item.default = None;
        Ok(Shape::Array(Box::new(item)))
    }
}

/// Returns the named keys.
pub(super) fn names_of<'v>(view: &'v View, conjunction: &Conjunction) -> Vec<&'v str> {
    let all = conjunction.all(view, "properties").map(|value| view.node(value).id());
    let all = all.filter(|&id| view.type_of(id) == Type::Object);
    all.flat_map(|id| view.members(id)).map(|member| view.name(member.key)).collect()
}

/// Returns a key pattern in the syntax of rules. Here a pattern never applies to named keys or to keys of earlier
/// patterns, so an explicit exclusion of these, as in our own exports, is dropped.
pub(super) fn key_expression(pattern: &str, names: &[&str], before: &[String]) -> Option<String> {
    if let Some(native) = native(pattern) {
        return Some(native);
    }
    let mut rest = pattern.strip_prefix('^')?;
    if let Some((listed, after)) =
        rest.strip_prefix("(?!(?:").and_then(|rest| rest.split_once(r")(?![\s\S]))"))
    {
        let known: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        // A name may contain the separator `|`.
        let mut left = listed;
        while !left.is_empty() {
            let found = known.iter().filter(|name| !name.is_empty());
            let mut found = found.filter_map(|name| left.strip_prefix(name.as_str()));
            left = found.find(|left| left.is_empty() || left.starts_with('|'))?;
            left = left.strip_prefix('|').unwrap_or(left);
        }
        rest = after;
    }
    while let Some(after) = before.iter().find_map(|one| {
        let rest = rest.strip_prefix(r"(?![\s\S]*(?:")?;
        let exact = yardstick_re2::exact_end(one);
        rest.strip_prefix(&exact).or_else(|| rest.strip_prefix(one.as_str()))?.strip_prefix("))")
    }) {
        rest = after;
    }
    match rest.strip_prefix(r"[\s\S]*(?:").and_then(|own| own.strip_suffix(')')) {
        Some(own) => native(own),
        None => native(&format!("^{rest}")),
    }
}
