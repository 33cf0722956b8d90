//! The model of the schema to write: types by example with their annotations.

use std::rc::Rc;

use yardstick_re2::is_match;
use yardstick_schema::{
    Allowed, Choice, Count, Declaration, KeyPattern, MapType, OpenKeys, Type, Union,
    rules::{RuleKind, registry},
};
use yardstick_template::tree::{MapItem, Position, Yaml};

use crate::{kind::Kind, literal::Literal};

/// A value of the schema: its shape, rules and documentation.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) shape: Shape,
    /// Whether null is allowed. Null is then the default unless there is another.
    pub(crate) nullable: bool,
    /// Whether users must give a value.
    pub(crate) required: bool,
    /// The default, if it differs from the example.
    pub(crate) default: Option<Literal>,
    pub(crate) words: Words,
    pub(crate) rules: Rules,
    /// Whether only one value is allowed.
    pub(crate) is_constant: bool,
    /// Whether the node has a value if the user gives none.
    pub(crate) fills: bool,
    /// Whether the defaults of its parts violate one of its own rules.
    pub(crate) is_unsound: bool,
    /// The number of nodes with all references expanded.
    pub(crate) size: usize,
}

/// The type of a value.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A boolean, number or string, given by an example.
    Scalar(Literal),
    /// One of several named types, possibly with a map or array as well, and the example.
    Union(Vec<Kind>, Option<Box<Shape>>, Literal),
    /// An array, given by its item.
    Array(Box<Node>),
    Map(Rc<Map>),
    /// A recursive shape, by its number.
    Ref(usize),
    /// Anything, with the value to write.
    Any(Literal),
    /// At least one of several shapes, or exactly one.
    Choice {
        exclusive: bool,
        alternatives: Vec<Shape>,
    },
}

/// The keys of a map, and their values.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) items: Vec<Item>,
    /// The number and name of the definition that the map comes from, if there is one.
    pub(crate) definition: Option<(usize, String)>,
    pub(crate) size: usize,
}

/// A key of a map.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) key: String,
    /// Whether the key is not a string and is written unquoted: `80`, `true`.
    pub(crate) is_plain: bool,
    pub(crate) kind: Key,
    pub(crate) node: Node,
}

/// The keys that an item is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// The named key, which is always present.
    Named,
    /// The named key, which is optional.
    Optional,
    /// All keys that match the regular expression.
    Matching(String),
    /// All other keys.
    Any,
    /// The named key, which must be absent.
    Refused,
}

/// The documentation of a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    /// Example values with their descriptions.
    pub(crate) examples: Vec<(Option<String>, Literal)>,
    /// The deprecation notice.
    pub(crate) deprecated: Option<String>,
    /// Whether the value is a secret that must not be shown.
    pub(crate) secret: bool,
    /// Template comments to write.
    pub(crate) comments: Vec<String>,
}

/// The rules that a value must satisfy.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// Registered rules with their arguments.
    pub(crate) named: Vec<(&'static RuleKind, Yaml)>,
    /// Functions, as pairs of a description and a name.
    pub(crate) functions: Vec<(String, String)>,
    /// The text of what could not be turned into a rule.
    pub(crate) origins: Vec<String>,
}

impl Rules {
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty() && self.functions.is_empty()
    }

    /// Whether the rule called `name` is present.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.named.iter().any(|(kind, _)| kind.name == name)
    }

    /// Adds the rule called `name`.
    pub(crate) fn add(&mut self, name: &str, argument: Yaml) {
        if let Some(kind) = registry::find(name) {
            self.add_kind(kind, argument);
        }
    }

    /// Adds a rule. Of two rules of the same kind, keeps only the stricter one, if one is stricter.
    pub(crate) fn add_kind(&mut self, kind: &'static RuleKind, argument: Yaml) {
        for (_, known) in self.named.iter_mut().filter(|(known, _)| known.name == kind.name) {
            if let Some(tighter) = kind.tighter(known, &argument) {
                *known = tighter.clone();
                return;
            }
        }
        self.named.push((kind, argument));
    }
}

/// A whole document.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) root: Node,
    /// Functions of rules, as pairs of a name and an expression over `v`.
    pub(crate) functions: Vec<(String, String)>,
    /// The number of uses of each definition.
    pub(crate) uses: Vec<usize>,
    /// Recursive shapes, each with a name.
    pub(crate) shapes: Vec<(String, Option<Node>)>,
}

impl Model {
    /// Returns the number of the shape that the whole document consists of, if there is one and it is a map without
    /// annotations.
    pub(crate) fn document_shape(&self) -> Option<usize> {
        let Shape::Ref(number) = self.root.shape else { return None };
        self.is_fragment(number).then_some(number)
    }

    /// Whether a named shape is a map that needs no annotations.
    pub(crate) fn is_fragment(&self, number: usize) -> bool {
        let shape = self.shapes.get(number).and_then(|(_, node)| node.as_ref());
        shape.is_some_and(|node| {
            let is_map = matches!(&node.shape, Shape::Map(map) if !map.items.is_empty());
            is_map && node.rules.is_empty() && node.words.examples.is_empty()
        })
    }

    /// Expands the shape that the whole document consists of, because a document cannot refer to a shape.
    pub(crate) fn unfold_root(&mut self) {
        if let Shape::Ref(number) = self.root.shape {
            let shape = self.shapes.get(number).and_then(|(_, node)| node.clone());
            let words = std::mem::take(&mut self.root.words);
            self.root = Node { nullable: false, words, ..shape.unwrap_or_else(Node::any) };
        }
    }

    /// Whether it is a named shape that may be null. The nodes that refer to it must allow null.
    pub(crate) fn is_nullable_shape(&self, shape: &Shape) -> bool {
        let Shape::Ref(number) = shape else { return false };
        self.shapes
            .get(*number)
            .is_some_and(|(_, node)| node.as_ref().is_some_and(|node| node.nullable))
    }
}

impl Node {
    /// Creates a node of this shape without any annotations.
    pub(crate) fn new(shape: Shape) -> Self {
        let size = shape.size();
        Self {
            shape,
            nullable: false,
            required: false,
            default: None,
            words: Words::default(),
            rules: Rules::default(),
            is_constant: false,
            fills: false,
            is_unsound: false,
            size,
        }
    }

    /// Creates a node that accepts anything.
    pub(crate) fn any() -> Self {
        Self::new(Shape::Any(Literal::Null))
    }
}

impl Shape {
    fn size(&self) -> usize {
        match self {
            Shape::Scalar(_) | Shape::Any(_) | Shape::Ref(_) | Shape::Union(_, None, _) => 1,
            Shape::Union(_, Some(inferred), _) => inferred.size(),
            Shape::Array(item) => item.size,
            Shape::Map(map) => map.size,
            Shape::Choice { alternatives, .. } => {
                alternatives.iter().map(Shape::size).fold(1, usize::saturating_add)
            }
        }
    }

    /// Returns a value that fits. It is written where there is no default.
    pub(crate) fn example(&self) -> Literal {
        match self {
            Shape::Scalar(value) | Shape::Union(_, _, value) | Shape::Any(value) => value.clone(),
            Shape::Array(_) => Literal::List(Vec::new()),
            Shape::Map(_) => Literal::Map(Vec::new()),
            Shape::Ref(_) => Literal::Null,
            Shape::Choice { alternatives, .. } => match alternatives.first() {
                // Include what distinguishes this shape from the others.
                Some(Shape::Map(map)) => {
                    let constant = map.items.iter().filter(|item| item.is_constant());
                    Literal::Map(
                        constant
                            .map(|item| (item.key.clone(), item.node.shape.example()))
                            .collect(),
                    )
                }
                first => first.map_or(Literal::Null, Shape::example),
            },
        }
    }

    /// Returns `value` with the missing keys added.
    fn fill(&self, value: Literal) -> Literal {
        match (self, value) {
            (Shape::Map(map), Literal::Map(mut members)) => {
                for (key, value) in &mut members {
                    if let Some(item) = map.item_for(key) {
                        *value = item.node.shape.fill(std::mem::replace(value, Literal::Null));
                    }
                }
                for item in map.items.iter().filter(|item| item.kind == Key::Named) {
                    if !members.iter().any(|(key, _)| *key == item.key) {
                        members.push((item.key.clone(), item.node.filled()));
                    }
                }
                Literal::Map(members)
            }
            (Shape::Array(item), Literal::List(values)) => {
                Literal::List(values.into_iter().map(|value| item.shape.fill(value)).collect())
            }
            (Shape::Union(_, Some(inferred), _), value) => inferred.fill(value),
            (Shape::Choice { alternatives, .. }, value) => match chosen(alternatives, &value) {
                Some(shape) => shape.fill(value),
                None => value,
            },
            (_, value) => value,
        }
    }

    /// Whether `value`, with all defaults filled in, has a null where a value is required.
    pub(crate) fn lacks(&self, value: &Literal) -> bool {
        let node_lacks = |node: &Node, value: &Literal| {
            (node.required && *value == Literal::Null) || node.shape.lacks(value)
        };
        match (self, value) {
            (Shape::Map(map), Literal::Map(members)) => members.iter().any(|(key, value)| {
                map.item_for(key).is_some_and(|item| node_lacks(&item.node, value))
            }),
            (Shape::Array(item), Literal::List(values)) => {
                values.iter().any(|value| node_lacks(item, value))
            }
            (Shape::Union(_, Some(inferred), _), value) => inferred.lacks(value),
            (Shape::Choice { alternatives, .. }, value) => {
                chosen(alternatives, value).is_some_and(|shape| shape.lacks(value))
            }
            _ => false,
        }
    }

    /// Whether the contents of `value` satisfy their named rules.
    fn keeps_rules(&self, value: &Literal) -> bool {
        match (self, value) {
            (Shape::Map(map), Literal::Map(members)) => members.iter().all(|(key, value)| {
                map.item_for(key).is_none_or(|item| item.node.keeps_rules(value))
            }),
            (Shape::Array(item), Literal::List(values)) => {
                values.iter().all(|value| item.keeps_rules(value))
            }
            (Shape::Union(_, Some(inferred), _), value) => inferred.keeps_rules(value),
            _ => true,
        }
    }

    /// Whether a part of `value` belongs to a recursive shape. Until that shape is complete, nobody can tell whether
    /// the part fits.
    // Recursion is safe because the depth of shapes is bounded.
    pub(crate) fn reaches_itself(&self, value: &Literal) -> bool {
        match (self, value) {
            (Shape::Ref(_), value) => *value != Literal::Null,
            (Shape::Map(map), Literal::Map(members)) => members.iter().any(|(key, value)| {
                map.item_for(key).is_some_and(|item| item.node.shape.reaches_itself(value))
            }),
            (Shape::Array(item), Literal::List(values)) => {
                values.iter().any(|value| item.shape.reaches_itself(value))
            }
            (Shape::Union(_, Some(inferred), _), value) => inferred.reaches_itself(value),
            (Shape::Choice { alternatives, .. }, value) => {
                alternatives.iter().any(|one| one.reaches_itself(value))
            }
            _ => false,
        }
    }

    /// Whether `value` has this type, by the rules for data values.
    pub(crate) fn fits(&self, value: &Literal) -> bool {
        self.type_().fits(&value.to_yaml())
    }

    /// Returns the type that the text written for this shape declares.
    // Recursion is safe because the depth of shapes is bounded.
    fn type_(&self) -> Type {
        match self {
            // Do not look into recursive shapes.
            Shape::Any(_) | Shape::Ref(_) => Type::Any,
            Shape::Scalar(example) => Type::Scalar(example.to_yaml().kind()),
            Shape::Union(kinds, inferred, _) => {
                let scalars = kinds.iter().map(|kind| Type::Scalar(kind.of_values()));
                let members = scalars.chain(inferred.as_deref().map(Shape::type_)).collect();
                Type::Union(Box::new(Union { members }))
            }
            Shape::Array(item) => Type::Array(Box::new(item.declaration())),
            Shape::Map(map) => Type::Map(Box::new(map.type_())),
            Shape::Choice { exclusive, alternatives } => {
                // A discriminator key selects the alternative no matter what the types are.
                let exclusive = *exclusive && !has_discriminator(alternatives);
                let position = Position::UNKNOWN;
                let alternatives =
                    alternatives.iter().map(|one| Declaration::of_type(one.type_())).collect();
                Type::Choice(Box::new(Choice { position, exclusive, alternatives, by: None }))
            }
        }
    }
}

impl Node {
    /// Returns the value that applies if the user gives none, with all keys filled in.
    pub(crate) fn filled(&self) -> Literal {
        match &self.default {
            _ if self.required => Literal::Null,
            None if self.nullable => Literal::Null,
            Some(value) => self.shape.fill(value.clone()),
            None => self.shape.fill(self.shape.example()),
        }
    }

    /// Whether null, a default or its parts give the node a value if the user gives none.
    pub(crate) fn is_filled(&self) -> bool {
        self.nullable
            || self.default.is_some()
            || match &self.shape {
                Shape::Union(kinds, None, _) => kinds.as_slice() == [Kind::Null],
                Shape::Map(map) => {
                    let mut named = map.items.iter().filter(|item| item.kind == Key::Named);
                    let needs = |node: &Node| node.required || !node.fills;
                    named.clone().next().is_some() && !named.any(|item| needs(&item.node))
                }
                _ => false,
            }
    }

    /// Whether `value`, with all defaults filled in, satisfies the named rules of the node and of everything in it.
    // Recursion is safe because the depth of shapes is bounded.
    pub(crate) fn keeps_rules(&self, value: &Literal) -> bool {
        let given = value.to_yaml();
        self.rules.named.iter().all(|(kind, argument)| kind.keeps(argument, &given))
            && self.shape.keeps_rules(value)
    }

    /// Whether `value` is valid here in data values.
    pub(crate) fn accepts(&self, value: &Literal) -> bool {
        self.declaration().type_.fits(&value.to_yaml())
    }

    fn declaration(&self) -> Declaration {
        let type_ = self.shape.type_();
        let is_null_fine = self.nullable || self.required;
        Declaration::of_type(if is_null_fine { Type::Nullable(Box::new(type_)) } else { type_ })
    }
}

/// Returns the alternative that `value` is meant for: by its type and keys, and by rules if several fit.
fn chosen<'s>(alternatives: &'s [Shape], value: &Literal) -> Option<&'s Shape> {
    let mut fitting = alternatives.iter().filter(|shape| shape.fits(value));
    fitting.clone().find(|shape| shape.keeps_rules(value)).or_else(|| fitting.next())
}

/// Whether all shapes are maps with a discriminator: a key whose constant value differs in each.
pub(crate) fn has_discriminator(shapes: &[Shape]) -> bool {
    let value_of = |shape: &Shape, key: &str| match shape {
        Shape::Map(map) => {
            let item = map.items.iter().find(|item| item.key == key && item.is_constant())?;
            Some(item.node.shape.example())
        }
        _ => None,
    };
    let Some(Shape::Map(first)) = shapes.first() else { return false };
    first.items.iter().any(|item| {
        let values: Option<Vec<Literal>> =
            shapes.iter().map(|shape| value_of(shape, &item.key)).collect();
        values.is_some_and(|values| {
            let is_new =
                |(at, value): (usize, &Literal)| !values[..at].iter().any(|one| one.same(value));
            values.len() > 1 && values.iter().enumerate().all(is_new)
        })
    })
}

impl Item {
    /// Creates an item whose key is a string.
    pub(crate) fn new(key: impl Into<String>, kind: Key, node: Node) -> Self {
        Self { key: key.into(), is_plain: false, kind, node }
    }

    /// Whether the key is always present and allows only one value.
    fn is_constant(&self) -> bool {
        self.kind == Key::Named && self.node.is_constant
    }
}

impl Map {
    fn type_(&self) -> MapType {
        let mut values = Vec::new();
        let mut named = Vec::new();
        let mut open = OpenKeys::default();
        for Item { key, kind, node, .. } in &self.items {
            let allowed = match kind {
                Key::Named | Key::Optional => {
                    named.push(MapItem::new(key.as_str(), Yaml::Null));
                    values.push(node.declaration());
                    continue;
                }
                Key::Refused => {
                    open.remove_key(Yaml::text(key));
                    continue;
                }
                Key::Any => Some(Allowed::Any),
                Key::Matching(expression) => Allowed::matching(expression),
            };
            let declaration = node.declaration();
            let key = Yaml::text(key);
            let pattern = |allowed| KeyPattern { key, allowed, expects: Count::ANY, declaration };
            open.patterns.extend(allowed.map(pattern));
        }
        MapType {
            values,
            defaults: Rc::new(yardstick_template::tree::Map::new(named)),
            open: Some(Box::new(open)),
        }
    }

    /// Returns the item that claims `key`. Assumes that patterns match: the default is checked against them where it
    /// is read.
    pub(crate) fn item_for(&self, key: &str) -> Option<&Item> {
        let own =
            |item: &&Item| !matches!(item.kind, Key::Matching(_) | Key::Any) && item.key == key;
        let other = |item: &&Item| match &item.kind {
            Key::Any => true,
            Key::Matching(pattern) => is_match(pattern, key),
            _ => false,
        };
        self.items.iter().find(own).or_else(|| self.items.iter().find(other))
    }
}
