//! The types of JSON Schema.

use yardstick_template::tree;

use crate::literal::Literal;

/// A type of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Null,
    Bool,
    Int,
    Number,
    Text,
    List,
    Map,
}

impl Kind {
    pub(crate) const ALL: [Kind; 7] =
        [Kind::Null, Kind::Bool, Kind::Int, Kind::Number, Kind::Text, Kind::List, Kind::Map];

    /// Returns the type that JSON Schema calls `name`.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the JSON Schema name of the type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Int => "integer",
            Kind::Number => "number",
            Kind::Text => "string",
            Kind::List => "array",
            Kind::Map => "object",
        }
    }

    /// Returns the name of the type in `@schema/type`; collections have none.
    pub(crate) fn type_name(self) -> Option<&'static str> {
        Some(match self {
            Kind::Null => "null",
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Number => "float",
            Kind::Text => "string",
            Kind::List | Kind::Map => return None,
        })
    }

    /// Returns the corresponding kind of data values.
    pub(crate) fn of_values(self) -> tree::Kind {
        match self {
            Kind::Null => tree::Kind::Null,
            Kind::Bool => tree::Kind::Bool,
            Kind::Int => tree::Kind::Int,
            Kind::Number => tree::Kind::Float,
            Kind::Text => tree::Kind::Text,
            Kind::List => tree::Kind::Array,
            Kind::Map => tree::Kind::Map,
        }
    }

    pub(crate) fn is_scalar(self) -> bool {
        self.type_name().is_some()
    }

    /// Returns the type of `value`. A whole number is an `integer`.
    pub(crate) fn of(value: &Literal) -> Self {
        match value {
            Literal::Null => Kind::Null,
            Literal::Bool(_) => Kind::Bool,
            Literal::Int(_) => Kind::Int,
            Literal::Float(_) if value.is_whole() => Kind::Int,
            Literal::Float(_) => Kind::Number,
            Literal::Text(_) => Kind::Text,
            Literal::List(_) => Kind::List,
            Literal::Map(_) => Kind::Map,
        }
    }

    /// Whether all values of type `other` also have this type.
    pub(crate) fn includes(self, other: Kind) -> bool {
        self == other || (self == Kind::Number && other == Kind::Int)
    }

    /// Returns the template code that tests whether `variable` has this type.
    pub(crate) fn test(self, variable: &str) -> String {
        let is = |name: &str| format!("type({variable}) == \"{name}\"");
        match self {
            Kind::Null => format!("{variable} == None"),
            Kind::Bool => is("bool"),
            Kind::Int => {
                format!("({} or ({} and {variable} == int({variable})))", is("int"), is("float"))
            }
            Kind::Number => format!("type({variable}) in (\"int\", \"float\")"),
            Kind::Text => is("string"),
            Kind::List => is("list"),
            Kind::Map => is("dict"),
        }
    }
}
