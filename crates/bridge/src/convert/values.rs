//! Chooses defaults and the examples that represent types.

use std::rc::Rc;

use yardstick_yaml::NodeId;

use super::{Converter, DEFAULT_OF_ITSELF, Known, Result};
use crate::{
    condition::Condition,
    kind::Kind,
    literal::Literal,
    model::{Item, Key, Map, Node, Shape},
};

impl Converter<'_> {
    /// Returns a value of the scalar type `kind`: one that the schema mentions, if possible.
    pub(super) fn example(&self, known: &Known, kind: Kind) -> Literal {
        let view = self.view;
        let conjunction = &known.conjunction;
        let fitting = |value: Literal| -> Option<Literal> {
            match kind {
                Kind::Int => value.to_whole(),
                Kind::Number => value.to_float(),
                _ => (Kind::of(&value) == kind).then_some(value),
            }
        };
        let mentioned = conjunction
            .all(view, "default")
            .filter_map(|value| Literal::read(view, value).ok())
            .chain(known.values.iter().flatten().cloned())
            .chain(
                conjunction
                    .all(view, "examples")
                    .flat_map(|list| view.node(list).items().take(1))
                    .filter_map(|item| Literal::read(view, item.id()).ok()),
            )
            .find_map(fitting);
        mentioned.unwrap_or_else(|| match kind {
            Kind::Bool => Literal::Bool(false),
            Kind::Text => Literal::Text(String::new()),
            Kind::Int | Kind::Number => {
                let least = self.bounds(conjunction).into_iter().find(|(operator, bound)| {
                    *operator == ">=" && bound.number().is_some_and(|bound| bound > 0.0)
                });
                least.and_then(|(_, bound)| fitting(bound)).unwrap_or(if kind == Kind::Int {
                    Literal::Int(0)
                } else {
                    Literal::Float(0.0)
                })
            }
            Kind::Null | Kind::List | Kind::Map => Literal::Null,
        })
    }

    /// Returns a value of one of several scalar types: the first one that the schema mentions, if possible.
    pub(super) fn example_of(&self, known: &Known, kinds: &[Kind]) -> Literal {
        let said = known.conjunction.first(self.view, "default");
        let said = said.and_then(|value| Literal::read(self.view, value).ok());
        let is_one = |kind: &&Kind| said.as_ref().is_some_and(|said| kind.includes(Kind::of(said)));
        let kind = kinds.iter().find(is_one).or(kinds.first());
        kind.map_or(Literal::Null, |kind| self.example(known, *kind))
    }

    /// Determines the default of `node`, and whether the node has a value if the user gives none.
    pub(super) fn default(&mut self, known: &Known, node: &mut Node) {
        let said = known.conjunction.first(self.view, "default");
        if let Some(place) = said {
            match Literal::read(self.view, place) {
                Ok(value) => self.given_default(place, value, node),
                Err(reason) => self.losses.add(place, format!("the default is left out: {reason}")),
            }
        }
        node.is_constant = matches!(node.shape, Shape::Scalar(_))
            && known.values.as_ref().is_some_and(|values| values.len() == 1);
        node.fills = node.is_filled();
    }

    fn given_default(&mut self, place: NodeId, value: Literal, node: &mut Node) {
        let value = coerce(&node.shape, value);
        if value == Literal::Null && self.manner.own && !node.nullable {
            // The user must give a value: the key is listed as required.
            if matches!(node.shape, Shape::Any(_)) {
                node.default = Some(value);
            }
            return;
        }
        if !node.accepts(&value) {
            self.losses.add(place, "the default is left out: it is not of the type");
            return;
        }
        if node.shape.reaches_itself(&value) {
            self.losses.add(place, DEFAULT_OF_ITSELF);
            return;
        }
        node.default = Some(value);
    }

    /// Removes the default of `node` if it violates `schemas`: a schema must not reject its own default. A map may
    /// then have no default of its own and be filled by its parts.
    pub(super) fn keep_sound(&mut self, schemas: &[NodeId], node: &mut Node) -> Result<()> {
        if !node.fills {
            return Ok(());
        }
        if self.manner.own {
            return self.try_default(schemas, node);
        }
        match self.breaks(schemas, node)? {
            Some(false) => return Ok(()),
            // The default may be valid, so keep it and warn.
            None => return self.try_default(schemas, node),
            Some(true) => {}
        }
        self.keep_together(schemas, node)?;
        if self.breaks(schemas, node)? == Some(false) {
            return Ok(());
        }
        if node.default.take().is_some() {
            let conjunction = self.conjunction(schemas)?;
            if let Some(place) = conjunction.first(self.view, "default") {
                self.losses.add(place, "the default is left out: it breaks a rule of its schema");
            }
            if let Shape::Scalar(example) = &node.shape {
                node.shape = Shape::Scalar(self.other_example(schemas, example)?);
            }
            node.fills = node.is_filled();
        }
        if node.fills && self.breaks(schemas, node)? != Some(false) {
            node.fills = false;
            node.is_unsound = true;
        }
        Ok(())
    }

    /// Removes defaults of keys that together violate what `schemas` require of the map. Each one alone is valid, and
    /// the keys are optional.
    pub(super) fn keep_together(&mut self, schemas: &[NodeId], node: &mut Node) -> Result<()> {
        /// The maximum number of keys to try.
        const TRIED: usize = 100;
        let (Shape::Map(map), None, false) = (&node.shape, &node.default, self.manner.own) else {
            return Ok(());
        };
        if self.breaks(schemas, node)? != Some(true) {
            return Ok(());
        }
        // A map without its own default is filled by its parts.
        let fills = |item: &Item| item.kind == Key::Named && item.node.fills && !item.node.required;
        let tried = (0..map.items.len()).filter(|&at| fills(&map.items[at])).take(TRIED);
        let tried: Vec<usize> = tried.collect();
        // One key is enough as a rule; if not, as few as it takes.
        let mut left_out = None;
        for &at in &tried {
            if self.is_sound_without(schemas, node, &[at])? {
                left_out = Some(vec![at]);
                break;
            }
        }
        if left_out.is_none() && tried.len() > 1 && self.is_sound_without(schemas, node, &tried)? {
            let mut fewest = tried.clone();
            for at in tried {
                let fewer: Vec<usize> = fewest.iter().copied().filter(|&one| one != at).collect();
                if self.is_sound_without(schemas, node, &fewer)? {
                    fewest = fewer;
                }
            }
            left_out = Some(fewest);
        }
        let Some(left_out) = left_out else { return Ok(()) };
        let without = without_defaults(node, &left_out);
        let (Some(&place), Shape::Map(map)) = (schemas.first(), &without.shape) else {
            return Ok(());
        };
        for at in left_out {
            let key = &map.items[at].key;
            let message = format!("the default of `{key}` is left out: with it a rule is broken");
            self.losses.add(place, message);
        }
        *node = without;
        Ok(())
    }

    /// Whether `node`, a map, fills in nothing that `schemas` refuse once the keys at these positions may be missing.
    fn is_sound_without(
        &mut self,
        schemas: &[NodeId],
        node: &Node,
        positions: &[usize],
    ) -> Result<bool> {
        Ok(self.breaks(schemas, &without_defaults(node, positions))? == Some(false))
    }

    /// A value of the type of `example` that keeps what `schemas` ask, if one is near at hand.
    fn other_example(&mut self, schemas: &[NodeId], example: &Literal) -> Result<Literal> {
        let zero = match example {
            Literal::Bool(value) => Literal::Bool(!value),
            Literal::Int(_) => Literal::Int(0),
            Literal::Float(_) => Literal::Float(0.0),
            _ => Literal::Text(String::new()),
        };
        let Some(condition) = self.trial(schemas, None)? else { return Ok(zero) };
        let conjunction = self.conjunction(schemas)?;
        let listed = ["enum", "const"].iter().flat_map(|word| conjunction.all(self.view, word));
        let listed = listed.filter_map(|place| Literal::read(self.view, place).ok());
        let listed = listed.flat_map(|value| match value {
            Literal::List(values) => values,
            one => vec![one],
        });
        let bounds = self.bounds(&conjunction).into_iter().map(|(_, bound)| bound);
        let shape = Shape::Scalar(example.clone());
        let found = [zero.clone()]
            .into_iter()
            .chain(listed)
            .chain(bounds)
            .map(|value| coerce(&shape, value))
            .find(|value| shape.fits(value) && condition.holds(value) == Some(true));
        Ok(found.unwrap_or(zero))
    }

    /// Records a schema whose value, if the user gives none, violates `schemas`. Then the user must give a value.
    pub(super) fn try_default(&mut self, schemas: &[NodeId], node: &Node) -> Result<()> {
        if self.breaks(schemas, node)? != Some(false) {
            self.doubtful.extend(schemas.first());
        }
        Ok(())
    }

    /// Whether the value that applies if the user gives none violates `schemas`. Returns `None` if that cannot be
    /// decided.
    fn breaks(&mut self, schemas: &[NodeId], node: &Node) -> Result<Option<bool>> {
        let is_ruled = !node.rules.is_empty();
        let is_choice = matches!(node.shape, Shape::Choice { .. });
        if node.required || (node.default.is_none() && !is_ruled && !is_choice) {
            return Ok(Some(false));
        }
        let value = node.filled();
        if node.default.is_none() && !is_choice && node.shape.lacks(&value) {
            // A value inside is required, and an explicit rule enforces that.
            return Ok(Some(false));
        }
        if value == Literal::Null && node.nullable {
            return Ok(Some(false));
        }
        if (node.default.is_some() || is_choice) && node.shape.lacks(&value) {
            return Ok(Some(true));
        }
        if !node.keeps_rules(&value) {
            return Ok(Some(true));
        }
        let trial = self.trial(schemas, Some(&value))?;
        Ok(trial.and_then(|condition| condition.holds(&value)).map(|holds| !holds))
    }

    /// What `schemas` ask, to try values with; only what concerns `value`, if one is given.
    pub(super) fn trial(
        &mut self,
        schemas: &[NodeId],
        value: Option<&Literal>,
    ) -> Result<Option<Condition>> {
        self.tries = 0;
        self.tried = value.cloned();
        self.is_trying = true;
        // A test must not report inferred types.
        let untyped = std::mem::take(&mut self.untyped);
        let condition = self.condition(schemas, 0);
        self.untyped = untyped;
        self.is_trying = false;
        self.tried = None;
        condition
    }
}

/// Returns `node`, a map, with the keys at these positions made optional.
fn without_defaults(node: &Node, positions: &[usize]) -> Node {
    let Shape::Map(map) = &node.shape else { return node.clone() };
    let mut fewer = Map { definition: None, ..Map::clone(map) };
    for &at in positions {
        let item = &mut fewer.items[at];
        item.kind = Key::Optional;
        item.node.default = None;
        item.node.fills = false;
    }
    Node { shape: Shape::Map(Rc::new(fewer)), ..node.clone() }
}

/// Returns `value` with numbers in the form that `shape` requires: to JSON Schema, `1.0` is an integer.
pub(crate) fn coerce(shape: &Shape, value: Literal) -> Literal {
    match (shape, value) {
        (Shape::Scalar(Literal::Int(_)), value @ Literal::Float(_)) => {
            value.to_whole().unwrap_or(value)
        }
        (Shape::Scalar(Literal::Float(_)), value @ Literal::Int(_)) => {
            value.to_float().unwrap_or(value)
        }
        (Shape::Array(item), Literal::List(values)) => {
            Literal::List(values.into_iter().map(|value| coerce(&item.shape, value)).collect())
        }
        (Shape::Map(map), Literal::Map(members)) => {
            let member = |(key, value): (String, Literal)| {
                let value = match map.item_for(&key) {
                    Some(item) => coerce(&item.node.shape, value),
                    None => value,
                };
                (key, value)
            };
            Literal::Map(members.into_iter().map(member).collect())
        }
        (_, value) => value,
    }
}
