//! Values of code to nodes and back.

use num_traits::ToPrimitive;
use yardstick_starlark::{Dict, Error, Result, Text, Value};

use crate::{
    fragment::{Content, Fragment},
    structs::Struct,
    tree::{Array, ArrayItem, Map, MapItem, Position, Yaml},
};

/// Values nested deeper than this are refused: nothing that is meant reaches it, and it bounds every
/// later walk.
const MAX_DEPTH: usize = 1_000;

/// The node for `value`; collections are copied.
pub fn to_yaml(value: &Value) -> Result<Yaml> {
    to_yaml_at(value, Position::UNKNOWN)
}

/// The node for `value`, which an expression at `position` made.
pub fn to_yaml_at(value: &Value, position: Position) -> Result<Yaml> {
    let yaml = nested_to_yaml(value, position.computed(), 0)?;
    // Fragments bring levels of their own.
    if yaml.depth() as usize > MAX_DEPTH { Err(too_deep()) } else { Ok(yaml) }
}

fn too_deep() -> Error {
    Error::new(format!("value is nested deeper than {MAX_DEPTH} levels"))
}

fn nested_to_yaml(value: &Value, position: Position, depth: usize) -> Result<Yaml> {
    if let Some(scalar) = scalar_to_yaml(value) {
        return Ok(scalar);
    }
    if depth >= MAX_DEPTH {
        return Err(too_deep());
    }
    let nested = |value: &Value| nested_to_yaml(value, position, depth + 1);
    let item = |value: &Value| Ok(ArrayItem { position, ..ArrayItem::new(nested(value)?) });
    let pair = |key: &Value, value: &Value| {
        Ok(MapItem { position, ..MapItem::new(nested(key)?, nested(value)?) })
    };
    match value {
        Value::List(list) => {
            let items = list.borrow().iter().map(item).collect::<Result<_>>()?;
            Ok(Array::computed(items).into())
        }
        Value::Tuple(tuple) => {
            let items = tuple.iter().map(item).collect::<Result<_>>()?;
            Ok(Array::computed(items).into())
        }
        Value::Set(set) => {
            let items = set.items().iter().map(item).collect::<Result<_>>()?;
            Ok(Array::computed(items).into())
        }
        Value::Dict(dict) => {
            let items = dict
                .entries()
                .iter()
                .map(|(key, value)| pair(key, value))
                .collect::<Result<_>>()?;
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
            if let Some(fields) = host.downcast::<Struct>() {
                if let Some(refusal) = fields.refusal() {
                    return Err(Error::new(format!("Unable to convert value: {refusal}")));
                }
                let items = fields
                    .fields()
                    .iter()
                    .map(|(name, value)| pair(&Value::Str(name.clone()), value))
                    .collect::<Result<_>>()?;
                return Ok(Map::computed(items).into());
            }
            Err(refused(value))
        }
        _ => Err(refused(value)),
    }
}

fn refused(value: &Value) -> Error {
    Error::new(format!(
        "Unable to convert value: {} is not a YAML value (expected null, boolean, number, string, list, dict, struct or yamlfragment)",
        value.type_name()
    ))
    .note(value.is_callable().then(|| "it is a function: call it with ()".to_owned()))
}

/// The node for a scalar; nothing for other values.
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

/// What maps become.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Maps {
    Dicts,
    Structs,
}

/// The value for a node, maps as dicts and arrays as lists.
pub fn to_dicts(yaml: &Yaml) -> Result<Value> {
    collections_to_value(yaml, Maps::Dicts)
}

/// The value for a node, maps as structs and arrays as lists: how data values reach templates.
pub fn to_structs(yaml: &Yaml) -> Result<Value> {
    collections_to_value(yaml, Maps::Structs)
}

fn collections_to_value(yaml: &Yaml, maps: Maps) -> Result<Value> {
    match yaml {
        Yaml::Array(array) => {
            let items = array
                .items
                .iter()
                .map(|item| collections_to_value(&item.value, maps))
                .collect::<Result<_>>()?;
            Ok(Value::list(items))
        }
        Yaml::Map(map) if maps == Maps::Structs => {
            let mut fields = Vec::with_capacity(map.len());
            for item in map.items() {
                let name = match &item.key {
                    Yaml::Text(text) => text.clone(),
                    other => Text::from(display_key(other)),
                };
                fields.push((name, collections_to_value(&item.value, maps)?));
            }
            Ok(Value::host(Struct::new(fields)))
        }
        Yaml::Map(map) => {
            let mut entries = Vec::with_capacity(map.len());
            for item in map.items() {
                entries.push((key_to_value(&item.key), collections_to_value(&item.value, maps)?));
            }
            Ok(Value::Dict(Dict::from_entries(entries)?))
        }
        scalar => Ok(scalar_to_value(scalar).unwrap_or_default()),
    }
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

/// A key as messages show it.
pub fn display_key(key: &Yaml) -> String {
    match key {
        Yaml::Text(text) => text.to_lossy().into_owned(),
        other => crate::print::to_yaml_text(other).trim_end().to_owned(),
    }
}

/// The host's name for the type of a value, as some messages of the reference show it.
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
