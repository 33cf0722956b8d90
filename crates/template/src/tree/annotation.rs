//! Evaluated annotations of a node: `#@name arguments`.

use std::rc::Rc;

use yardstick_starlark::{Text, Value};

use super::Position;

/// One annotation with its evaluated arguments.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// The name after `#@`: `overlay/match`, `schema/default`.
    pub name: Rc<str>,
    /// Positional arguments.
    pub positional: Vec<Value>,
    /// Named arguments, in written order.
    pub keywords: Vec<(Text, Value)>,
    /// The position of its comment.
    pub position: Position,
    /// The earlier annotation, if several were combined.
    pub earlier: Option<Rc<Earlier>>,
}

/// The part of a combined annotation that was written elsewhere.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// How many of the positional arguments come from it.
    pub positional: usize,
    /// The named arguments that come from it.
    pub keywords: Vec<Text>,
    /// The position of its comment.
    pub position: Position,
    /// The annotation before that.
    pub earlier: Option<Rc<Earlier>>,
}

impl Annotation {
    /// Creates an annotation that is not in the source, with the arguments `flags` set to `True`.
    pub fn unwritten(name: &str, flags: &[&str]) -> Self {
        let set = |flag: &&str| (Text::from(*flag), Value::Bool(true));
        Self {
            name: Rc::from(name),
            positional: Vec::new(),
            keywords: flags.iter().map(set).collect(),
            position: Position::UNKNOWN,
            earlier: None,
        }
    }

    /// Returns the position of the argument at index `at`.
    pub fn position_of_argument(&self, at: usize) -> Position {
        self.position_where(|earlier| at < earlier.positional)
    }

    /// Returns the position of the argument called `name`.
    pub fn position_of_keyword(&self, name: &Text) -> Position {
        self.position_where(|earlier| earlier.keywords.contains(name))
    }

    /// Returns the position of the oldest part for which `has` is true.
    fn position_where(&self, has: impl Fn(&Earlier) -> bool) -> Position {
        let mut position = self.position;
        let mut earlier = self.earlier.as_deref().filter(|earlier| has(earlier));
        while let Some(part) = earlier {
            position = part.position;
            earlier = part.earlier.as_deref().filter(|earlier| has(earlier));
        }
        position
    }

    /// Returns the argument `name=`.
    pub fn keyword(&self, name: &str) -> Option<&Value> {
        self.keywords
            .iter()
            .find(|(key, _)| key.as_bytes() == name.as_bytes())
            .map(|(_, value)| value)
    }
}

/// The annotations of one node, at most one for each name. Most nodes have none.
#[derive(Clone, Debug, Default)]
pub struct Annotations(Option<Rc<Vec<Annotation>>>);

impl Annotations {
    /// No annotations.
    pub const NONE: Annotations = Annotations(None);

    /// Creates a set from `annotations`. For equal names, the last one is kept, at the position of the first.
    pub fn new(annotations: Vec<Annotation>) -> Self {
        let is_repeated = |(at, one): (usize, &Annotation)| {
            annotations[..at].iter().any(|earlier| earlier.name == one.name)
        };
        if !annotations.iter().enumerate().any(is_repeated) {
            return Annotations((!annotations.is_empty()).then(|| Rc::new(annotations)));
        }
        let mut set = Annotations::NONE;
        for annotation in annotations {
            set.set(annotation);
        }
        set
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|all| all.is_empty())
    }

    /// Returns all annotations in written order.
    pub fn iter(&self) -> std::slice::Iter<'_, Annotation> {
        self.0.as_ref().map_or(&[][..], |all| &all[..]).iter()
    }

    /// Returns the annotation called `name`.
    pub fn get(&self, name: &str) -> Option<&Annotation> {
        self.iter().find(|annotation| &*annotation.name == name)
    }

    /// Whether there is an annotation called `name`.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Adds `annotation`, or replaces the one with its name.
    pub fn set(&mut self, annotation: Annotation) {
        let all = Rc::make_mut(self.0.get_or_insert_with(Rc::default));
        match all.iter_mut().find(|other| other.name == annotation.name) {
            Some(other) => *other = annotation,
            None => all.push(annotation),
        }
    }

    /// Removes the annotations for which `keep` returns false.
    pub fn retain(&mut self, mut keep: impl FnMut(&Annotation) -> bool) {
        if self.iter().all(&mut keep) {
            return;
        }
        if let Some(all) = &mut self.0 {
            Rc::make_mut(all).retain(keep);
            if all.is_empty() {
                self.0 = None;
            }
        }
    }
}

impl<'a> IntoIterator for &'a Annotations {
    type Item = &'a Annotation;
    type IntoIter = std::slice::Iter<'a, Annotation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
