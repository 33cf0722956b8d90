//! Determines which types a value may have.

use yardstick_yaml::{NodeId, NodeRef, json::Type};

use super::{Converter, Known};
use crate::{conjunction::Conjunction, kind::Kind, literal::Literal};

/// Keywords that apply to one type only, by type.
const FAMILIES: [(Kind, &[&str]); 4] = [
    (
        Kind::Map,
        &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "unevaluatedProperties",
            "x-kubernetes-embedded-resource",
        ],
    ),
    (
        Kind::List,
        &[
            "items",
            "prefixItems",
            "contains",
            "minItems",
            "maxItems",
            "uniqueItems",
            "unevaluatedItems",
        ],
    ),
    (Kind::Text, &["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"]),
    (Kind::Number, &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
];

impl Converter<'_> {
    /// Determines the allowed types and values, and whether null is allowed. Returns false if nothing is left.
    pub(super) fn kinds(&mut self, known: &mut Known) -> bool {
        let conjunction = known.conjunction.clone();
        let mut kinds = known.kinds.take();
        for list in self.types(&conjunction) {
            kinds = Some(match kinds {
                None => list,
                Some(kinds) => common(&kinds, &list),
            });
        }
        self.values(&conjunction, known);
        if let Some(values) = &mut known.values {
            if let Some(kinds) = &kinds {
                values.retain(|value| {
                    kinds.iter().any(|kind| kind.includes(Kind::of(value)))
                        || (known.nullable && *value == Literal::Null)
                });
            }
            let found = distinct(values.iter().map(Kind::of));
            kinds = Some(match kinds {
                None => found,
                // The number `1` may be a `number` as well.
                Some(kinds) => kinds
                    .into_iter()
                    .filter(|kind| found.iter().any(|one| kind.includes(*one)))
                    .collect(),
            });
        }
        if kinds.is_none() {
            kinds = self.family(&conjunction);
        }
        if let Some(kinds) = &mut kinds {
            if kinds.contains(&Kind::Number) {
                kinds.retain(|kind| *kind != Kind::Int);
            }
            if kinds.is_empty() && !known.nullable {
                let place = conjunction.first(self.view, "type");
                let place = place.or(conjunction.members.first().copied()).unwrap_or(NodeId(0));
                self.losses.add(place, "no value fits: types or values exclude each other");
                return false;
            }
            if kinds.contains(&Kind::Null) && kinds.len() > 1 {
                kinds.retain(|kind| *kind != Kind::Null);
                known.nullable = true;
            } else if kinds.is_empty() {
                kinds.push(Kind::Null);
            }
        }
        if let Some(values) = &mut known.values {
            values.retain(|value| *value != Literal::Null);
        }
        known.kinds = kinds;
        true
    }

    /// Returns the types that each member allows.
    pub(super) fn types(&mut self, conjunction: &Conjunction) -> Vec<Vec<Kind>> {
        let mut all = Vec::new();
        for value in conjunction.all(self.view, "type").collect::<Vec<_>>() {
            let node = self.view.node(value);
            let words = match self.view.type_of(node.id()) {
                Type::String => vec![node],
                _ => node.items().map(yardstick_yaml::NodeRef::dereferenced).collect(),
            };
            let mut kinds = Vec::new();
            for word in words {
                if let Some(kind) = Kind::from_name(word.text()) {
                    kinds.push(kind);
                } else {
                    let text = word.text();
                    self.losses.add(value, format!("there is no type `{text}`"));
                }
            }
            if !kinds.is_empty() {
                all.push(distinct(kinds));
            }
        }
        if conjunction.is_set(self.view, "x-kubernetes-int-or-string") {
            all.push(vec![Kind::Int, Kind::Text]);
        }
        all
    }

    /// Adds the values that `enum` and `const` allow.
    fn values(&mut self, conjunction: &Conjunction, known: &mut Known) {
        let mut lists = Vec::new();
        for value in conjunction.all(self.view, "enum").collect::<Vec<_>>() {
            let items: Vec<NodeId> = self.view.node(value).items().map(NodeRef::id).collect();
            let values: Vec<_> = items.iter().map(|&id| Literal::read(self.view, id)).collect();
            if let Some(reason) = values.iter().find_map(|value| value.as_ref().err()) {
                self.losses.add(value, format!("`enum` is not kept: {reason}"));
            } else {
                lists.push(values.into_iter().flatten().collect::<Vec<_>>());
            }
        }
        for value in conjunction.all(self.view, "const").collect::<Vec<_>>() {
            match Literal::read(self.view, value) {
                Ok(value) => lists.push(vec![value]),
                Err(reason) => self.losses.add(value, format!("`const` is not kept: {reason}")),
            }
        }
        for list in lists {
            known.values = Some(match known.values.take() {
                None => list,
                Some(values) => values
                    .into_iter()
                    .filter(|one| list.iter().any(|other| other.same(one)))
                    .collect(),
            });
        }
    }

    /// Infers the type from the keywords in use, if they all apply to one type.
    pub(super) fn family(&mut self, conjunction: &Conjunction) -> Option<Vec<Kind>> {
        let concerned = |(kind, keywords): &(Kind, &'static [&'static str])| {
            let used = keywords.iter().find(|word| conjunction.has(self.view, word));
            used.map(|word| (*kind, *word))
        };
        let found: Vec<(Kind, &str)> = FAMILIES.iter().filter_map(concerned).collect();
        let [(kind, keyword)] = found[..] else { return None };
        let place = conjunction.first(self.view, keyword)?;
        self.untyped.insert(place);
        Some(vec![kind])
    }
}

/// Returns the types that both lists allow.
fn common(left: &[Kind], right: &[Kind]) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for &kind in left {
        if right.iter().any(|other| other.includes(kind)) {
            kinds.push(kind);
        } else if let Some(&narrow) = right.iter().find(|other| kind.includes(**other)) {
            kinds.push(narrow);
        }
    }
    distinct(kinds)
}

fn distinct(kinds: impl IntoIterator<Item = Kind>) -> Vec<Kind> {
    let mut found = Vec::new();
    for kind in kinds {
        if !found.contains(&kind) {
            found.push(kind);
        }
    }
    found
}
