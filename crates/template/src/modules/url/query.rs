//! Query parameters: `a=1&b=2`.

use std::collections::BTreeMap;

use yardstick_starlark::{Args, Dict, Error, Result, Text, Thread, Value};

use super::{
    super::args,
    escape::{Part, escape, unescape},
};
use crate::{convert, structs::Struct};

/// Encodes a dict of lists as text, with sorted keys.
pub(super) fn encode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let value = args::one(args)?;
    let entries = entries(value).ok_or_else(|| wrong("argument to be a map", value))?;
    let mut params: BTreeMap<&[u8], Vec<Text>> = BTreeMap::new();
    for (key, values) in &entries {
        let Value::Str(key) = key else {
            return Err(wrong("map key to be string", key));
        };
        let values = items(values).ok_or_else(|| wrong("map value to be array", values))?;
        let values = values.into_iter().map(|value| match value {
            Value::Str(text) => Ok(text),
            other => Err(wrong("array value to be string", &other)),
        });
        params.insert(key.as_bytes(), values.collect::<Result<_>>()?);
    }
    let mut out: Vec<u8> = Vec::new();
    for (key, values) in &params {
        for value in values {
            if !out.is_empty() {
                out.push(b'&');
            }
            out.extend(escape(key, Part::Query));
            out.push(b'=');
            out.extend(escape(value.as_bytes(), Part::Query));
        }
    }
    Ok(Value::str(out))
}

fn entries(value: &Value) -> Option<Vec<(Value, Value)>> {
    match value {
        Value::Dict(dict) => Some(dict.entries()),
        Value::Host(host) => {
            let fields = host.downcast::<Struct>().filter(|fields| fields.refusal().is_none())?;
            let field = |(name, value): &(Text, Value)| (Value::Str(name.clone()), value.clone());
            Some(fields.fields().iter().map(field).collect())
        }
        _ => None,
    }
}

fn items(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::List(list) => Some(list.to_vec()),
        Value::Tuple(tuple) => Some(tuple.to_vec()),
        Value::Set(set) => Some(set.items()),
        _ => None,
    }
}

fn wrong(expected: &str, value: &Value) -> Error {
    Error::new(format!("expected {expected}, but was {}", convert::host_type(value)))
}

/// Decodes text to a dict of lists, with sorted keys.
pub(super) fn decode(_: &mut Thread, args: &Args<'_>) -> Result<Value> {
    let text = args::one_string(args)?.as_bytes();
    let mut params: BTreeMap<Vec<u8>, Vec<Value>> = BTreeMap::new();
    // A semicolon is a separator, too.
    for pair in text.split(|byte| matches!(byte, b'&' | b';')).filter(|pair| !pair.is_empty()) {
        let (key, value) = match memchr::memchr(b'=', pair) {
            Some(at) => (&pair[..at], &pair[at + 1..]),
            None => (pair, &b""[..]),
        };
        let key = unescape(key, Part::Query)?;
        let value = Value::str(unescape(value, Part::Query)?);
        params.entry(key).or_default().push(value);
    }
    let entries = params.into_iter().map(|(key, values)| (Value::str(key), Value::list(values)));
    Dict::from_entries(entries).map(Value::Dict)
}
