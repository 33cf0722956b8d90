//! Annotations of a node: `#@name arguments`, evaluated.

use std::rc::Rc;

use yardstick_starlark::{Text, Value};

use super::Position;

/// One annotation with its evaluated arguments.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// What follows `#@`: `overlay/match`, `schema/default`.
    pub name: Rc<str>,
    /// Arguments given by place.
    pub positional: Vec<Value>,
    /// Arguments given by name, in written order.
    pub keywords: Vec<(Text, Value)>,
    /// The comment it was written in.
    pub position: Position,
    /// What was there before, if it was combined with another.
    pub earlier: Option<Rc<Earlier>>,
}

/// The part of a combined annotation that was written elsewhere.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// How many of the arguments by place are its.
    pub positional: usize,
    /// The arguments by name that are its.
    pub keywords: Vec<Text>,
    /// The comment it was written in.
    pub position: Position,
    /// What was there before that.
    pub earlier: Option<Rc<Earlier>>,
}

impl Annotation {
    /// An annotation that is not in the source, with the arguments `flags` set to `True`.
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

    /// Where the argument numbered `at` was written.
    pub fn position_of_argument(&self, at: usize) -> Position {
        self.position_where(|earlier| at < earlier.positional)
    }

    /// Where the argument called `name` was written.
    pub fn position_of_keyword(&self, name: &Text) -> Position {
        self.position_where(|earlier| earlier.keywords.contains(name))
    }

    /// The oldest part that `has` it.
    fn position_where(&self, has: impl Fn(&Earlier) -> bool) -> Position {
        let mut position = self.position;
        let mut earlier = self.earlier.as_deref().filter(|earlier| has(earlier));
        while let Some(part) = earlier {
            position = part.position;
            earlier = part.earlier.as_deref().filter(|earlier| has(earlier));
        }
        position
    }

    /// The argument given as `name=`.
    pub fn keyword(&self, name: &str) -> Option<&Value> {
        self.keywords
            .iter()
            .find(|(key, _)| key.as_bytes() == name.as_bytes())
            .map(|(_, value)| value)
    }
}

/// The annotations of one node, at most one of a name; most nodes have none.
#[derive(Clone, Debug, Default)]
pub struct Annotations(Option<Rc<Vec<Annotation>>>);

impl Annotations {
    /// No annotations.
    pub const NONE: Annotations = Annotations(None);

    /// Takes `annotations` over; of several with one name the last is kept, in the first one's place.
    pub fn new(annotations: Vec<Annotation>) -> Self {
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

    /// All, in written order.
    pub fn iter(&self) -> std::slice::Iter<'_, Annotation> {
        self.0.as_ref().map_or(&[][..], |all| &all[..]).iter()
    }

    /// The one called `name`.
    pub fn get(&self, name: &str) -> Option<&Annotation> {
        self.iter().find(|annotation| &*annotation.name == name)
    }

    /// Whether one is called `name`.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Adds `annotation`, or puts it in the place of the one with its name.
    pub fn set(&mut self, annotation: Annotation) {
        let all = Rc::make_mut(self.0.get_or_insert_with(Rc::default));
        match all.iter_mut().find(|other| other.name == annotation.name) {
            Some(other) => *other = annotation,
            None => all.push(annotation),
        }
    }

    /// Drops those for which `keep` says no.
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
