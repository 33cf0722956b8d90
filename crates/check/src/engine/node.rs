//! One value of the checked document, as the engine sees it.

use std::borrow::Cow;

use jsonschema::{
    JsonType,
    json::{Array as EngineArray, Json, Node, NodeIdentity},
};
use yardstick_yaml::{
    NodeId,
    json::{Type, View},
    tree::Items,
};

use super::{
    Key, budget, handle, literal::equals_literal, number::EngineNumber, object::Object, whole,
};

/// Marks YAML trees as a representation of JSON for the engine.
#[derive(Debug)]
pub struct Yaml;

impl Json for Yaml {
    type Node<'a> = Value<'a>;
    type PreparedKey = Key;
    type StringBuffer = ();

    fn prepare_key(key: &str) -> Key {
        Key::new(key)
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(Value<'_>) -> T) -> T {
        f(Value::Text(string))
    }
}

/// A value: a node of a view, or a property name under `propertyNames`.
#[derive(Clone, Copy, Debug)]
pub enum Value<'v> {
    /// The node with this number, with aliases resolved.
    Node(&'v View, NodeId),
    /// A property name.
    Text(&'v str),
}

impl<'v> Value<'v> {
    /// Creates the value of node `id`, or of the node that an alias refers to.
    pub fn new(view: &'v View, id: NodeId) -> Self {
        Value::Node(view, view.node(id).id())
    }

    fn type_of(&self) -> Type {
        budget::count(1);
        match *self {
            Value::Node(view, id) => view.type_of(id),
            Value::Text(_) => Type::String,
        }
    }
}

impl<'v> Node<'v, Yaml> for Value<'v> {
    type Object = Object<'v>;
    type Array = Array<'v>;
    type Number = EngineNumber<'v>;

    fn as_object(&self) -> Option<Object<'v>> {
        budget::count(1);
        match *self {
            Value::Node(view, id) if view.type_of(id) == Type::Object => {
                Some(Object::new(view, id))
            }
            _ => None,
        }
    }

    fn as_array(&self) -> Option<Array<'v>> {
        budget::count(1);
        match *self {
            Value::Node(view, id) if view.type_of(id) == Type::Array => Some(Array { view, id }),
            _ => None,
        }
    }

    fn as_string(&self) -> Option<Cow<'v, str>> {
        budget::count(1);
        match *self {
            Value::Text(text) => Some(Cow::Borrowed(text)),
            Value::Node(view, id) if view.type_of(id) == Type::String => {
                Some(Cow::Borrowed(view.node(id).text()))
            }
            Value::Node(..) => None,
        }
    }

    fn as_number(&self) -> Option<EngineNumber<'v>> {
        budget::count(1);
        match *self {
            Value::Node(view, id) => view.number(id).map(EngineNumber),
            Value::Text(_) => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        match self.type_of() {
            Type::True => Some(true),
            Type::False => Some(false),
            _ => None,
        }
    }

    fn is_null(&self) -> bool {
        self.type_of() == Type::Null
    }

    fn is_number(&self) -> bool {
        matches!(self.type_of(), Type::Integer | Type::Float)
    }

    fn json_type(&self) -> JsonType {
        match self.type_of() {
            Type::Null => JsonType::Null,
            Type::True | Type::False => JsonType::Boolean,
            Type::Integer | Type::Float => JsonType::Number,
            Type::String => JsonType::String,
            Type::Array => JsonType::Array,
            Type::Object => JsonType::Object,
        }
    }

    fn equals_value(&self, expected: &serde_json::Value) -> bool {
        budget::count(1);
        match *self {
            Value::Node(view, id) => equals_literal(view, id, expected),
            Value::Text(text) => expected.as_str() == Some(text),
        }
    }

    /// Returns a [`handle`] instead of the value: the node's number, or the text of a property name.
    fn to_value(&self) -> Cow<'v, serde_json::Value> {
        budget::count(budget::ERROR);
        Cow::Owned(match *self {
            Value::Node(view, id) if whole::is_wanted(id) => {
                budget::count(view.tree().node_count() as u64);
                whole::tree(view, id)
            }
            Value::Node(_, id) => handle::to_json(id),
            Value::Text(text) => serde_json::Value::from(text),
        })
    }

    fn identity(&self) -> Option<NodeIdentity> {
        budget::count(1);
        Some(match *self {
            Value::Node(view, id) => NodeIdentity::tagged(std::ptr::from_ref(view) as usize, id.0),
            Value::Text(text) => NodeIdentity::tagged(text.as_ptr() as usize, u32::MAX),
        })
    }
}

/// A sequence as an array.
#[derive(Clone, Copy, Debug)]
pub struct Array<'v> {
    view: &'v View,
    id: NodeId,
}

impl<'v> EngineArray<'v, Yaml> for Array<'v> {
    type Node = Value<'v>;
    type ElementsIter = Elements<'v>;

    fn len(&self) -> usize {
        self.view.node(self.id).len()
    }

    fn elements(&self) -> Elements<'v> {
        Elements { view: self.view, items: self.view.node(self.id).items() }
    }

    fn is_unique(&self) -> bool {
        !self.view.has_repeated_items(self.id)
    }
}

/// The items of an array.
#[derive(Clone, Debug)]
pub struct Elements<'v> {
    view: &'v View,
    items: Items<'v>,
}

impl<'v> Iterator for Elements<'v> {
    type Item = Value<'v>;

    fn next(&mut self) -> Option<Value<'v>> {
        let item = self.items.next()?;
        budget::count(1);
        Some(Value::Node(self.view, item.dereferenced().id()))
    }
}
