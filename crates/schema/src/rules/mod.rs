//! Rules: what a valid value is, and what is wrong with one that is not.
//!
//! A rule with a name is one file in [`registry`] and one line in its table. The file says how the argument is
//! read ([`RuleKind`]) and what the rule does with it ([`NamedRule`]): the words for reports, the check,
//! the forms in JSON Schema and in the expressions of Kubernetes, and which other rules follow from it.
//! Annotations, functions of `@ytt:assert`, suggestions for misspelt names, exports, imports, comparisons
//! of schemas and the table in the documentation all ask the registry.

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
    /// What a valid value is.
    fn must_be(&self) -> String;

    /// What a valid value is, for readers of documentation.
    fn in_words(&self) -> String {
        self.must_be()
    }

    /// Checks a value that is not null; the message of the error says what is wrong with it.
    fn check(&self, value: &Value) -> Result<()>;

    /// Whether the rule is about values of `kind`; where a node takes several kinds, it is not tried on others.
    fn concerns(&self, _kind: Kind) -> bool {
        true
    }

    /// What was probably meant by a value that breaks the rule.
    fn suggestion(&self, _value: &Value) -> Option<&str> {
        None
    }

    /// The only values that keep the rule, where they can be listed.
    fn allowed_values(&self) -> Option<Vec<Yaml>> {
        None
    }

    /// Whether every value that the rule is about keeps it: `min_len=0`, which only takes other rules away.
    fn is_idle(&self) -> bool {
        false
    }

    /// What in the argument cannot be meant for the node.
    fn misfit(&self, _node: Ruled<'_>) -> Option<Misfit> {
        None
    }

    /// What JSON Schema (2020-12) says about the node's values, which are of one kind and not null.
    fn json_schema(&self, _node: Ruled<'_>) -> Option<Said> {
        None
    }

    /// Whether only texts of ASCII characters keep the rule.
    fn is_ascii_only(&self) -> bool {
        false
    }

    /// The expression of Kubernetes (CEL) over `self` that holds if and only if the rule does.
    fn cel(&self, _node: Ruled<'_>) -> Option<String> {
        None
    }

    /// Whether every value that keeps this rule keeps `other`; yes only if that is certain.
    fn implies(&self, _other: &dyn NamedRule) -> bool {
        false
    }

    /// Whether no value keeps this rule, a lower bound, and `other`, an upper one; yes only if that is certain.
    fn excludes(&self, _other: &dyn NamedRule) -> bool {
        false
    }
}

/// What in the argument of a rule cannot be meant.
#[derive(Debug)]
pub struct Misfit {
    /// What is wrong, after the name of the rule.
    pub text: String,
    /// What was probably meant.
    pub hint: Option<String>,
}

impl Misfit {
    /// A key of `map` that does not exist, and that no pattern allows.
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
    /// A function of the author.
    Custom(Custom),
    /// One of the rules in the registry.
    Named(Named),
}

/// A rule with a name, as an annotation asks for it.
#[derive(Debug)]
pub struct Named {
    /// Which rule it is.
    pub kind: &'static RuleKind,
    /// The rule with its argument.
    pub rule: Box<dyn NamedRule>,
    /// What a valid value is in the words of the author: `min_len=("a non-empty string", 1)`.
    pub description: Option<String>,
    /// Whether its argument, a pair, could also be read as a description and a value.
    pub is_ambiguous: bool,
}

impl Named {
    /// What a valid value is.
    pub fn must_be(&self) -> String {
        self.description.clone().unwrap_or_else(|| self.rule.must_be())
    }
}

impl Rule {
    /// What a valid value is.
    pub fn must_be(&self) -> String {
        match self {
            Rule::Custom(custom) => custom.description.clone(),
            Rule::Named(named) => named.must_be(),
        }
    }

    /// What a valid value is, for readers of documentation.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Rule::Named(Named { description: None, rule, .. }) => rule.in_words(),
            other => other.must_be(),
        }
    }

    /// What the rule asks for, without the words of its author; of functions there is nothing else.
    pub(crate) fn meaning(&self) -> String {
        match self {
            Rule::Custom(custom) => custom.description.clone(),
            Rule::Named(named) => named.rule.must_be(),
        }
    }

    /// Whether every value keeps it.
    pub(crate) fn is_idle(&self) -> bool {
        self.named().is_some_and(|named| named.description.is_none() && named.rule.is_idle())
    }

    /// The rule, if it is in the registry.
    pub fn named(&self) -> Option<&Named> {
        match self {
            Rule::Custom(_) => None,
            Rule::Named(named) => Some(named),
        }
    }

    /// What was probably meant by a value that breaks the rule.
    pub(crate) fn suggestion(&self, value: &Value) -> Option<&str> {
        self.named()?.rule.suggestion(value)
    }

    /// Checks `value`; the message of the error says what is wrong with it, and may be empty.
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

    /// Whether every value that keeps this rule keeps `other`; yes only if that is certain.
    pub(crate) fn implies(&self, other: &Rule) -> bool {
        if self.meaning() == other.meaning() {
            return true;
        }
        // Of a function nothing is known but its description.
        match (self, other) {
            (Rule::Named(own), Rule::Named(other)) => own.rule.implies(&*other.rule),
            _ => false,
        }
    }
}

/// `rule` as a rule of the type `T`.
fn of_type<T: NamedRule>(rule: &dyn NamedRule) -> Option<&T> {
    (rule as &dyn Any).downcast_ref()
}

/// A broken rule, worded as the function `fail` words it.
fn fail(found: impl fmt::Display) -> Error {
    Error::new(format!("fail: {found}"))
}
