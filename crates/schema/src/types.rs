//! What a schema declares: for each node its type, its default, its rules and what is said about it.
//!
//! Built once from a schema document and never changed; values are walked along with it.

use std::rc::Rc;

use yardstick_template::tree::{Kind, Map, Position, Yaml};

use crate::validate::Validation;

/// What a document, map item or array item may hold.
#[derive(Debug)]
pub struct Declaration {
    /// The node of the schema that declares it.
    pub position: Position,
    /// What kind of value it holds.
    pub type_: Type,
    /// What it holds unless a value is given.
    pub default: Yaml,
    /// What is said about it.
    pub documentation: Option<Box<Documentation>>,
    /// The rules its value has to keep.
    pub validation: Option<Rc<Validation>>,
}

/// A kind of value.
#[derive(Debug)]
pub enum Type {
    /// Anything.
    Any,
    /// A scalar of one kind.
    Scalar(Kind),
    /// A map with declared keys.
    Map(MapType),
    /// An array whose items are all alike.
    Array(Box<Declaration>),
    /// Null, or a value of the type inside.
    Nullable(Box<Type>),
}

/// The declared keys of a map.
#[derive(Debug)]
pub struct MapType {
    /// What each key holds; numbered like the items of `defaults`.
    pub values: Vec<Declaration>,
    /// Every key with its default: the default of the whole map, and the index of its keys.
    pub defaults: Rc<Map>,
}

/// What a schema says about a node for its readers.
#[derive(Debug, Default)]
pub struct Documentation {
    /// A short name.
    pub title: String,
    /// A description.
    pub description: String,
    /// Why it should not be used any more.
    pub deprecated: Option<String>,
    /// Values one could give, each with a description.
    pub examples: Vec<Example>,
}

/// A value one could give.
#[derive(Debug)]
pub struct Example {
    /// What it shows.
    pub description: String,
    /// The value as written, without defaults.
    pub value: Yaml,
}

impl Type {
    /// The type of a value that is not null.
    pub fn not_null(&self) -> &Type {
        match self {
            Type::Nullable(inner) => inner.not_null(),
            other => other,
        }
    }

    /// Its name in messages.
    pub fn name(&self) -> &'static str {
        match self {
            Type::Any => "any",
            Type::Scalar(kind) => kind.name(),
            Type::Map(_) => Kind::Map.name(),
            Type::Array(_) => Kind::Array.name(),
            Type::Nullable(inner) => inner.name(),
        }
    }

    /// Whether a scalar (or null) of `kind` is one of its values.
    pub fn accepts_scalar(&self, kind: Kind) -> bool {
        match self {
            Type::Any => true,
            // Every integer is a number; it stays written as an integer.
            Type::Scalar(Kind::Float) => matches!(kind, Kind::Float | Kind::Int),
            Type::Scalar(own) => *own == kind,
            Type::Map(_) | Type::Array(_) => false,
            Type::Nullable(inner) => kind == Kind::Null || inner.accepts_scalar(kind),
        }
    }
}

impl MapType {
    /// The declaration of `key`.
    pub fn get(&self, key: &Yaml) -> Option<&Declaration> {
        self.defaults.position_of(key).map(|at| &self.values[at])
    }

    /// The declared keys in order, each with what it holds.
    pub fn iter(&self) -> impl Iterator<Item = (&Yaml, &Declaration)> {
        self.defaults.items().iter().map(|item| &item.key).zip(&self.values)
    }
}
