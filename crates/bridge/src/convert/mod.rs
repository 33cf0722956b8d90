//! Converts JSON Schema to a schema by example.
//!
//! [`Converter::node`] collects everything that applies to a value ([`Conjunction`]), determines its type, and builds
//! the most precise type by example. What examples cannot express becomes a rule, made from a
//! [`Condition`](crate::condition::Condition). What neither can express is reported as a loss.

mod alternatives;
mod conditions;
mod kinds;
mod map;
mod rules;
mod values;
mod words;

use std::{collections::BTreeSet, rc::Rc};

use rustc_hash::{FxHashMap, FxHashSet};
use yardstick_diagnostics::{Diagnostic, Span, codes};
use yardstick_yaml::{NodeId, json::View};

pub(crate) use self::values::coerce;
use crate::{
    conjunction::Conjunction,
    kind::Kind,
    literal::Literal,
    losses::Losses,
    model::{Map, Model, Node, Shape, Words},
    references::References,
    remarks::Remarks,
    select::Manner,
};

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// The maximum nesting depth of the result.
const MAX_DEPTH: usize = 100;
/// The maximum number of nodes in the result, with all references expanded.
const MAX_SIZE: usize = 100_000;

/// Why a default is left out that would hold itself.
const DEFAULT_OF_ITSELF: &str = "the default is left out: it is of a shape that contains itself";

/// A conversion under way.
pub(crate) struct Converter<'v> {
    view: &'v View,
    references: References<'v>,
    manner: Manner,
    pub(crate) losses: Losses<'v>,
    /// The schemas being converted. A reference to one of these is recursive.
    active: FxHashSet<Vec<NodeId>>,
    /// Maps of definitions, by the schemas that they are made from.
    definitions: FxHashMap<Vec<NodeId>, Rc<Map>>,
    uses: Vec<usize>,
    /// Recursive shapes: the schemas that they are made from, their name, and the result.
    shapes: Vec<(Vec<NodeId>, String, Option<Node>)>,
    functions: Vec<(String, String)>,
    built: usize,
    steps: usize,
    /// The number of schemas visited for the current condition.
    tries: usize,
    /// Whether the current condition is only for testing a default, not for a rule.
    is_trying: bool,
    /// The value that is tried, where the condition under way applies.
    tried: Option<Literal>,
    /// The types of the value whose rules are being made.
    subject: Vec<Kind>,
    /// Limits on lengths, which JSON Schema counts in characters and rules count in bytes: how many there are, and
    /// the first.
    pub(crate) lengths: (usize, Option<Span>),
    /// Schemas without `type` whose type was inferred from their keywords.
    pub(crate) untyped: BTreeSet<NodeId>,
    /// Schemas that reject, or may reject, their own default.
    pub(crate) doubtful: Vec<NodeId>,
    pub(crate) remarks: Remarks,
}

/// What is known about a node before its shape is determined.
struct Known {
    conjunction: Conjunction,
    /// Lists of alternatives that have been converted.
    handled: Vec<NodeId>,
    nullable: bool,
    /// The allowed types; `None` if all are.
    kinds: Option<Vec<Kind>>,
    /// The allowed values.
    values: Option<Vec<Literal>>,
    /// Lists of alternatives that only a rule can express.
    ruled: Vec<NodeId>,
    /// Alternatives with different types, each with its types. Their rules can be combined.
    by_kind: Vec<(Conjunction, Vec<Kind>)>,
    /// Comments that quote what is lost.
    origins: Vec<String>,
}

impl<'v> Converter<'v> {
    pub(crate) fn new(view: &'v View, schema: NodeId, manner: Manner) -> Self {
        Self {
            view,
            references: References::new(view, schema),
            manner,
            losses: Losses::new(view),
            active: FxHashSet::default(),
            definitions: FxHashMap::default(),
            uses: Vec::new(),
            shapes: Vec::new(),
            functions: Vec::new(),
            built: 0,
            steps: 0,
            tries: 0,
            is_trying: false,
            tried: None,
            subject: Vec::new(),
            lengths: (0, None),
            untyped: BTreeSet::new(),
            doubtful: Vec::new(),
            remarks: Remarks::default(),
        }
    }

    /// Converts the whole of `schema`. Returns `None` if no value can satisfy it.
    pub(crate) fn model(&mut self, schema: NodeId) -> Result<Option<Model>> {
        let Some(mut root) = self.node(&[schema], &[], 0)? else { return Ok(None) };
        if root.nullable {
            self.losses.add(schema, "the root allows null, but data values must not be null");
            root.nullable = false;
            root.default.take_if(|default| *default == Literal::Null);
        }
        root.words.deprecated = None;
        if root.default.is_some() {
            self.keep_sound(&[schema], &mut root)?;
        }
        self.keep_together(&[schema], &mut root)?;
        self.try_default(&[schema], &root)?;
        let functions = std::mem::take(&mut self.functions);
        let shapes = std::mem::take(&mut self.shapes);
        let shapes = shapes.into_iter().map(|(_, name, node)| (name, node)).collect();
        let mut model = Model { root, functions, uses: std::mem::take(&mut self.uses), shapes };
        if model.document_shape().is_none() {
            model.unfold_root();
        }
        Ok(Some(model))
    }

    fn conjunction(&mut self, schemas: &[NodeId]) -> Result<Conjunction> {
        let view = self.view;
        let conjunction = Conjunction::new(view, &self.references, schemas, &mut self.steps)?;
        self.remarks.beside_references.extend(conjunction.ignored(view));
        Ok(conjunction)
    }

    /// Creates the node for values that satisfy all of `schemas`. Returns `None` if there are no such values. Skips
    /// the lists of alternatives in `handled`.
    fn node(
        &mut self,
        schemas: &[NodeId],
        handled: &[NodeId],
        depth: usize,
    ) -> Result<Option<Node>> {
        let conjunction = self.conjunction(schemas)?;
        self.count(1, schemas)?;
        if conjunction.never.is_some() {
            return Ok(None);
        }
        let key = conjunction.key(self.view);
        let place = schemas.first().copied().unwrap_or(NodeId(0));
        if depth > MAX_DEPTH {
            self.losses.add(
                place,
                format!("it is nested deeper than {MAX_DEPTH} levels: anything is accepted"),
            );
            return Ok(Some(self.anything(&conjunction)));
        }
        // Converting an alternative together with the schema around it is not recursion, so `handled` is part of the
        // key.
        let key = [key.as_slice(), &[NodeId(u32::MAX)], handled].concat();
        if let Some(number) = self.number_of_shape(&key)
            && let Some(node) = self.known_shape(number, &conjunction)
        {
            return Ok(Some(node));
        }
        if key.len() > 1 + handled.len() && !self.active.insert(key.clone()) {
            if let Some(place) = conjunction.first(self.view, "default")
                && Literal::read(self.view, place).is_ok_and(|value| !value.is_scalar())
            {
                self.losses.add(place, DEFAULT_OF_ITSELF);
            }
            return Ok(Some(self.reference(key, &conjunction)));
        }
        let node = self.known_node(schemas, conjunction.clone(), handled, depth);
        self.active.remove(&key);
        let mut node = node?;
        if let Some(number) = self.number_of_shape(&key)
            && let Some(shape) = node
        {
            self.take_shape(number, schemas, shape)?;
            node = self.known_shape(number, &conjunction);
        }
        if let Some(node) = &node {
            self.limit(node.size, schemas)?;
        }
        Ok(node)
    }

    fn known_node(
        &mut self,
        schemas: &[NodeId],
        conjunction: Conjunction,
        handled: &[NodeId],
        depth: usize,
    ) -> Result<Option<Node>> {
        let mut known = Known {
            nullable: conjunction.is_set(self.view, "nullable"),
            kinds: None,
            values: None,
            ruled: Vec::new(),
            by_kind: Vec::new(),
            origins: Vec::new(),
            handled: handled.to_vec(),
            conjunction,
        };
        match self.alternatives(schemas, &mut known, depth)? {
            alternatives::Outcome::Go => {}
            alternatives::Outcome::Never => return Ok(None),
            alternatives::Outcome::Node(node) => return Ok(Some(*node)),
            alternatives::Outcome::Shape(shape) => {
                return self.finish(&known, shape).map(Some);
            }
        }
        if !self.kinds(&mut known) {
            return Ok(None);
        }
        let shape = self.shape(&mut known, depth)?;
        self.finish(&known, shape).map(Some)
    }

    /// Determines the type by example.
    fn shape(&mut self, known: &mut Known, depth: usize) -> Result<Shape> {
        let kinds = known.kinds.clone().unwrap_or_default();
        let collections: Vec<Kind> =
            kinds.iter().copied().filter(|kind| !kind.is_scalar()).collect();
        Ok(match (kinds.as_slice(), collections.as_slice()) {
            ([], _) | (_, [_, _, ..]) => Shape::Any(Literal::Null),
            ([Kind::Null], _) => Shape::Union(vec![Kind::Null], None, Literal::Null),
            ([Kind::List], _) => self.array(known, depth)?,
            ([Kind::Map], _) => Shape::Map(self.map(known, depth)?),
            ([only], _) => Shape::Scalar(self.example(known, *only)),
            (several, collections) => {
                let names = several.iter().copied().filter(|kind| kind.is_scalar()).collect();
                let inferred = match collections {
                    [Kind::List] => Some(Box::new(self.array(known, depth)?)),
                    [Kind::Map] => Some(Box::new(Shape::Map(self.map(known, depth)?))),
                    _ => None,
                };
                let example = match &inferred {
                    Some(shape) => shape.example(),
                    None => self.example_of(known, several),
                };
                Shape::Union(names, inferred, example)
            }
        })
    }

    /// Adds the default, documentation and rules to the shape.
    fn finish(&mut self, known: &Known, shape: Shape) -> Result<Node> {
        let mut node = Node::new(shape);
        node.nullable = known.nullable && !matches!(node.shape, Shape::Any(_));
        node.rules = self.rules(known, &node.shape)?;
        node.words = self.words(&known.conjunction, &node);
        node.words.comments.append(&mut node.rules.origins);
        self.default(known, &mut node);
        Ok(node)
    }

    fn number_of_shape(&self, key: &[NodeId]) -> Option<usize> {
        self.shapes.iter().position(|(known, ..)| *known == key)
    }

    /// Returns a node that refers to the shape being created from `key`.
    fn reference(&mut self, key: Vec<NodeId>, conjunction: &Conjunction) -> Node {
        let number = self.number_of_shape(&key).unwrap_or_else(|| {
            let name = conjunction.name.clone().filter(|name| !name.is_empty());
            self.shapes.push((key, name.unwrap_or_else(|| "shape".to_owned()), None));
            self.shapes.len() - 1
        });
        let mut node = self.anything(conjunction);
        node.shape = Shape::Ref(number);
        node.words.examples.clear();
        node
    }

    /// Stores `shape` under the number that its inner nodes refer to.
    fn take_shape(&mut self, number: usize, schemas: &[NodeId], mut shape: Node) -> Result<()> {
        // The nodes that refer to it have their own defaults.
        shape.default = None;
        shape.fills = shape.is_filled();
        self.keep_sound(schemas, &mut shape)?;
        // The nodes that refer to it have their own descriptions.
        shape.words = Words { examples: shape.words.examples, ..Words::default() };
        self.shapes[number].2 = Some(shape);
        Ok(())
    }

    /// Returns a node that refers to the shape with this number, if the shape is complete.
    fn known_shape(&mut self, number: usize, conjunction: &Conjunction) -> Option<Node> {
        let (key, _, shape) = &self.shapes[number];
        let shape = shape.clone()?;
        let (nullable, fills) = (shape.nullable, shape.fills);
        let mut node = self.reference(key.clone(), conjunction);
        node.nullable = nullable;
        if let Some(place) = conjunction.first(self.view, "default")
            && let Ok(value) = Literal::read(self.view, place)
        {
            let value = coerce(&shape.shape, value);
            if shape.accepts(&value) {
                node.default = Some(value);
            } else {
                self.losses.add(place, "the default is left out: it is not of the type");
            }
        }
        node.fills = fills || node.is_filled();
        Some(node)
    }

    /// Returns a node that accepts anything, with its documentation.
    fn anything(&mut self, conjunction: &Conjunction) -> Node {
        let mut node = Node::any();
        node.words = self.words(conjunction, &node);
        node
    }

    fn count(&mut self, nodes: usize, schemas: &[NodeId]) -> Result<()> {
        self.built += nodes;
        self.limit(self.built, schemas)
    }

    fn limit(&self, size: usize, schemas: &[NodeId]) -> Result<()> {
        if size <= MAX_SIZE {
            return Ok(());
        }
        let message = format!(
            "the schema has more than {MAX_SIZE} values once all references are written out"
        );
        let problem = Diagnostic::error(codes::SCHEMA_TOO_LARGE, message).note(
            "--type imports a part of it: a definition, or a pointer such as #/properties/spec",
        );
        Err(Box::new(match schemas.first() {
            Some(&place) => problem.at(self.view.written(place).content_span()),
            None => problem,
        }))
    }
}
