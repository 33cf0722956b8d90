//! The schema to be written: types by example with what annotations say about them.

use std::rc::Rc;

use crate::literal::Literal;

/// A value of the schema, with all that is said about it.
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
    /// One of several types by name, perhaps that of a collection too; and the example.
    Union(Vec<&'static str>, Option<Box<Shape>>, Literal),
    /// Items like this one.
    Array(Box<Node>),
    Map(Rc<Map>),
    /// Anything; the value written.
    Any(Literal),
    /// One of several shapes, or exactly one.
    Choice {
        exclusive: bool,
        alternatives: Vec<Shape>,
    },
}

/// Keys and what they hold.
#[derive(Debug)]
pub(crate) struct Map {
    pub(crate) items: Vec<Item>,
    /// Number and name of the definition it comes from, if it comes from one.
    pub(crate) definition: Option<(usize, String)>,
    pub(crate) size: usize,
}

/// A key of a map.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) key: String,
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

/// What is said for readers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    /// Values with their descriptions.
    pub(crate) examples: Vec<(Option<String>, Literal)>,
    pub(crate) deprecated: bool,
    /// The value must not be shown.
    pub(crate) secret: bool,
    /// Comments of the template.
    pub(crate) comments: Vec<String>,
}

/// What a value has to keep.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    /// Arguments by name, as template code.
    pub(crate) named: Vec<(&'static str, String)>,
    /// Descriptions and names of functions.
    pub(crate) functions: Vec<(String, String)>,
    /// What could not be made a rule, word for word.
    pub(crate) origins: Vec<String>,
}

/// A whole document.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) root: Node,
    /// Functions of rules: name and expression over `v`.
    pub(crate) functions: Vec<(String, String)>,
    /// How often each definition is used.
    pub(crate) uses: Vec<usize>,
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
            Shape::Scalar(_) | Shape::Any(_) | Shape::Union(_, None, _) => 1,
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
            Shape::Choice { alternatives, .. } => {
                alternatives.first().map_or(Literal::Null, Shape::example)
            }
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
            (Shape::Choice { alternatives, .. }, value) => {
                match alternatives.iter().find(|shape| shape.fits(&value)) {
                    Some(shape) => shape.fill(value),
                    None => value,
                }
            }
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
                let fitting = alternatives.iter().find(|shape| shape.fits(value));
                fitting.is_some_and(|shape| shape.lacks(value))
            }
            _ => false,
        }
    }

    /// Whether the schema stage takes `value` for a value of this type.
    pub(crate) fn fits(&self, value: &Literal) -> bool {
        match (self, value) {
            (Shape::Any(_), _)
            | (Shape::Scalar(Literal::Bool(_)), Literal::Bool(_))
            | (Shape::Scalar(Literal::Text(_)), Literal::Text(_))
            | (Shape::Scalar(Literal::Int(_)), Literal::Int(_))
            | (Shape::Scalar(Literal::Float(_)), Literal::Int(_) | Literal::Float(_)) => true,
            (Shape::Union(names, inferred, _), _) => {
                names.iter().any(|name| is_named(name, value))
                    || inferred.as_ref().is_some_and(|shape| shape.fits(value))
            }
            (Shape::Array(item), Literal::List(values)) => {
                values.iter().all(|value| item.accepts(value))
            }
            (Shape::Map(map), Literal::Map(members)) => members.iter().all(|(key, value)| {
                map.item_for(key)
                    .is_some_and(|item| item.kind != Key::Refused && item.node.accepts(value))
            }),
            (Shape::Choice { exclusive, alternatives }, _) => {
                let fitting = alternatives.iter().filter(|shape| shape.fits(value)).count();
                fitting == 1 || (fitting > 1 && !exclusive)
            }
            _ => false,
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
                Shape::Union(names, None, _) => names.as_slice() == ["null"],
                Shape::Map(map) => {
                    let mut named = map.items.iter().filter(|item| item.kind == Key::Named);
                    let needs = |node: &Node| node.required || !node.fills;
                    named.clone().next().is_some() && !named.any(|item| needs(&item.node))
                }
                _ => false,
            }
    }

    /// Whether the schema stage accepts `value` here.
    pub(crate) fn accepts(&self, value: &Literal) -> bool {
        if *value == Literal::Null && (self.nullable || self.required) {
            return true;
        }
        self.shape.fits(value)
    }
}

impl Map {
    /// The item that claims the key `key`. Patterns are taken to match: the default is checked against
    /// them where it is read.
    pub(crate) fn item_for(&self, key: &str) -> Option<&Item> {
        let own =
            |item: &&Item| !matches!(item.kind, Key::Matching(_) | Key::Any) && item.key == key;
        let other = |item: &&Item| match &item.kind {
            Key::Any => true,
            Key::Matching(pattern) => crate::pattern::is_match(pattern, key),
            _ => false,
        };
        self.items.iter().find(own).or_else(|| self.items.iter().find(other))
    }
}

fn is_named(name: &str, value: &Literal) -> bool {
    match value {
        Literal::Null => name == "null",
        Literal::Bool(_) => name == "bool",
        Literal::Int(_) => matches!(name, "int" | "float"),
        Literal::Float(_) => name == "float",
        Literal::Text(_) => name == "string",
        Literal::List(_) | Literal::Map(_) => false,
    }
}
