//! Converts `anyOf` and `oneOf`: to null, to a part of the schema around them, to a list of values or types, to a
//! choice, or else to a rule.

use yardstick_yaml::{
    NodeId, NodeRef,
    json::{Member, Type},
};

use super::{Converter, Known, Result};
use crate::{
    conjunction::Conjunction,
    kind::Kind,
    literal::Literal,
    model::{Key, Map, Node, Shape, has_discriminator},
};

/// The result of converting all lists of alternatives.
pub(super) enum Outcome {
    /// Continue: the alternatives are part of what is known now, or become rules.
    Go,
    /// No value can satisfy any alternative.
    Never,
    /// The alternatives determine the shape.
    Shape(Shape),
    /// A complete node, converted again with the only alternative merged into it.
    Node(Box<Node>),
}

/// Keywords that make a schema more than a list of alternatives.
const STRUCTURE: [&str; 8] = [
    "properties",
    "patternProperties",
    "additionalProperties",
    "required",
    "items",
    "prefixItems",
    "enum",
    "const",
];

impl Converter<'_> {
    /// Converts the lists of alternatives of `known`.
    pub(super) fn alternatives(
        &mut self,
        schemas: &[NodeId],
        known: &mut Known,
        depth: usize,
    ) -> Result<Outcome> {
        for (keyword, list) in self.lists(&known.conjunction) {
            if known.handled.contains(&list) {
                continue;
            }
            known.handled.push(list);
            let branches: Vec<NodeId> = self.view.node(list).items().map(NodeRef::id).collect();
            let mut live = Vec::new();
            for branch in branches {
                let conjunction = self.conjunction(&[branch])?;
                if conjunction.never.is_some() {
                    continue;
                }
                if self.is_null(&conjunction) {
                    known.nullable = true;
                } else {
                    live.push((branch, conjunction));
                }
            }
            if live.is_empty() {
                if !known.nullable {
                    self.losses.add(list, "no alternative can be fulfilled");
                    return Ok(Outcome::Never);
                }
                known.kinds = Some(vec![Kind::Null]);
                continue;
            }
            // In our own exports, such a `oneOf` requires one key that is not null.
            let is_rule = self.manner.own && keyword == "oneOf" && !known.nullable;
            if let [(only, _)] = live[..]
                && !is_rule
            {
                let schemas = [schemas, &[only]].concat();
                let Some(mut node) = self.node(&schemas, &known.handled, depth)? else {
                    return Ok(Outcome::Never);
                };
                if known.nullable && !node.nullable && !matches!(node.shape, Shape::Any(_)) {
                    node.nullable = true;
                    node.fills = true;
                }
                return Ok(Outcome::Node(Box::new(node)));
            }
            if let Some(values) = self.all_values(&live) {
                known.values = Some(values);
                continue;
            }
            if !self.decide_shape(&known.conjunction, &live) {
                self.warn_of_new_keys(&known.conjunction, &live, list);
                known.ruled.push(list);
                continue;
            }
            if let Some(kinds) = self.scalar_kinds(&live) {
                if !live.iter().all(|(_, branch)| self.is_type_only(branch)) {
                    match self.by_kind(&live) {
                        Some(branches) => known.by_kind.extend(branches),
                        None => known.ruled.push(list),
                    }
                }
                known.kinds = Some(kinds);
                continue;
            }
            if let Some(shape) = self.choice(known, keyword, &live, list, depth)? {
                return Ok(Outcome::Shape(shape));
            }
            known.ruled.push(list);
        }
        Ok(Outcome::Go)
    }

    /// Whether the alternatives determine the shape, because the schema around them does not.
    fn decide_shape(&mut self, around: &Conjunction, live: &[(NodeId, Conjunction)]) -> bool {
        let has_structure = |conjunction: &Conjunction| {
            STRUCTURE.iter().any(|word| conjunction.has(self.view, word))
        };
        if has_structure(around) {
            return false;
        }
        let all_have = live.iter().all(|(_, branch)| {
            has_structure(branch) && !self.uses_only(branch, &["required", "type"])
        });
        let types = self.types(around);
        types.is_empty() || (all_have && !types.iter().flatten().any(|kind| kind.is_scalar()))
    }

    /// Returns all lists of alternatives, each with its keyword.
    fn lists(&self, conjunction: &Conjunction) -> Vec<(&'static str, NodeId)> {
        let mut lists = Vec::new();
        for keyword in ["anyOf", "oneOf"] {
            let found = conjunction.all(self.view, keyword).map(|list| self.view.node(list));
            lists.extend(found.filter(|list| list.is_sequence()).map(|list| (keyword, list.id())));
        }
        lists
    }

    /// Whether the schema accepts only null.
    fn is_null(&self, conjunction: &Conjunction) -> bool {
        let is_null = |value: NodeId| Literal::read(self.view, value) == Ok(Literal::Null);
        let is_word = |value: NodeId| {
            self.view.type_of(value) == Type::String && self.view.node(value).text() == "null"
        };
        conjunction.all(self.view, "type").any(is_word)
            || conjunction.all(self.view, "const").any(is_null)
            || conjunction.all(self.view, "enum").any(|list| {
                let node = self.view.node(list);
                node.len() == 1 && node.items().all(|item| is_null(item.id()))
            })
    }

    /// Whether the schema uses only `keywords` and documentation.
    fn uses_only(&self, conjunction: &Conjunction, keywords: &[&str]) -> bool {
        let is_known = |name: &str| keywords.contains(&name) || name.starts_with("x-");
        conjunction.key(self.view).iter().all(|&id| {
            self.view.members(id).all(|Member { key, .. }| {
                let name = self.view.name(key);
                is_known(name)
                    || matches!(name, "$ref" | "allOf" | "title" | "description" | "$comment")
            })
        })
    }

    fn is_type_only(&self, conjunction: &Conjunction) -> bool {
        self.uses_only(conjunction, &["type", "nullable"])
    }

    /// Returns all values, if the alternatives only list values.
    fn all_values(&self, live: &[(NodeId, Conjunction)]) -> Option<Vec<Literal>> {
        let mut values: Vec<Literal> = Vec::new();
        for (_, branch) in live {
            if !self.uses_only(branch, &["const", "enum", "type"]) {
                return None;
            }
            let constant = branch.first(self.view, "const").into_iter();
            let list = branch.first(self.view, "enum").into_iter();
            let listed = list.flat_map(|list| self.view.node(list).items().map(NodeRef::id));
            let before = values.len();
            for id in constant.chain(listed) {
                let value = Literal::read(self.view, id).ok()?;
                if !values.iter().any(|known| known.same(&value)) {
                    values.push(value);
                }
            }
            if values.len() == before {
                return None;
            }
        }
        Some(values)
    }

    /// Returns the types, if all alternatives have scalar types.
    fn scalar_kinds(&mut self, live: &[(NodeId, Conjunction)]) -> Option<Vec<Kind>> {
        let mut kinds = Vec::new();
        for (_, branch) in live {
            let types = self.types(branch);
            let [types] = types.as_slice() else { return None };
            if !self.lists(branch).is_empty() || !types.iter().all(|kind| kind.is_scalar()) {
                return None;
            }
            kinds.extend(
                types.iter().copied().filter(|kind| !kinds.contains(kind)).collect::<Vec<_>>(),
            );
        }
        Some(kinds)
    }

    /// Returns the alternatives with their types, if the types distinguish them and named rules can express the rest.
    fn by_kind(&mut self, live: &[(NodeId, Conjunction)]) -> Option<Vec<(Conjunction, Vec<Kind>)>> {
        const RULES: [&str; 12] = [
            "type",
            "nullable",
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "not",
        ];
        let mut found: Vec<(Conjunction, Vec<Kind>)> = Vec::new();
        for (_, branch) in live {
            let kinds = self.types(branch).into_iter().next()?;
            let is_taken = |kind: &Kind| {
                let mut others = found.iter().flat_map(|(_, kinds)| kinds);
                others.any(|other| kind.includes(*other) || other.includes(*kind))
            };
            let mut refused =
                branch.members.iter().filter(|id| self.view.get(**id, "not").is_some());
            if !self.uses_only(branch, &RULES)
                || kinds.iter().any(is_taken)
                || !refused.all(|&id| self.is_said_by_patterns(branch, id, "not"))
            {
                return None;
            }
            found.push((branch.clone(), kinds));
        }
        Some(found)
    }

    /// Returns a choice of shapes, if the type and keys of a value decide which one is meant. Otherwise returns
    /// `None`: the first shape that seems to fit would add its defaults and apply its rules.
    fn choice(
        &mut self,
        known: &mut Known,
        keyword: &str,
        live: &[(NodeId, Conjunction)],
        list: NodeId,
        depth: usize,
    ) -> Result<Option<Shape>> {
        let mut alternatives: Vec<Shape> = Vec::new();
        let mut needs_rule = false;
        let mut is_any = false;
        for (branch, _) in live {
            let Some(node) = self.node(&[*branch], &known.handled, depth + 1)? else { continue };
            known.nullable |= node.nullable;
            needs_rule |= !node.rules.is_empty();
            match node.shape {
                Shape::Choice { alternatives: more, exclusive: false } => alternatives.extend(more),
                shape @ (Shape::Scalar(_) | Shape::Map(_) | Shape::Array(_)) => {
                    alternatives.push(shape);
                }
                // A shape that needs its own annotation cannot be an alternative.
                Shape::Any(_) | Shape::Ref(_) | Shape::Union(..) | Shape::Choice { .. } => {
                    is_any = true;
                }
            }
        }
        let has_discriminator = has_discriminator(&alternatives);
        if is_any || !(self.manner.own || has_discriminator || are_apart(&alternatives)) {
            self.losses.add_checked(list, format!("alternatives of `{keyword}` cannot be told apart by types and keys: a rule checks them, they are not filled in"));
            known.origins.extend(self.origin(keyword, list));
            return Ok(None);
        }
        if needs_rule {
            known.ruled.push(list);
        }
        Ok(Some(match alternatives.len() {
            0 => return Ok(None),
            1 => alternatives.remove(0),
            _ if has_discriminator => Shape::Choice { exclusive: true, alternatives },
            _ => {
                let choice = |exclusive, alternatives| Shape::Choice { exclusive, alternatives };
                let exclusive = choice(keyword == "oneOf", alternatives.clone());
                // The example in the schema must fit one of the alternatives.
                if exclusive.fits(&exclusive.example()) {
                    exclusive
                } else {
                    // What fits several of them is refused by a rule.
                    if !known.ruled.contains(&list) {
                        known.ruled.push(list);
                    }
                    choice(false, alternatives)
                }
            }
        }))
    }

    /// Warns about keys that only the alternatives declare: they have no type in the result.
    fn warn_of_new_keys(
        &mut self,
        conjunction: &Conjunction,
        live: &[(NodeId, Conjunction)],
        list: NodeId,
    ) {
        let declares = |conjunction: &Conjunction, name: &str| {
            conjunction
                .all(self.view, "properties")
                .map(|value| self.view.node(value).id())
                .filter(|&value| self.view.type_of(value) == Type::Object)
                .any(|value| self.view.member(value, name).is_some())
        };
        let new = live.iter().find_map(|(_, branch)| {
            branch
                .all(self.view, "properties")
                .map(|value| self.view.node(value).id())
                .filter(|&value| self.view.type_of(value) == Type::Object)
                .flat_map(|value| self.view.members(value))
                .map(|member| self.view.name(member.key))
                .find(|name| !declares(conjunction, name))
        });
        if let Some(name) = new {
            let message =
                format!("only alternatives declare `{name}`: it has no type and is not filled in");
            self.losses.add(list, message);
        }
    }
}

/// Whether a value fits at most one of `shapes`, judged by its type and keys.
fn are_apart(shapes: &[Shape]) -> bool {
    shapes.iter().enumerate().all(|(at, shape)| {
        shapes[..at].iter().all(|other| match (shape, other) {
            (Shape::Map(left), Shape::Map(right)) => share_no_key(left, right),
            (Shape::Array(_), Shape::Array(_)) => false,
            // These types have no rules or defaults, so it does not matter which one is chosen.
            (Shape::Scalar(_) | Shape::Map(_) | Shape::Array(_), _) => true,
            _ => false,
        })
    })
}

fn share_no_key(left: &Map, right: &Map) -> bool {
    let is_closed = |map: &Map| {
        let is_open = |kind: &Key| matches!(kind, Key::Any | Key::Matching(_));
        !map.items.is_empty() && !map.items.iter().any(|item| is_open(&item.kind))
    };
    is_closed(left)
        && is_closed(right)
        && !left.items.iter().any(|item| right.items.iter().any(|other| other.key == item.key))
}
