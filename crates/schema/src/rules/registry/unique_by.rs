//! `unique_by=`: no two items of an array have the same value for a key, such as the names of containers and ports.

use std::collections::HashMap;

use yardstick_starlark::{Result, Value};
use yardstick_template::{
    convert,
    tree::{Kind, Yaml},
};

use super::unique::canonical;
use crate::{
    model::{Declaration, Type},
    rules::{
        Argument, BadArgument, Misfit, NamedRule, RuleKind, Ruled, fail,
        kind::nothing,
        kubernetes::{Shape, property},
        unsuitable,
    },
};

pub(super) const UNIQUE_BY: RuleKind = RuleKind {
    name: "unique_by",
    aliases: &[],
    argument: Argument::One("a key"),
    meaning: "an array of maps that differ in this key; items without it, or with null, do not count",
    example: "unique_by=\"name\"",
    read: |_, argument| UniqueBy::read(argument),
    import: nothing,
};

/// A key whose value must differ in all items.
#[derive(Debug)]
struct UniqueBy {
    key: Value,
}

impl UniqueBy {
    fn read(argument: &Value) -> Result<Box<dyn NamedRule>, BadArgument> {
        match argument {
            Value::Str(_) => Ok(Box::new(Self { key: argument.clone() })),
            _ => Err(BadArgument::Expected("a string")),
        }
    }

    /// Returns the index of the first item that repeats the key's value of an earlier one, and the index of that one.
    fn first_repeated(&self, items: &[Yaml]) -> Option<(usize, usize)> {
        let key = convert::scalar_to_yaml(&self.key)?;
        let mut seen = HashMap::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            let value = item.as_map().and_then(|map| map.get(&key)).map(|found| &found.value);
            let Some(value) = value.filter(|value| !matches!(value, Yaml::Null)) else { continue };
            let mut text = String::new();
            canonical(value, &mut text);
            if let Some(first) = seen.insert(text, at) {
                return Some((at, first));
            }
        }
        None
    }
}

impl NamedRule for UniqueBy {
    fn must_be(&self) -> String {
        format!("items with a different {} each", self.key.to_repr())
    }

    fn check(&self, value: &Value) -> Result<()> {
        if matches!(value, Value::Str(_)) {
            return Err(unsuitable(value, "items"));
        }
        let Yaml::Array(array) = convert::to_yaml(value)? else {
            return Err(unsuitable(value, "items"));
        };
        let items: Vec<Yaml> = array.items.iter().map(|item| item.value.clone()).collect();
        match self.first_repeated(&items) {
            None => Ok(()),
            Some((at, first)) => {
                let key = self.key.to_repr();
                Err(fail(format_args!("item [{at}] has the same {key} as item [{first}]")))
            }
        }
    }

    fn concerns(&self, kind: Kind) -> bool {
        kind == Kind::Array
    }

    fn misfit(&self, node: Ruled<'_>) -> Option<Misfit> {
        match node.type_ {
            Type::Array(item) => match item.type_.not_null() {
                Type::Map(map) => Misfit::key(&self.key, map),
                _ => None,
            },
            _ => None,
        }
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        let Shape::Array(Some(Declaration { type_, .. })) = node.shape() else { return None };
        let Shape::Map(Some(map)) = Shape::of(type_) else { return None };
        let key = convert::scalar_to_yaml(&self.key)?;
        let (_, value) = map.named().find(|(name, _)| name.same_scalar(&key))?;
        // The values must be comparable and never null.
        if type_.accepts_null() || !matches!(value.type_, Type::Scalar(_)) {
            return None;
        }
        let key = property(map, &key)?;
        Some(format!(
            "self.all(one, !has(one.{key}) || self.exists_one(other, has(other.{key}) && other.{key} == one.{key}))"
        ))
    }
}
