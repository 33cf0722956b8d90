//! `unique=True`: no two items of an array are equal.

use std::{collections::HashMap, fmt::Write};

use yardstick_starlark::{Result, Value};
use yardstick_template::{
    convert,
    tree::{Array, Kind, Yaml},
};

use crate::{
    model::Type,
    rules::{Argument, Keyword, NamedRule, RuleKind, Ruled, Said, fail, unsuitable},
};

pub(super) const UNIQUE: RuleKind = RuleKind {
    name: "unique",
    aliases: &[],
    argument: Argument::Switch,
    meaning: "an array without equal items",
    example: "unique=True",
    read: |_, _| Ok(Box::new(Unique)),
    import,
};

fn import(keyword: Keyword<'_>) -> Option<Yaml> {
    let is_asked = match keyword.name {
        "uniqueItems" => matches!(keyword.value, Yaml::Bool(true)),
        "x-kubernetes-list-type" => keyword.value.as_text().is_some_and(|text| *text == "set"),
        _ => false,
    };
    is_asked.then_some(Yaml::Bool(true))
}

#[derive(Debug)]
struct Unique;

impl NamedRule for Unique {
    fn must_be(&self) -> String {
        "unique items".to_owned()
    }

    fn check(&self, value: &Value) -> Result<()> {
        if matches!(value, Value::Str(_)) {
            return Err(unsuitable(value, "items"));
        }
        let Yaml::Array(array) = convert::to_yaml(value)? else {
            return Err(unsuitable(value, "items"));
        };
        match first_repeated(&array) {
            None => Ok(()),
            Some((at, first)) => Err(fail(format_args!("item [{at}] equals item [{first}]"))),
        }
    }

    fn concerns(&self, kind: Kind) -> bool {
        kind == Kind::Array
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        match node.type_ {
            Type::Array(_) if node.is_whole() => {
                Some(Said::all(vec![("uniqueItems", true.into())]))
            }
            Type::Scalar(_) | Type::Map(_) => Some(Said::never()),
            _ => None,
        }
    }
}

/// Returns the index of the first item that repeats an earlier one, and the index of that one.
fn first_repeated(array: &Array) -> Option<(usize, usize)> {
    let mut seen = HashMap::with_capacity(array.len());
    for (at, item) in array.items.iter().enumerate() {
        let mut text = String::new();
        canonical(&item.value, &mut text);
        if let Some(first) = seen.insert(text, at) {
            return Some((at, first));
        }
    }
    None
}

/// Writes a text that is the same for equal values: keys are sorted, and `1.0` is written as `1`.
pub(super) fn canonical(value: &Yaml, out: &mut String) {
    let _ = match value {
        Yaml::Null => write!(out, "null"),
        Yaml::Bool(value) => write!(out, "{value}"),
        Yaml::Int(value) => write!(out, "{value}"),
        Yaml::UInt(value) => write!(out, "{value}"),
        // Whole floats are written without a fraction, like integers.
        Yaml::Float(value) if *value == 0.0 => write!(out, "0"),
        Yaml::Float(value) => write!(out, "{value}"),
        Yaml::Text(text) => write!(out, "{:?}", text.as_bytes()),
        Yaml::Array(array) => {
            out.push('[');
            for item in &array.items {
                canonical(&item.value, out);
                out.push(',');
            }
            write!(out, "]")
        }
        Yaml::Map(map) => {
            let mut entries: Vec<String> = map
                .items()
                .iter()
                .map(|item| {
                    let mut entry = String::new();
                    canonical(&item.key, &mut entry);
                    entry.push(':');
                    canonical(&item.value, &mut entry);
                    entry
                })
                .collect();
            entries.sort_unstable();
            write!(out, "{{{}}}", entries.join(","))
        }
    };
}
