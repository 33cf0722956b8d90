//! The value of a node: a scalar, a map or an array.

use std::rc::Rc;

use yardstick_starlark::Text;

use super::{Array, Extent, Map, Position};

/// A value of the evaluated tree. Sixteen bytes; clones share their contents.
#[derive(Clone, Debug, Default)]
pub enum Yaml {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A signed integer of at most 64 bits.
    Int(i64),
    /// An integer above the signed 64-bit range.
    UInt(u64),
    /// A floating point number.
    Float(f64),
    /// Text; usually UTF-8, but code can create any bytes.
    Text(Text),
    /// An ordered map.
    Map(Rc<Map>),
    /// A list.
    Array(Rc<Array>),
}

/// The kind of a value or node, with its name in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `boolean`
    Bool,
    /// `integer`
    Int,
    /// `float`
    Float,
    /// `string`
    Text,
    /// `map`
    Map,
    /// `array`
    Array,
}

impl Kind {
    /// Returns the name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "boolean",
            Kind::Int => "integer",
            Kind::Float => "float",
            Kind::Text => "string",
            Kind::Map => "map",
            Kind::Array => "array",
        }
    }
}

impl Yaml {
    /// Creates a text.
    pub fn text(text: &str) -> Self {
        Yaml::Text(Text::from(text))
    }

    /// Returns its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Yaml::Null => Kind::Null,
            Yaml::Bool(_) => Kind::Bool,
            Yaml::Int(_) | Yaml::UInt(_) => Kind::Int,
            Yaml::Float(_) => Kind::Float,
            Yaml::Text(_) => Kind::Text,
            Yaml::Map(_) => Kind::Map,
            Yaml::Array(_) => Kind::Array,
        }
    }

    /// Returns the map, if it is one.
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Yaml::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Returns the array, if it is one.
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Yaml::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Returns the text, if it is one.
    pub fn as_text(&self) -> Option<&Text> {
        match self {
            Yaml::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is null, or a map or array without items.
    pub fn is_empty(&self) -> bool {
        match self {
            Yaml::Null => true,
            Yaml::Map(map) => map.is_empty(),
            Yaml::Array(array) => array.is_empty(),
            _ => false,
        }
    }

    /// Returns its size when shared parts are written out.
    pub fn extent(&self) -> Extent {
        Extent::of(self)
    }

    /// Whether both are the same scalar: same kind and same value, so `1` is neither `1.0` nor `"1"`. Collections are
    /// the same only if they are the same object.
    pub fn same_scalar(&self, other: &Yaml) -> bool {
        match (self, other) {
            (Yaml::Null, Yaml::Null) => true,
            (Yaml::Bool(a), Yaml::Bool(b)) => a == b,
            (Yaml::Int(a), Yaml::Int(b)) => a == b,
            (Yaml::UInt(a), Yaml::UInt(b)) => a == b,
            #[allow(clippy::float_cmp, reason = "sameness of keys is exact")]
            (Yaml::Float(a), Yaml::Float(b)) => a == b,
            (Yaml::Text(a), Yaml::Text(b)) => a == b,
            (Yaml::Map(a), Yaml::Map(b)) => Rc::ptr_eq(a, b),
            (Yaml::Array(a), Yaml::Array(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Yaml {
    /// Returns this value with `position` for all items without a position.
    #[must_use]
    pub fn with_position(self, position: Position) -> Self {
        self.map_positions(&|own| own.or(position))
    }

    /// Returns this value with the positions of all items mapped by `other`.
    #[must_use]
    pub fn map_positions(mut self, other: &impl Fn(Position) -> Position) -> Self {
        match &mut self {
            Yaml::Map(map) => {
                for item in Rc::make_mut(map).values_mut() {
                    item.position = other(item.position);
                    item.value = std::mem::take(&mut item.value).map_positions(other);
                }
            }
            Yaml::Array(array) => {
                for item in &mut Rc::make_mut(array).items {
                    item.position = other(item.position);
                    item.value = std::mem::take(&mut item.value).map_positions(other);
                }
            }
            _ => {}
        }
        self
    }
}

impl From<bool> for Yaml {
    fn from(value: bool) -> Self {
        Yaml::Bool(value)
    }
}

impl From<i64> for Yaml {
    fn from(value: i64) -> Self {
        Yaml::Int(value)
    }
}

impl From<f64> for Yaml {
    fn from(value: f64) -> Self {
        Yaml::Float(value)
    }
}

impl From<&str> for Yaml {
    fn from(value: &str) -> Self {
        Yaml::text(value)
    }
}

impl From<Text> for Yaml {
    fn from(value: Text) -> Self {
        Yaml::Text(value)
    }
}

impl From<Map> for Yaml {
    fn from(value: Map) -> Self {
        Yaml::Map(Rc::new(value))
    }
}

impl From<Array> for Yaml {
    fn from(value: Array) -> Self {
        Yaml::Array(Rc::new(value))
    }
}
