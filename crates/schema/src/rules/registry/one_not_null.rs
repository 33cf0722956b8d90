//! `one_not_null=`: exactly one of several keys has a value.

use yardstick_starlark::{Error, Result, Value};
use yardstick_template::{
    convert::{display_key, scalar_to_yaml},
    tree::{Array, ArrayItem, Kind, Map, MapItem, Yaml},
};

use crate::{
    model::{MapType, Type},
    rules::{
        Argument, BadArgument, Keyword, Misfit, NamedRule, RuleKind, Ruled, Said, Values,
        comparable,
        kubernetes::{Shape, property},
        said::{list, schema},
        sequence,
        values::list_repr,
    },
};

pub(super) const ONE_NOT_NULL: RuleKind = RuleKind {
    name: "one_not_null",
    aliases: &[],
    argument: Argument::Keys,
    meaning: "a map with exactly one of these keys not null",
    example: "one_not_null=[\"s3\", \"azure\"]",
    read: |_, keys| OneNotNull::read(keys),
    import,
};

/// Imports the keys, if each alternative only requires one key.
fn import(keyword: Keyword<'_>) -> Option<Yaml> {
    let (true, Yaml::Array(alternatives)) = (keyword.name == "oneOf", keyword.value) else {
        return None;
    };
    if keyword.kind != Kind::Map {
        return None;
    }
    let key = |item: &ArrayItem| {
        // Our own exports also require that the value is not null.
        let (only, others) = item.value.as_map()?.items().split_first()?;
        let not_null = schema([("not", schema([("enum", list([Yaml::Null]))]))]);
        let is_not_null = |other: &MapItem| {
            let is_properties = other.key.as_text().is_some_and(|key| *key == "properties");
            is_properties
                && other.value.as_map().is_some_and(|properties| {
                    let text = yardstick_template::print::to_yaml_text;
                    properties.items().iter().all(|item| text(&item.value) == text(&not_null))
                })
        };
        if !others.iter().all(is_not_null) {
            return None;
        }
        let is_required = only.key.as_text().is_some_and(|key| *key == "required");
        let Yaml::Array(names) = &only.value else { return None };
        let [name] = names.items.as_slice() else { return None };
        is_required.then(|| ArrayItem::new(name.value.clone()))
    };
    let keys: Option<Vec<ArrayItem>> = alternatives.items.iter().map(key).collect();
    Some(Array::new(keys?).into())
}

/// The keys of a map of which exactly one must have a value.
#[derive(Debug)]
struct OneNotNull {
    /// The keys; `None` means all.
    keys: Option<Vec<Value>>,
    /// The keys for messages.
    text: String,
}

impl OneNotNull {
    /// Reads `True`, for all keys of the map, or a sequence of keys.
    fn read(keys: &Value) -> Result<Box<dyn NamedRule>, BadArgument> {
        let (keys, text) = match keys {
            Value::Bool(true) => (None, "all children".to_owned()),
            Value::Bool(false) => {
                return Err(BadArgument::Worded {
                    annotation: "one_not_null= cannot be False".to_owned(),
                    function: "one_not_null() cannot be False".to_owned(),
                });
            }
            written => {
                let keys = sequence(written).ok_or_else(|| {
                    let was = format!("a sequence of keys, but was a '{}'", written.type_name());
                    BadArgument::Worded {
                        annotation: format!("expected True or {was}"),
                        function: format!("expected {was}"),
                    }
                })?;
                let text = list_repr(written, &keys);
                (Some(keys), text)
            }
        };
        Ok(Box::new(Self { keys, text }))
    }

    /// Expresses "exactly one key" for a map without named keys and without null values.
    fn of_pattern(node: Ruled<'_>, map: &MapType, held: Option<&Yaml>) -> Option<Said> {
        let is_alike = map.named().next().is_none()
            && matches!(held, None | Some(Yaml::Null | Yaml::Map(_)))
            && map.open.iter().flat_map(|open| &open.patterns).all(|pattern| {
                let declared = &pattern.declaration;
                !declared.type_.accepts_null() || declared.refuses_null()
            });
        if is_alike { node.keys(map, 1, Some(1)) } else { None }
    }

    /// Returns the keys as data; `None` if they cannot be listed.
    fn listed<'a>(
        &self,
        map: &'a MapType,
        all: impl Iterator<Item = &'a Yaml>,
    ) -> Option<Vec<Yaml>> {
        match &self.keys {
            // Nothing is known about unnamed keys.
            None if map.open.as_ref().is_some_and(|open| !open.patterns.is_empty()) => None,
            None => Some(all.cloned().collect()),
            Some(keys) => keys.iter().map(scalar_to_yaml).collect(),
        }
    }
}

/// When a key is not null, depending on the given values.
enum Presence {
    Always,
    Never,
    /// If the map satisfies this schema.
    If(Yaml),
}

impl Presence {
    /// Determines this for a key of a map that has the value `held` if the user gives none.
    fn of(map: &MapType, held: Option<&Yaml>, key: &Yaml) -> Self {
        let Some(declared) = map.known(key) else { return Presence::Never };
        let name = Yaml::text(&display_key(key));
        let accepts_null = declared.type_.accepts_null();
        let not_null = || {
            let refused = schema([("not", schema([("enum", list([Yaml::Null]))]))]);
            ("properties", Map::new(vec![MapItem::new(name.clone(), refused)]).into())
        };
        let is_named = map.defaults.position_of(key).is_some();
        let in_default = match held {
            Some(Yaml::Map(held)) => held.get(key).map(|item| &item.value),
            _ => None,
        };
        let default = in_default.or_else(|| is_named.then(|| map.held(None, key)));
        match default {
            Some(Yaml::Null) | None => {
                let required = ("required", list([name.clone()]));
                if accepts_null {
                    Presence::If(schema([required, not_null()]))
                } else {
                    Presence::If(schema([required]))
                }
            }
            Some(_) if accepts_null => Presence::If(schema([not_null()])),
            Some(_) => Presence::Always,
        }
    }
}

impl NamedRule for OneNotNull {
    fn must_be(&self) -> String {
        format!("exactly one of {} to be not null", self.text)
    }

    /// Checks a map. A missing key counts as null.
    fn check(&self, value: &Value) -> Result<()> {
        let Value::Dict(map) = comparable(value)? else {
            let type_name = match value {
                Value::Host(_) | Value::Tuple(_) | Value::Set(_) => comparable(value)?,
                other => other.clone(),
            };
            let type_name = type_name.type_name();
            return Err(Error::new(format!("value must be a map or dict, but was '{type_name}'")));
        };
        if map.is_empty() {
            return Err(Error::new("value is empty"));
        }
        let is_none = |value: &Value| matches!(value, Value::None);
        let mut given = Vec::new();
        match &self.keys {
            None => {
                let entries = map.entries().into_iter();
                given.extend(entries.filter(|(_, value)| !is_none(value)).map(|(key, _)| key));
            }
            Some(keys) => {
                for key in keys {
                    if map.get(key)?.is_some_and(|value| !is_none(&value)) {
                        given.push(key.clone());
                    }
                }
            }
        }
        match given.len() {
            0 => Err(Error::new("all values are null")),
            1 => Ok(()),
            _ => Err(Error::new(format!("{} are not null", Value::list(given).to_repr()))),
        }
    }

    fn concerns(&self, kind: Kind) -> bool {
        kind == Kind::Map
    }

    fn misfit(&self, node: Ruled<'_>) -> Option<Misfit> {
        let Type::Map(map) = node.type_ else { return None };
        self.keys.iter().flatten().find_map(|key| Misfit::key(key, map))
    }

    fn json_schema(&self, node: Ruled<'_>) -> Option<Said> {
        let map = match node.type_ {
            Type::Map(map) => map,
            Type::Scalar(_) | Type::Array(_) => return Some(Said::never()),
            _ => return None,
        };
        let Values::Given(held) = node.values else { return None };
        let Some(keys) = self.listed(map, map.named().map(|(key, _)| key)) else {
            return Self::of_pattern(node, map, held);
        };
        let mut always = 0;
        let mut given = Vec::new();
        for key in &keys {
            match Presence::of(map, held, key) {
                Presence::Always => always += 1,
                Presence::Never => {}
                Presence::If(condition) => given.push(condition),
            }
        }
        Some(match (always, given.is_empty()) {
            (0, true) | (2.., _) => Said::never(),
            (0, false) => Said::all(vec![("oneOf", list(given))]),
            (_, true) => Said::always(),
            (_, false) => Said::all(vec![("not", schema([("anyOf", list(given))]))]),
        })
    }

    fn cel(&self, node: Ruled<'_>) -> Option<String> {
        let Shape::Map(Some(map)) = node.shape() else { return None };
        // CEL cannot compare a typed value with null, but can compare an untyped one.
        let given = |key: &Yaml| {
            let name = property(map, key)?;
            Some(format!("has(self.{name}) && dyn(self.{name}) != null"))
        };
        let keys = self.listed(map, map.named().map(|(key, _)| key))?;
        let given: Option<Vec<String>> = keys.iter().map(given).collect();
        Some(format!("[{}].filter(x, x).size() == 1", given?.join(", ")))
    }
}
