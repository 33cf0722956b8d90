//! Discriminators: keys whose value selects an alternative, such as `type: oidc`.
//!
//! `@schema/one-of ..., by="type"` names the key. If each alternative allows one value of a key, and all these values
//! differ, the key is a discriminator even without being named.

use yardstick_starlark::Value;
use yardstick_template::{
    convert,
    tree::{Map, Yaml},
};

use crate::{
    model::{Declaration, MapType, Type, Validation},
    rules::registry,
};

/// The key, and the values that select each alternative.
#[derive(Debug)]
pub struct Discriminator {
    /// The key.
    pub key: Yaml,
    /// The values that select each alternative.
    pub values: Vec<Vec<Yaml>>,
    /// Whether the annotation names the key.
    pub is_named: bool,
}

/// The result of applying a discriminator to a value.
pub(crate) enum Selected {
    /// This alternative is selected.
    Alternative(usize),
    /// The value of the key selects nothing. Holds the index of the item.
    Nothing(usize),
    /// The key is absent.
    Absent,
}

impl Discriminator {
    /// Finds a key that distinguishes `alternatives`, although the annotation names none.
    pub(crate) fn of(alternatives: &[Declaration]) -> Option<Self> {
        let [Type::Map(first), _, ..] =
            &alternatives.iter().map(|one| &one.type_).collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let candidates = first.iter().filter(|(_, declared)| only_value(declared).is_some());
        candidates.map(|(key, _)| key).find_map(|key| {
            let only = |one: &Declaration| match &one.type_ {
                Type::Map(map) => only_value(map.known(key)?).map(|value| vec![value]),
                _ => None,
            };
            let values = alternatives.iter().map(only).collect::<Option<Vec<_>>>()?;
            let found = Self { key: key.clone(), values, is_named: false };
            found.repeated().is_none().then_some(found)
        })
    }

    /// Returns a value that selects two alternatives, if there is one.
    pub(crate) fn repeated(&self) -> Option<&Yaml> {
        let all: Vec<&Yaml> = self.values.iter().flatten().collect();
        let is_repeated = |at: usize| all[..at].iter().any(|other| other.same_scalar(all[at]));
        (0..all.len()).find(|&at| is_repeated(at)).map(|at| all[at])
    }

    /// Returns the alternative that `map` selects.
    pub(crate) fn select(&self, map: &Map) -> Selected {
        let Some(at) = map.position_of(&self.key) else { return Selected::Absent };
        let given = &map.items()[at].value;
        if let Yaml::Null = given {
            return Selected::Absent;
        }
        let selects = |values: &Vec<Yaml>| values.iter().any(|value| value.same_scalar(given));
        self.values.iter().position(selects).map_or(Selected::Nothing(at), Selected::Alternative)
    }
}

/// Returns the values that the rules of a node allow: those of the first rule that lists values.
pub(crate) fn allowed_values(declared: &Declaration) -> Option<Vec<Yaml>> {
    let mut rules = declared.rules().filter_map(|rule| rule.named());
    rules.find_map(|named| named.rule.allowed_values())
}

fn only_value(declared: &Declaration) -> Option<Yaml> {
    let [only] = <[Yaml; 1]>::try_from(allowed_values(declared)?).ok()?;
    Some(only)
}

impl MapType {
    /// Allows only one value under `key`, by adding `rule`.
    pub(crate) fn fix(&mut self, key: &Yaml, rule: Validation) {
        if let Some(declared) =
            self.defaults.position_of(key).and_then(|at| self.values.get_mut(at))
        {
            declared.validations.push(rule);
        }
    }
}

/// Returns a rule that allows only `value`.
pub(crate) fn rule_for(value: &Yaml) -> Option<crate::rules::Named> {
    let kind = registry::find("one_of")?;
    let allowed = Value::list(vec![convert::scalar_to_value(value)?]);
    let rule = kind.rule(kind.name, &allowed).ok()??;
    Some(crate::rules::Named { kind, rule, description: None, is_ambiguous: false })
}
