//! Objects: named keys, keys by pattern, all other keys.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use yardstick_yaml::{
    NodeId,
    json::{Member, Type},
};

use super::{Converter, Known, Result};
use crate::{
    conjunction::Conjunction,
    model::{Item, Key, Map, Node, Shape},
    pattern,
};

/// Longer keys cannot be written as `key: value`.
const LONGEST_KEY: usize = 250;

type Schemas = IndexMap<String, Vec<NodeId>, FxBuildHasher>;

impl Converter<'_> {
    /// The map for an object. What comes from a definition is made once.
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
        self.refuse_bad_patterns(conjunction, &mut patterns, &mut others);
        let required: Vec<&str> = conjunction.texts(view, "required").collect();
        for name in &required {
            // Asked for without a word about what it is.
            properties
                .entry((*name).to_owned())
                .or_insert_with(|| others.clone().unwrap_or_default());
        }
        let required: rustc_hash::FxHashSet<&str> = required.into_iter().collect();
        let mut items = Vec::new();
        for (name, mut schemas) in properties {
            if name.len() > LONGEST_KEY {
                let place =
                    schemas.first().or(conjunction.members.first()).copied().unwrap_or(NodeId(0));
                self.losses.add(place, "the name is too long for a key: it is left out");
                continue;
            }
            for (expression, more) in &patterns {
                if pattern::is_match(expression, &name) {
                    schemas.extend(more);
                }
            }
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
                    self.named(name, node, &required)
                }
                None if others.is_some() || !patterns.is_empty() => {
                    Item { key: name, kind: Key::Refused, node: Node::any() }
                }
                None => continue,
            };
            items.push(item);
        }
        let mut number = 0;
        let mut free_name = |items: &[Item]| loop {
            number += 1;
            let name = if number == 1 { "_".to_owned() } else { format!("_{number}") };
            if !items.iter().any(|item| item.key == name) {
                return name;
            }
        };
        for (expression, schemas) in patterns {
            if let Some(node) = self.node(&schemas, &[], depth + 1)? {
                let key = free_name(&items);
                items.push(Item { key, kind: Key::Matching(expression), node });
            } else if let Some(&place) = schemas.first() {
                self.losses
                    .add(place, "the pattern forbids the keys that match; this is not checked");
            }
        }
        if let Some(schemas) = others
            && let Some(node) = self.node(&schemas, &[], depth + 1)?
        {
            let key = free_name(&items);
            items.push(Item { key, kind: Key::Any, node });
        }
        Ok(items)
    }

    /// A key with a name: always there, to be given, or free to be left out.
    fn named(&self, name: String, mut node: Node, required: &rustc_hash::FxHashSet<&str>) -> Item {
        let is_required = required.contains(name.as_str());
        let has_named = |node: &Node| matches!(&node.shape, Shape::Map(map) if map.items.iter().any(|item| item.kind == Key::Named));
        if is_required && node.is_constant && !node.fills {
            node.default = Some(node.shape.example());
            node.fills = true;
        }
        let kind = if node.fills || (self.manner.own && !is_required) {
            Key::Named
        } else if is_required {
            // A map asks for what it needs itself, and more precisely.
            node.required = self.manner.own || node.is_unsound || !has_named(&node);
            Key::Named
        } else {
            Key::Optional
        };
        Item { key: name, kind, node }
    }

    /// The members of all objects under `keyword`, each with all that is said about it.
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

    /// The schemas of keys that are not declared; nothing if there must be none.
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
        // Our own exports say `true` where patterns say more.
        if has_own && self.manner.own {
            return None;
        }
        Some(said)
    }

    /// `additionalProperties: false` of one schema refuses what its neighbours in `allOf` declare; that
    /// is seldom meant, and here the keys of all are allowed.
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

    /// Takes out expressions that rules do not understand; what they allowed is allowed to all keys.
    fn refuse_bad_patterns(
        &mut self,
        conjunction: &Conjunction,
        patterns: &mut Schemas,
        others: &mut Option<Vec<NodeId>>,
    ) {
        let is_bad = |expression: &String| !pattern::is_valid(expression);
        let bad: Vec<String> = patterns.keys().filter(|key| is_bad(key)).cloned().collect();
        for expression in bad {
            let schemas = patterns.shift_remove(&expression).unwrap_or_default();
            let place =
                schemas.first().or(conjunction.members.first()).copied().unwrap_or(NodeId(0));
            self.losses.add(place, "the pattern is not understood: any key is accepted");
            *others = Some(Vec::new());
        }
    }
}
