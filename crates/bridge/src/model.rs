//! The schema to be written: types by example with what annotations say about them.

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
    /// Null is allowed, and the default unless there is another.
    pub(crate) nullable: bool,
    /// A value has to be given.
    pub(crate) required: bool,
    /// The default where the example does not show it.
    pub(crate) default: Option<Literal>,
    pub(crate) words: Words,
    pub(crate) rules: Rules,
    /// There is only one value it can have.
    pub(crate) is_constant: bool,
    /// Whether there is a value if none is given.
    pub(crate) fills: bool,
    /// What its parts fill in breaks a rule of its own.
    pub(crate) is_unsound: bool,
    /// How many nodes it stands for once all is written out.
    pub(crate) size: usize,
}

/// The type of a value.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A boolean, number or string: the example.
    Scalar(Literal),
    /// One of several types by name, possibly that of a collection too; and the example.
    Union(Vec<Kind>, Option<Box<Shape>>, Literal),
    /// Items like this one.
    Array(Box<Node>),
    Map(Rc<Map>),
    /// That of the shape with this number, which contains itself.
    Ref(usize),
    /// Anything; the value written.
    Any(Literal),
    /// One of several shapes, or exactly one.
    Choice {
        exclusive: bool,
        alternatives: Vec<Shape>,
    },
}

/// Keys and what they hold.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    pub(crate) items: Vec<Item>,
    /// Number and name of the definition it comes from, if it comes from one.
    pub(crate) definition: Option<(usize, String)>,
    pub(crate) size: usize,
}

/// A key of a map.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) key: String,
    /// Whether the key is not a string, and is written as it is: `80`, `true`.
    pub(crate) is_plain: bool,
    pub(crate) kind: Key,
    pub(crate) node: Node,
}

/// Which keys an item stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// Its own, always there.
    Named,
    /// Its own, which may be left out.
    Optional,
    /// Those in which the expression is found.
    Matching(String),
    /// All others.
    Any,
    /// Its own, which must not be there.
    Refused,
}

/// The documentation of a value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    /// Values with their descriptions.
    pub(crate) examples: Vec<(Option<String>, Literal)>,
    /// That it should not be used any more, and why.
    pub(crate) deprecated: Option<String>,
    /// The value must not be shown.
    pub(crate) secret: bool,
    /// Comments of the template.
    pub(crate) comments: Vec<String>,
}

/// What a value has to keep.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// Rules of the registry with their arguments.
    pub(crate) named: Vec<(&'static RuleKind, Yaml)>,
    /// Descriptions and names of functions.
    pub(crate) functions: Vec<(String, String)>,
    /// What could not be made a rule, word for word.
    pub(crate) origins: Vec<String>,
}

impl Rules {
    pub(crate) fn is_empty(&self) -> bool {
        self.named.is_empty() && self.functions.is_empty()
    }

    /// Whether the rule called `name` is among them.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.named.iter().any(|(kind, _)| kind.name == name)
    }

    /// Adds the rule called `name`.
    pub(crate) fn add(&mut self, name: &str, argument: Yaml) {
        if let Some(kind) = registry::find(name) {
            self.add_kind(kind, argument);
        }
    }

    /// Adds a rule. Of two of a kind the one that asks for more is enough, if one does.
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
    /// Functions of rules: name and expression over `v`.
    pub(crate) functions: Vec<(String, String)>,
    /// How often each definition is used.
    pub(crate) uses: Vec<usize>,
    /// Shapes that contain themselves, each with a name.
    pub(crate) shapes: Vec<(String, Option<Node>)>,
}

impl Model {
    /// The number of the shape that the document is, if it is one: a map without annotations of its own.
    pub(crate) fn document_shape(&self) -> Option<usize> {
        let Shape::Ref(number) = self.root.shape else { return None };
        self.is_fragment(number).then_some(number)
    }

    /// Whether a shape with a name is a map that needs no annotations.
    pub(crate) fn is_fragment(&self, number: usize) -> bool {
        let shape = self.shapes.get(number).and_then(|(_, node)| node.as_ref());
        shape.is_some_and(|node| {
            let is_map = matches!(&node.shape, Shape::Map(map) if !map.items.is_empty());
            is_map && node.rules.is_empty() && node.words.examples.is_empty()
        })
    }

    /// Writes the shape out that the document is: a document does not refer to one.
    pub(crate) fn unfold_root(&mut self) {
        if let Shape::Ref(number) = self.root.shape {
            let shape = self.shapes.get(number).and_then(|(_, node)| node.clone());
            let words = std::mem::take(&mut self.root.words);
            self.root = Node { nullable: false, words, ..shape.unwrap_or_else(Node::any) };
        }
    }

    /// Whether it is a shape with a name that may be null. Those who refer to it say so.
    pub(crate) fn is_nullable_shape(&self, shape: &Shape) -> bool {
        let Shape::Ref(number) = shape else { return false };
        self.shapes
            .get(*number)
            .is_some_and(|(_, node)| node.as_ref().is_some_and(|node| node.nullable))
    }
}

impl Node {
    /// A node of that shape about which nothing more is known.
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

    /// Anything at all.
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

    /// A value that fits: what is written where there is no default.
    pub(crate) fn example(&self) -> Literal {
        match self {
            Shape::Scalar(value) | Shape::Union(_, _, value) | Shape::Any(value) => value.clone(),
            Shape::Array(_) => Literal::List(Vec::new()),
            Shape::Map(_) => Literal::Map(Vec::new()),
            Shape::Ref(_) => Literal::Null,
            Shape::Choice { alternatives, .. } => match alternatives.first() {
                // What tells it from the others.
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

    /// `value` with the keys it leaves out.
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

    /// Whether `value`, all filled in, is null somewhere where a value has to be given.
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

    /// Whether what is in `value` keeps the named rules there.
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

    /// Whether some part of `value` is of a shape that contains itself. While that shape is made, nobody can tell
    /// whether the part fits.
    // As deep as the shape, whose depth is bounded.
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

    /// Whether `value` is of this type, as data values are held to it.
    pub(crate) fn fits(&self, value: &Literal) -> bool {
        self.type_().fits(&value.to_yaml())
    }

    /// The type that is declared by what is written for this shape.
    // As deep as the shape, whose depth is bounded.
    fn type_(&self) -> Type {
        match self {
            // What contains itself is not looked into.
            Shape::Any(_) | Shape::Ref(_) => Type::Any,
            Shape::Scalar(example) => Type::Scalar(example.to_yaml().kind()),
            Shape::Union(kinds, inferred, _) => {
                let scalars = kinds.iter().map(|kind| Type::Scalar(kind.of_values()));
                let members = scalars.chain(inferred.as_deref().map(Shape::type_)).collect();
                Type::Union(Union { members })
            }
            Shape::Array(item) => Type::Array(Box::new(item.declaration())),
            Shape::Map(map) => Type::Map(Box::new(map.type_())),
            Shape::Choice { exclusive, alternatives } => {
                // A key that says which one is meant does so whatever the types are.
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
    /// The value that is there if none is given, all keys filled in.
    pub(crate) fn filled(&self) -> Literal {
        match &self.default {
            _ if self.required => Literal::Null,
            None if self.nullable => Literal::Null,
            Some(value) => self.shape.fill(value.clone()),
            None => self.shape.fill(self.shape.example()),
        }
    }

    /// Whether null, a default or its parts give it a value if none is given.
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

    /// Whether `value`, all filled in, keeps the named rules of the node and of all that is in it.
    // As deep as the shape, whose depth is bounded.
    pub(crate) fn keeps_rules(&self, value: &Literal) -> bool {
        let given = value.to_yaml();
        self.rules.named.iter().all(|(kind, argument)| kind.keeps(argument, &given))
            && self.shape.keeps_rules(value)
    }

    /// Whether data values may have `value` here.
    pub(crate) fn accepts(&self, value: &Literal) -> bool {
        self.declaration().type_.fits(&value.to_yaml())
    }

    fn declaration(&self) -> Declaration {
        let type_ = self.shape.type_();
        let is_null_fine = self.nullable || self.required;
        Declaration::of_type(if is_null_fine { Type::Nullable(Box::new(type_)) } else { type_ })
    }
}

/// The alternative that `value` is meant for: by its type and keys, and by rules if there are several.
fn chosen<'s>(alternatives: &'s [Shape], value: &Literal) -> Option<&'s Shape> {
    let mut fitting = alternatives.iter().filter(|shape| shape.fits(value));
    fitting.clone().find(|shape| shape.keeps_rules(value)).or_else(|| fitting.next())
}

/// Whether the shapes are maps that all have a key with a value that no other has there: it says which one is meant.
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
    /// An item whose key is a string.
    pub(crate) fn new(key: impl Into<String>, kind: Key, node: Node) -> Self {
        Self { key: key.into(), is_plain: false, kind, node }
    }

    /// Whether it is always there and can have only one value.
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

    /// The item that claims the key `key`. Patterns are taken to match: the default is checked against
    /// them where it is read.
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
