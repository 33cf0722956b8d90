//! Rules: what a valid value is, and what is wrong with an invalid one.
//!
//! A named rule is one file in [`registry`] and one line in its table. The file defines how the argument is read
//! ([`RuleKind`]) and what the rule does with it ([`NamedRule`]): the words for reports, the check, the forms in JSON
//! Schema and in CEL for Kubernetes, and which other rules it implies. Annotations, functions of `@ytt:assert`,
//! suggestions for misspelled names, exports, imports, schema comparison and the table in the documentation all use
//! the registry.

pub(crate) mod check_function;
mod concern;
mod custom;
mod decimal;
pub mod foreign;
pub mod key_count;
mod kind;
pub mod kubernetes;
pub(crate) mod message;
mod pair;
pub mod registry;
mod ruled;
pub(crate) mod said;
mod values;

use std::{any::Any, fmt};

use yardstick_diagnostics::spelling;
use yardstick_starlark::{Error, Result, Thread, Value};
use yardstick_template::{
    convert,
    tree::{Kind, Yaml},
};

use crate::model::MapType;

pub use custom::Custom;
pub(crate) use custom::{Answer, Context};
pub(crate) use kind::BadArgument;
pub use kind::{Argument, Keyword, RuleKind};
pub use message::Message;
pub(crate) use pair::{Split, switch};
pub use ruled::{Ruled, Values};
pub use said::{Loss, Said};
use values::unsuitable;
pub(crate) use values::{comparable, sequence};

/// Keywords of JSON Schema with their values.
pub type Keywords = Vec<(&'static str, Yaml)>;

/// A rule with a name and an argument.
pub trait NamedRule: Any + fmt::Debug {
    /// Describes a valid value.
    fn must_be(&self) -> String;

    /// Describes a valid value, for documentation.
    fn in_words(&self) -> String {
        self.must_be()
    }

    /// Checks a value that is not null. The error message says what is wrong with it.
    fn check(&self, value: &Value) -> Result<()>;

    /// Whether the rule applies to values of `kind`. If a node accepts several kinds, the rule is not checked on
    /// others.
    fn concerns(&self, _kind: Kind) -> bool {
        true
    }

    /// Returns what was probably meant by a value that violates the rule.
    fn suggestion(&self, _value: &Value) -> Option<&str> {
        None
    }

    /// Returns the allowed values, if they can be listed.
    fn allowed_values(&self) -> Option<Vec<Yaml>> {
        None
    }

    /// Whether every value that the rule applies to satisfies it. For example, `min_len=0` only overrides other
    /// rules.
    fn is_idle(&self) -> bool {
        false
    }

    /// Returns the part of the argument that is probably a mistake for this node.
    fn misfit(&self, _node: Ruled<'_>) -> Option<Misfit> {
        None
    }

    /// Returns JSON Schema (2020-12) keywords for the node's values, which have one kind and are not null.
    fn json_schema(&self, _node: Ruled<'_>) -> Option<Said> {
        None
    }

    /// Whether only ASCII texts satisfy the rule.
    fn is_ascii_only(&self) -> bool {
        false
    }

    /// Returns a CEL expression for Kubernetes over `self` that holds if and only if the rule does.
    fn cel(&self, _node: Ruled<'_>) -> Option<String> {
        None
    }

    /// Whether every value that satisfies this rule satisfies `other`. Answers yes only if that is certain.
    fn implies(&self, _other: &dyn NamedRule) -> bool {
        false
    }

    /// Whether no value satisfies both this rule, a lower bound, and `other`, an upper bound. Answers yes only if
    /// that is certain.
    fn excludes(&self, _other: &dyn NamedRule) -> bool {
        false
    }
}

/// A probable mistake in the argument of a rule.
#[derive(Debug)]
pub struct Misfit {
    /// What is wrong. The text follows the name of the rule.
    pub text: String,
    /// What was probably meant.
    pub hint: Option<String>,
}

impl Misfit {
    /// Reports a key that `map` does not declare and no pattern matches.
    pub(crate) fn key(key: &Value, map: &MapType) -> Option<Self> {
        let name = convert::scalar_to_yaml(key)?;
        let is_open = map.open.as_ref().is_some_and(|open| !open.patterns.is_empty());
        if is_open || map.known(&name).is_some() {
            return None;
        }
        let known: Vec<String> = map.named().map(|(key, _)| convert::display_key(key)).collect();
        let known = known.iter().map(String::as_str);
        let hint = key.as_str().and_then(|key| spelling::hint(key, known));
        Some(Self {
            text: format!("names the key {}, which the map does not have", key.to_repr()),
            hint,
        })
    }
}

/// A rule of a node.
#[derive(Debug)]
pub enum Rule {
    /// A custom function.
    Custom(Custom),
    /// A rule from the registry.
    Named(Named),
}

/// A named rule, as an annotation declares it.
#[derive(Debug)]
pub struct Named {
    /// The registry entry.
    pub kind: &'static RuleKind,
    /// The rule with its argument.
    pub rule: Box<dyn NamedRule>,
    /// The author's description of a valid value: `min_len=("a non-empty string", 1)`.
    pub description: Option<String>,
    /// Whether its argument, a pair, could also be read as a description and a value.
    pub is_ambiguous: bool,
}

impl Named {
    /// Describes a valid value.
    pub fn must_be(&self) -> String {
        self.description.clone().unwrap_or_else(|| self.rule.must_be())
    }
}

impl Rule {
    /// Describes a valid value.
    pub fn must_be(&self) -> String {
        match self {
            Rule::Custom(custom) => custom.description.clone(),
            Rule::Named(named) => named.must_be(),
        }
    }

    /// Describes a valid value, for documentation.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Rule::Named(Named { description: None, rule, .. }) => rule.in_words(),
            other => other.must_be(),
        }
    }

    /// Returns what the rule checks, without the author's description. For a function, the description is all there
    /// is.
    pub(crate) fn meaning(&self) -> String {
        match self {
            Rule::Custom(custom) => custom.description.clone(),
            Rule::Named(named) => named.rule.must_be(),
        }
    }

    /// Whether every value satisfies it.
    pub(crate) fn is_idle(&self) -> bool {
        self.named().is_some_and(|named| named.description.is_none() && named.rule.is_idle())
    }

    /// Returns the named rule, if it is one.
    pub fn named(&self) -> Option<&Named> {
        match self {
            Rule::Custom(_) => None,
            Rule::Named(named) => Some(named),
        }
    }

    /// Returns what was probably meant by a value that violates the rule.
    pub(crate) fn suggestion(&self, value: &Value) -> Option<&str> {
        self.named()?.rule.suggestion(value)
    }

    /// Checks `value`. The error message says what is wrong with it, and may be empty.
    pub fn check(&self, thread: &mut Thread, value: &Value) -> Result<()> {
        match self {
            Rule::Named(named) => named.rule.check(value),
            Rule::Custom(custom) => {
                let nowhere = Context { parent: None, root: &Yaml::Null };
                match custom.ask(thread, value, nowhere)? {
                    Answer::Valid => Ok(()),
                    Answer::False(reason) => Err(Error::new(reason.unwrap_or_default())),
                    Answer::None | Answer::Pair | Answer::Other(_) => Err(Error::new("")),
                }
            }
        }
    }

    /// Whether every value that satisfies this rule satisfies `other`. Answers yes only if that is certain.
    pub(crate) fn implies(&self, other: &Rule) -> bool {
        if self.meaning() == other.meaning() {
            return true;
        }
        // A function can only be compared by its description.
        match (self, other) {
            (Rule::Named(own), Rule::Named(other)) => own.rule.implies(&*other.rule),
            _ => false,
        }
    }
}

/// Casts `rule` to the type `T`.
fn of_type<T: NamedRule>(rule: &dyn NamedRule) -> Option<&T> {
    (rule as &dyn Any).downcast_ref()
}

/// Creates the error for a violation, with the wording of the function `fail`.
fn fail(found: impl fmt::Display) -> Error {
    Error::new(format!("fail: {found}"))
}
