//! Values in a schema: defaults, listed values, examples.

use yardstick_template::{
    convert::display_key,
    tree::{Array, ArrayItem, Map, MapItem, Yaml},
};
use yardstick_yaml::{
    NodeId,
    json::{Member, Number, Type, View},
};

/// Deeper values cannot be written in an annotation.
const MAX_DEPTH: usize = 60;
/// Larger values are not copied into a schema.
const MAX_PARTS: usize = 10_000;

/// A value of a schema.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    Text(String),
    List(Vec<Literal>),
    Map(Vec<(String, Literal)>),
}

impl Literal {
    /// Reads the value of node `id`. The error says why it cannot be written.
    pub(crate) fn read(view: &View, id: NodeId) -> Result<Self, &'static str> {
        Reader { view, parts: 0 }.value(id, 0)
    }

    /// Returns the value in the form that template documents use.
    pub(crate) fn to_yaml(&self) -> Yaml {
        match self {
            Literal::Null => Yaml::Null,
            Literal::Bool(value) => Yaml::Bool(*value),
            // Integers come from documents, so they fit in 64 bits.
            Literal::Int(value) => match i64::try_from(*value) {
                Ok(value) => Yaml::Int(value),
                Err(_) => u64::try_from(*value).map_or(Yaml::Float(*value as f64), Yaml::UInt),
            },
            Literal::Float(value) => Yaml::Float(*value),
            Literal::Text(text) => Yaml::text(text),
            Literal::List(items) => {
                let items = items.iter().map(|item| ArrayItem::new(item.to_yaml()));
                Array::new(items.collect()).into()
            }
            Literal::Map(members) => {
                let items = members.iter();
                let items = items.map(|(key, value)| MapItem::new(key.as_str(), value.to_yaml()));
                Map::new(items.collect()).into()
            }
        }
    }

    /// Converts a value of a document.
    pub(crate) fn of_yaml(value: &Yaml) -> Self {
        match value {
            Yaml::Null => Literal::Null,
            Yaml::Bool(value) => Literal::Bool(*value),
            Yaml::Int(value) => Literal::Int((*value).into()),
            Yaml::UInt(value) => Literal::Int((*value).into()),
            Yaml::Float(value) => Literal::Float(*value),
            Yaml::Text(text) => Literal::Text(text.to_lossy().into_owned()),
            Yaml::Array(array) => {
                Literal::List(array.items.iter().map(|item| Self::of_yaml(&item.value)).collect())
            }
            Yaml::Map(map) => {
                let items = map.items().iter();
                let member = |item: &MapItem| (display_key(&item.key), Self::of_yaml(&item.value));
                Literal::Map(items.map(member).collect())
            }
        }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        !matches!(self, Literal::List(_) | Literal::Map(_))
    }

    /// Returns the value as the nearest floating-point number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Literal::Int(value) => Some(*value as f64),
            Literal::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether it is a whole number, written as an integer or not.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Literal::Int(_) => true,
            Literal::Float(value) => value.fract() == 0.0,
            _ => false,
        }
    }

    /// Returns the number as an integer, if it is whole.
    pub(crate) fn to_whole(&self) -> Option<Literal> {
        match self {
            Literal::Int(_) => Some(self.clone()),
            Literal::Float(value) if value.fract() == 0.0 && value.abs() < 9e15 => {
                Some(Literal::Int(*value as i128))
            }
            _ => None,
        }
    }

    /// Returns the number as a float.
    pub(crate) fn to_float(&self) -> Option<Literal> {
        self.number().map(Literal::Float)
    }

    /// Whether both are equal in JSON: `1` and `1.0` are the same number.
    #[allow(clippy::float_cmp)] // equal is what is asked for
    pub(crate) fn same(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Int(left), Literal::Int(right)) => left == right,
            (Literal::Int(_) | Literal::Float(_), Literal::Int(_) | Literal::Float(_)) => {
                self.number() == other.number()
            }
            (Literal::List(left), Literal::List(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(l, r)| l.same(r))
            }
            (Literal::Map(left), Literal::Map(right)) => {
                left.len() == right.len()
                    && left.iter().all(|(key, value)| {
                        right.iter().any(|(name, other)| name == key && value.same(other))
                    })
            }
            (left, right) => left == right,
        }
    }
}

struct Reader<'v> {
    view: &'v View,
    parts: usize,
}

impl Reader<'_> {
    fn value(&mut self, id: NodeId, depth: usize) -> Result<Literal, &'static str> {
        self.parts += 1;
        if depth > MAX_DEPTH {
            return Err("it is nested too deep");
        }
        if self.parts > MAX_PARTS {
            return Err("it is too large");
        }
        let id = self.view.node(id).id();
        Ok(match self.view.type_of(id) {
            Type::Null => Literal::Null,
            Type::True => Literal::Bool(true),
            Type::False => Literal::Bool(false),
            Type::Integer | Type::Float => number(self.view, id)?,
            Type::String => Literal::Text(self.view.node(id).text().to_owned()),
            Type::Array => {
                let items = self.view.node(id).items();
                let items = items.map(|item| self.value(item.id(), depth + 1));
                Literal::List(items.collect::<Result<_, _>>()?)
            }
            Type::Object => {
                let mut members = Vec::new();
                for Member { key, value } in self.view.members(id) {
                    let value = self.value(value, depth + 1)?;
                    members.push((self.view.name(key).to_owned(), value));
                }
                Literal::Map(members)
            }
        })
    }
}

fn number(view: &View, id: NodeId) -> Result<Literal, &'static str> {
    const TOO_LARGE: &str = "the integer does not fit into 64 bits";
    match view.number(id) {
        Some(Number::Int(value)) => Ok(Literal::Int(value.into())),
        Some(Number::UInt(value)) => Ok(Literal::Int(value.into())),
        Some(Number::Float(value)) if value.is_finite() => Ok(Literal::Float(value)),
        Some(number @ Number::Decimal(_)) if number.approximate().is_finite() => {
            Ok(Literal::Float(number.approximate()))
        }
        Some(Number::Big(_)) => Err(TOO_LARGE),
        _ => Err("JSON has no such number"),
    }
}
