//! Collects what all values seen in one place have in common.

use std::rc::Rc;

use yardstick_diagnostics::names_secret;
use yardstick_template::{convert::display_key, tree::Yaml};

use super::comments::Comments;
use crate::{
    convert::coerce,
    kind::Kind,
    literal::Literal,
    model::{Item, Key, Map, Node, Shape},
};

/// If a map has more keys than this and they differ between samples, the keys are considered free to choose.
const MANY_KEYS: usize = 30;

/// All values seen in one place.
#[derive(Default)]
pub(crate) struct Sample {
    /// The number of values.
    seen: usize,
    /// The types of the scalars.
    kinds: Vec<Kind>,
    /// The first value.
    pub(super) first: Option<Literal>,
    pub(super) description: Option<String>,
    /// The number of maps, and their keys.
    maps: usize,
    pub(super) keys: Vec<(String, Sample)>,
    /// The number of arrays, and their items.
    lists: usize,
    items: Option<Box<Sample>>,
    /// Whether the key above is not a string.
    pub(super) is_plain: bool,
    /// Whether it contains such keys.
    has_plain_keys: bool,
}

/// Which value to use as the default.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Defaults {
    /// The value in the first sample.
    First,
    /// A neutral value, because the first item of an array says nothing about the others.
    Blank,
}

impl Sample {
    pub(super) fn is_unseen(&self) -> bool {
        self.seen == 0
    }

    pub(super) fn is_map(&self) -> bool {
        self.maps > 0 && self.lists == 0 && self.kinds.is_empty()
    }

    // Recursion is safe because the depth of documents is bounded.
    pub(super) fn take(&mut self, value: &Yaml, comments: &Comments) {
        self.seen += 1;
        self.first.get_or_insert_with(|| Literal::of_yaml(value));
        match value {
            Yaml::Map(map) => {
                self.maps += 1;
                for item in map.items() {
                    let name = display_key(&item.key);
                    let is_plain = !matches!(item.key, Yaml::Text(_));
                    let is_it = |(known, one): &(String, Sample)| {
                        *known == name && one.is_plain == is_plain
                    };
                    let at = self.keys.iter().position(is_it);
                    let at = at.unwrap_or_else(|| {
                        self.keys.push((name, Sample { is_plain, ..Sample::default() }));
                        self.keys.len() - 1
                    });
                    let below = &mut self.keys[at].1;
                    below.take(&item.value, comments);
                    self.has_plain_keys |= is_plain || below.has_plain_keys;
                    if below.description.is_none() {
                        below.description = comments.of(item).map(str::to_owned);
                    }
                }
            }
            Yaml::Array(array) => {
                self.lists += 1;
                let below = self.items.get_or_insert_default();
                for item in &array.items {
                    below.take(&item.value, comments);
                }
                self.has_plain_keys |= below.has_plain_keys;
            }
            scalar => {
                let kind = Kind::of(&Literal::of_yaml(scalar));
                // Integers are numbers too, so one float makes the type `number`.
                let kind = if let Yaml::Float(_) = scalar { Kind::Number } else { kind };
                if !self.kinds.contains(&kind) {
                    self.kinds.push(kind);
                }
            }
        }
    }

    /// Returns the schema of whole documents.
    pub(super) fn to_root(&self) -> Node {
        self.to_node(Defaults::First)
    }

    /// Returns the schema of a value, with the value of the samples as its default.
    pub(super) fn to_value(&self) -> Node {
        self.to_node(Defaults::First)
    }

    fn to_node(&self, defaults: Defaults) -> Node {
        let mut node = Node::new(self.shape(defaults));
        node.words.description.clone_from(&self.description);
        let is_any = matches!(node.shape, Shape::Any(_));
        node.nullable = self.kinds.contains(&Kind::Null) && !is_any;
        node.fills = true;
        if defaults == Defaults::First {
            let first = self.first.clone().unwrap_or(Literal::Null);
            node.default = match &node.shape {
                // The parts of a map have their own defaults.
                Shape::Map(_) if !node.nullable => None,
                shape => Some(coerce(shape, first)),
            };
        }
        node
    }

    fn shape(&self, defaults: Defaults) -> Shape {
        let mut kinds: Vec<Kind> =
            self.kinds.iter().copied().filter(|kind| *kind != Kind::Null).collect();
        if kinds.contains(&Kind::Number) {
            kinds.retain(|kind| *kind != Kind::Int);
        }
        let first = match defaults {
            Defaults::First => self.first.clone(),
            Defaults::Blank => None,
        };
        let collection = match (self.maps > 0, self.lists > 0) {
            (true, true) => return Shape::Any(first.unwrap_or(Literal::Null)),
            (true, false) => Some(Shape::Map(Rc::new(self.map(defaults)))),
            (false, true) => Some(Shape::Array(Box::new(self.item()))),
            (false, false) => None,
        };
        let example = |kind: Kind| {
            let given = first.clone().filter(|first| kind.includes(Kind::of(first)));
            given.unwrap_or_else(|| blank(kind))
        };
        match (kinds.as_slice(), collection) {
            ([], None) => Shape::Any(Literal::Null),
            ([], Some(shape)) => shape,
            ([only], None) => {
                let shape = Shape::Scalar(blank(*only));
                Shape::Scalar(coerce(&shape, example(*only)))
            }
            (several, inferred) => {
                let names = several.iter().copied().filter(|kind| kind.is_scalar()).collect();
                let value = match &inferred {
                    Some(shape) => shape.example(),
                    None => first
                        .filter(|first| *first != Literal::Null)
                        .unwrap_or_else(|| blank(several[0])),
                };
                Shape::Union(names, inferred.map(Box::new), value)
            }
        }
    }

    fn map(&self, defaults: Defaults) -> Map {
        let in_all = |sample: &Sample| sample.seen == self.maps;
        let differing = self.keys.iter().filter(|(_, sample)| !in_all(sample)).count();
        let kinds = || self.keys.iter().map(|(_, sample)| sample.kinds.as_slice());
        let are_alike = kinds().all(|one| one.len() == 1 && Some(one) == kinds().next());
        if self.maps > 1 && differing > MANY_KEYS && are_alike {
            let node = self.keys[0].1.to_node(Defaults::Blank);
            let items = vec![Item::new("_", Key::Any, node)];
            return Map { items, definition: None, size: 2 };
        }
        if self.keys.is_empty() {
            // Nothing is known about the keys: users choose them.
            let items = vec![Item::new("_", Key::Any, Node::any())];
            return Map { items, definition: None, size: 2 };
        }
        let items: Vec<Item> = self
            .keys
            .iter()
            .map(|(key, sample)| {
                let kind = if in_all(sample) { Key::Named } else { Key::Optional };
                let mut node = sample.to_node(defaults);
                // A secret value from a sample must not end up in a schema that is published.
                let is_given =
                    matches!(&node.default, Some(Literal::Text(text)) if !text.is_empty());
                node.words.secret |= is_given && names_secret(key);
                Item { is_plain: sample.is_plain, ..Item::new(key.as_str(), kind, node) }
            })
            .collect();
        let size = items.iter().map(|item| item.node.size).fold(1, usize::saturating_add);
        Map { items, definition: None, size }
    }

    fn item(&self) -> Node {
        match &self.items {
            // The default of an array is template code, in which all keys are strings.
            Some(items) if !items.is_unseen() && !items.has_plain_keys => {
                items.to_node(Defaults::Blank)
            }
            _ => Node::any(),
        }
    }
}

/// Returns a neutral value of the type.
fn blank(kind: Kind) -> Literal {
    match kind {
        Kind::Bool => Literal::Bool(false),
        Kind::Int => Literal::Int(0),
        Kind::Number => Literal::Float(0.0),
        Kind::Text => Literal::Text(String::new()),
        Kind::Null | Kind::List | Kind::Map => Literal::Null,
    }
}
