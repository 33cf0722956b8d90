//! Keys of a map that may be absent: optional keys, and patterns that match any number of keys.
//!
//! Named keys claim their items first, no matter where they are declared. The remaining items are matched against the
//! patterns in order.

mod allowed;
mod count;

use yardstick_starlark::{Result, Thread};
use yardstick_template::{
    convert::display_key,
    tree::{Map, MapItem, Position, Yaml},
};

pub use self::{allowed::Allowed, count::Count};
use crate::model::Declaration;

/// The declared key that an item belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A key that is always present, by its index.
    Named(u32),
    /// An optional key or a pattern, by its index in [`OpenKeys`].
    Open(u32),
}

/// The keys of a map that may be absent.
#[derive(Debug, Default)]
pub struct OpenKeys {
    /// The optional keys, for lookups. Their declarations are in `values`.
    names: Map,
    /// The declarations of the optional keys, in order.
    values: Vec<Declaration>,
    /// The patterns, in the order in which they are tried.
    pub patterns: Vec<KeyPattern>,
    /// Keys that have been removed.
    pub removed: Vec<RemovedKey>,
}

/// A removed key, and what to use instead.
#[derive(Debug)]
pub struct RemovedKey {
    /// The key.
    pub key: Yaml,
    /// The position of the annotation.
    pub position: Position,
    /// What to use instead.
    pub remedy: String,
}

/// A declared key that matches others.
#[derive(Debug)]
pub struct KeyPattern {
    /// The declared key, which is only a name.
    pub key: Yaml,
    /// The keys that it matches.
    pub allowed: Allowed,
    /// The expected number of items.
    pub expects: Count,
    /// The declaration of their values.
    pub declaration: Declaration,
}

impl OpenKeys {
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.patterns.is_empty() && self.removed.is_empty()
    }

    /// Adds an optional key.
    pub(crate) fn push_optional(&mut self, key: Yaml, declaration: Declaration) {
        self.names.push(MapItem::new(key, Yaml::Null));
        self.values.push(declaration);
    }

    /// Rejects a key that patterns would allow.
    pub fn remove_key(&mut self, key: Yaml) {
        let (position, remedy) = (Position::UNKNOWN, String::new());
        self.removed.push(RemovedKey { key, position, remedy });
    }

    /// Returns the optional keys in order, each with its declaration.
    pub fn optional(&self) -> impl Iterator<Item = (&Yaml, &Declaration)> {
        self.names.items().iter().map(|item| &item.key).zip(&self.values)
    }

    /// Returns the declarations of the optional keys and the patterns.
    pub(crate) fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        self.values.iter().chain(self.patterns.iter().map(|pattern| &pattern.declaration))
    }

    /// Returns the declarations of the optional keys and the patterns, mutably.
    pub(crate) fn declarations_mut(&mut self) -> impl Iterator<Item = &mut Declaration> {
        let patterns = self.patterns.iter_mut().map(|pattern| &mut pattern.declaration);
        self.values.iter_mut().chain(patterns)
    }

    /// Returns the removed key that equals `key`.
    pub(crate) fn removed(&self, key: &Yaml) -> Option<&RemovedKey> {
        self.removed.iter().find(|removed| removed.key.same_scalar(key))
    }

    /// Returns the number of optional keys and patterns.
    pub(crate) fn len(&self) -> usize {
        self.values.len() + self.patterns.len()
    }

    /// Returns the declaration of the optional key or pattern with the index `at`.
    pub(crate) fn declaration(&self, at: u32) -> Option<&Declaration> {
        let at = at as usize;
        let pattern = |at: usize| self.patterns.get(at).map(|pattern| &pattern.declaration);
        self.values.get(at).or_else(|| pattern(at - self.values.len()))
    }

    /// Returns the index of the pattern of a slot; `None` for optional keys.
    pub(crate) fn pattern_of(&self, slot: Slot) -> Option<usize> {
        match slot {
            Slot::Open(at) => (at as usize).checked_sub(self.values.len()),
            Slot::Named(_) => None,
        }
    }

    /// Returns the optional key or pattern that claims `key`.
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
    /// Describes the matching keys, for a list of keys.
    pub fn listed(&self) -> String {
        match &self.allowed {
            Allowed::Any => "any key".to_owned(),
            Allowed::Matching(pattern) => format!("/{}/", pattern.text()),
            Allowed::Function(_) => format!("what {} allows", display_key(&self.key)),
        }
    }

    /// Describes the matching keys, after a number of items.
    pub fn matching(&self) -> String {
        match &self.allowed {
            Allowed::Any => "with any key".to_owned(),
            Allowed::Matching(pattern) => format!("matching \"{}\"", pattern.text()),
            Allowed::Function(_) => format!("that {} allows", display_key(&self.key)),
        }
    }
}
