//! Keys of a map that need not be there: optional ones, and patterns that any number of keys match.
//!
//! Keys with a name claim their items first, wherever they are written; what is left is offered to the
//! patterns in their order.

mod allowed;
mod count;

use yardstick_starlark::{Result, Thread};
use yardstick_template::{
    convert::display_key,
    tree::{Map, MapItem, Position, Yaml},
};

pub use self::{allowed::Allowed, count::Count};
use crate::model::Declaration;

/// Which key of a map type an item belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A key that is always there, by its number.
    Named(u32),
    /// An optional key or a pattern, by its number in [`OpenKeys`].
    Open(u32),
}

/// The keys of a map that need not be there.
#[derive(Debug, Default)]
pub struct OpenKeys {
    /// The optional keys, to find them; what they hold is in `values`.
    names: Map,
    /// What the optional keys hold, in order.
    values: Vec<Declaration>,
    /// The patterns, in the order they are tried.
    pub patterns: Vec<KeyPattern>,
    /// Keys that were there once.
    pub removed: Vec<RemovedKey>,
}

/// A key that was there once, and what to do instead of setting it.
#[derive(Debug)]
pub struct RemovedKey {
    /// The key.
    pub key: Yaml,
    /// Where the schema says so.
    pub position: Position,
    /// What to do instead.
    pub remedy: String,
}

/// A declared key that stands for others.
#[derive(Debug)]
pub struct KeyPattern {
    /// The declared key, which is only a name.
    pub key: Yaml,
    /// Which keys it stands for.
    pub allowed: Allowed,
    /// How many items there are to be.
    pub expects: Count,
    /// What each of them holds.
    pub declaration: Declaration,
}

impl OpenKeys {
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.patterns.is_empty() && self.removed.is_empty()
    }

    /// Adds a key that may be left out.
    pub(crate) fn push_optional(&mut self, key: Yaml, declaration: Declaration) {
        self.names.push(MapItem::new(key, Yaml::Null));
        self.values.push(declaration);
    }

    /// Refuses a key that patterns would allow.
    pub fn remove_key(&mut self, key: Yaml) {
        let (position, remedy) = (Position::UNKNOWN, String::new());
        self.removed.push(RemovedKey { key, position, remedy });
    }

    /// The optional keys in order, each with what it holds.
    pub fn optional(&self) -> impl Iterator<Item = (&Yaml, &Declaration)> {
        self.names.items().iter().map(|item| &item.key).zip(&self.values)
    }

    /// What the optional keys and the patterns hold.
    pub(crate) fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        self.values.iter().chain(self.patterns.iter().map(|pattern| &pattern.declaration))
    }

    /// What the optional keys and the patterns hold, mutable.
    pub(crate) fn declarations_mut(&mut self) -> impl Iterator<Item = &mut Declaration> {
        let patterns = self.patterns.iter_mut().map(|pattern| &mut pattern.declaration);
        self.values.iter_mut().chain(patterns)
    }

    /// The removed key that `key` is.
    pub(crate) fn removed(&self, key: &Yaml) -> Option<&RemovedKey> {
        self.removed.iter().find(|removed| removed.key.same_scalar(key))
    }

    /// How many optional keys and patterns there are.
    pub(crate) fn len(&self) -> usize {
        self.values.len() + self.patterns.len()
    }

    /// What the optional key or pattern numbered `at` holds.
    pub(crate) fn declaration(&self, at: u32) -> Option<&Declaration> {
        let at = at as usize;
        let pattern = |at: usize| self.patterns.get(at).map(|pattern| &pattern.declaration);
        self.values.get(at).or_else(|| pattern(at - self.values.len()))
    }

    /// The number of the pattern of a slot; nothing for optional keys.
    pub(crate) fn pattern_of(&self, slot: Slot) -> Option<usize> {
        match slot {
            Slot::Open(at) => (at as usize).checked_sub(self.values.len()),
            Slot::Named(_) => None,
        }
    }

    /// The optional key or pattern that claims `key`.
    pub(crate) fn find(&self, thread: &mut Thread, key: &Yaml) -> Result<Option<Slot>> {
        if let Some(at) = self.names.position_of(key) {
            return Ok(Some(Slot::Open(at as u32)));
        }
        for (at, pattern) in self.patterns.iter().enumerate() {
            if pattern.allowed.allows(thread, key, &pattern.key)? {
                return Ok(Some(Slot::Open((self.values.len() + at) as u32)));
            }
        }
        Ok(None)
    }
}

impl KeyPattern {
    /// The keys it stands for, in a list of keys.
    pub fn listed(&self) -> String {
        match &self.allowed {
            Allowed::Any => "any key".to_owned(),
            Allowed::Matching(pattern) => format!("/{}/", pattern.text()),
            Allowed::Function(_) => format!("what {} allows", display_key(&self.key)),
        }
    }

    /// The keys it stands for, after a number of items.
    pub fn matching(&self) -> String {
        match &self.allowed {
            Allowed::Any => "with any key".to_owned(),
            Allowed::Matching(pattern) => format!("matching \"{}\"", pattern.text()),
            Allowed::Function(_) => format!("that {} allows", display_key(&self.key)),
        }
    }
}
