//! Converts values of code to nodes and back.

use std::{borrow::Cow, rc::Rc};

use num_traits::ToPrimitive;
use yardstick_diagnostics::limits;
use yardstick_starlark::{
    Dict, Error, Result, Text, Value,
    memory::{self, Growth},
};

use crate::{
    fragment::{Content, Fragment},
    structs::Struct,
    tree::{Array, ArrayItem, Map, MapItem, Position, Yaml},
};

/// The maximum nesting depth of values. No real value reaches it, and it bounds the recursion of all later walks.
const MAX_DEPTH: usize = limits::NESTING as usize;

/// Converts `value` to a node; collections are copied.
pub fn to_yaml(value: &Value) -> Result<Yaml> {
    to_yaml_at(value, Position::UNKNOWN)
}

/// Converts `value`, the result of an expression at `position`, to a node.
pub fn to_yaml_at(value: &Value, position: Position) -> Result<Yaml> {
    if let Some(scalar) = scalar_to_yaml(value) {
        return Ok(scalar);
    }
    let mut conversion = Conversion { position: position.computed(), growth: Growth::of_value() };
    let yaml = conversion.node(value, 0)?;
    // Fragments add their own levels, and shared parts count each time they are written out.
    let extent = yaml.extent();
    if extent.depth as usize > MAX_DEPTH {
        return Err(too_deep());
    }
    memory::reserve(usize::try_from(extent.bytes).unwrap_or(usize::MAX))?;
    Ok(yaml)
}

fn too_deep() -> Error {
    Error::new(format!("value is nested deeper than {MAX_DEPTH} levels"))
}

/// A conversion in progress. Lists that share their items can be exponentially larger than they look, so the size of
/// the result is counted.
struct Conversion {
    position: Position,
    growth: Growth,
}

impl Conversion {
    fn node(&mut self, value: &Value, depth: usize) -> Result<Yaml> {
        if let Some(scalar) = scalar_to_yaml(value) {
            return Ok(scalar);
        }
        if depth >= MAX_DEPTH {
            return Err(too_deep());
        }
        match value {
            Value::List(list) => self.array(&list.borrow(), depth),
            Value::Tuple(tuple) => self.array(tuple, depth),
            Value::Set(set) => self.array(&set.items(), depth),
            Value::Dict(dict) => {
                let mut items = Vec::with_capacity(dict.len());
                self.growth.add_items::<MapItem>(dict.len())?;
                dict.try_each(|key, value| {
                    items.push(self.pair(key, value, depth)?);
                    Ok::<_, Error>(())
                })?;
                Ok(Map::computed(items).into())
            }
            Value::BigInt(number) => Err(Error::new(format!(
                "Unable to convert value: integer {number} does not fit 64 bits"
            ))),
            Value::Host(host) => {
                if let Some(fragment) = host.downcast::<Fragment>() {
                    return match fragment.content() {
                        Content::Empty => Ok(Yaml::Null),
                        Content::Value(yaml) => Ok(yaml),
                        Content::Documents(_) => Err(Error::new(
                            "expected a map, an array or a scalar; this is a document set",
                        )),
                    };
                }
                match host.downcast::<Struct>() {
                    Some(fields) => self.fields(fields, depth),
                    None => Err(refused(value)),
                }
            }
            _ => Err(refused(value)),
        }
    }

    fn array(&mut self, values: &[Value], depth: usize) -> Result<Yaml> {
        self.growth.add_items::<ArrayItem>(values.len())?;
        let mut items = Vec::with_capacity(values.len());
        for value in values {
            let value = self.node(value, depth + 1)?;
            items.push(ArrayItem { position: self.position, ..ArrayItem::new(value) });
        }
        Ok(Array::computed(items).into())
    }

    fn fields(&mut self, fields: &Struct, depth: usize) -> Result<Yaml> {
        if let Some(refusal) = fields.refusal() {
            return Err(Error::new(format!("Unable to convert value: {refusal}")));
        }
        self.growth.add_items::<MapItem>(fields.fields().len())?;
        let mut items = Vec::with_capacity(fields.fields().len());
        for (name, value) in fields.fields() {
            items.push(self.pair(&Value::Str(name.clone()), value, depth)?);
        }
        Ok(Map::computed(items).into())
    }

    fn pair(&mut self, key: &Value, value: &Value, depth: usize) -> Result<MapItem> {
        let (key, value) = (self.node(key, depth + 1)?, self.node(value, depth + 1)?);
        Ok(MapItem { position: self.position, ..MapItem::new(key, value) })
    }
}

fn refused(value: &Value) -> Error {
    Error::new(format!(
        "Unable to convert value: {} is not a YAML value (expected null, boolean, number, string, list, dict, struct or yamlfragment)",
        value.type_name()
    ))
    .note(value.is_callable().then(|| "it is a function: call it with ()".to_owned()))
}

/// Converts a scalar to a node; `None` for other values.
pub fn scalar_to_yaml(value: &Value) -> Option<Yaml> {
    match value {
        Value::None => Some(Yaml::Null),
        Value::Bool(value) => Some(Yaml::Bool(*value)),
        Value::Int(value) => Some(Yaml::Int(*value)),
        Value::BigInt(value) => value.to_u64().map(Yaml::UInt),
        Value::Float(value) => Some(Yaml::Float(*value)),
        Value::Str(text) => Some(Yaml::Text(text.clone())),
        _ => None,
    }
}

/// The value for a scalar; nothing for maps and arrays.
#[inline]
pub fn scalar_to_value(yaml: &Yaml) -> Option<Value> {
    match yaml {
        Yaml::Null => Some(Value::None),
        Yaml::Bool(value) => Some(Value::Bool(*value)),
        Yaml::Int(value) => Some(Value::Int(*value)),
        Yaml::UInt(value) => Some(Value::from(*value)),
        Yaml::Float(value) => Some(Value::Float(*value)),
        Yaml::Text(text) => Some(Value::Str(text.clone())),
        Yaml::Map(_) | Yaml::Array(_) => None,
    }
}

/// Converts a node to a value, with maps as dicts and arrays as lists.
pub fn to_dicts(yaml: &Yaml) -> Result<Value> {
    match yaml {
        Yaml::Array(array) => {
            let items = array.items.iter().map(|item| to_dicts(&item.value));
            Ok(Value::list(items.collect::<Result<_>>()?))
        }
        Yaml::Map(map) => {
            let mut entries = Vec::with_capacity(map.len());
            for item in map.items() {
                entries.push((key_to_value(&item.key), to_dicts(&item.value)?));
            }
            Ok(Value::Dict(Dict::from_entries(entries)?))
        }
        scalar => Ok(scalar_to_value(scalar).unwrap_or_default()),
    }
}

/// Converts a node to a value, with maps as structs and arrays as lists. This is how templates get data values.
pub fn to_structs(yaml: &Yaml) -> Value {
    match yaml {
        Yaml::Array(array) => {
            Value::list(array.items.iter().map(|item| field_value(&item.value)).collect())
        }
        Yaml::Map(map) => Value::host(Struct::of_map(Rc::clone(map), struct_fields)),
        scalar => scalar_to_value(scalar).unwrap_or_default(),
    }
}

/// The fields of the struct for `map`. Structs inside of it get theirs later.
fn struct_fields(map: &Map) -> Vec<(Text, Value)> {
    map.items().iter().map(|item| (field_name(item), field_value(&item.value))).collect()
}

/// The name of the field for `item`.
fn field_name(item: &MapItem) -> Text {
    match &item.key {
        Yaml::Text(text) => text.clone(),
        other => Text::from(display_key(other)),
    }
}

/// The value for a node inside of another, most of which are scalars.
fn field_value(yaml: &Yaml) -> Value {
    scalar_to_value(yaml).unwrap_or_else(|| to_structs(yaml))
}

/// A key as a value that can be a key again: arrays become tuples.
fn key_to_value(yaml: &Yaml) -> Value {
    match yaml {
        Yaml::Array(array) => {
            Value::tuple(array.items.iter().map(|item| key_to_value(&item.value)).collect())
        }
        scalar => Fragment::of_yaml(scalar),
    }
}

/// Formats a key for messages.
pub fn display_key(key: &Yaml) -> String {
    key_text(key).into_owned()
}

/// Formats a key for messages, without a copy of one that is text already.
pub fn key_text(key: &Yaml) -> Cow<'_, str> {
    match key {
        Yaml::Text(text) => text.to_lossy(),
        other => Cow::Owned(crate::print::to_yaml_text(other).trim_end().to_owned()),
    }
}

/// Returns the host's name for the type of a value, which some messages of the reference show.
pub fn host_type(value: &Value) -> &'static str {
    match value {
        Value::None => "<nil>",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::BigInt(_) => "uint64",
        Value::Float(_) => "float64",
        Value::Str(_) => "string",
        Value::List(_) | Value::Tuple(_) | Value::Set(_) => "[]interface {}",
        Value::Dict(_) => "*orderedmap.Map",
        Value::Host(host) if host.downcast::<Struct>().is_some() => "*orderedmap.Map",
        Value::Host(host) if host.downcast::<Fragment>().is_some() => "yamlfragment",
        _ => "function",
    }
}
