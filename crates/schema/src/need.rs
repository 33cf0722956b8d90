//! Determines which values users must give: those whose default is invalid.
//!
//! All features share this answer. Exports list such keys as required and give them no default, documentation marks
//! them, and schema comparison reports a new one as a breaking change.
//!
//! The value that a node has if the user gives none is not always its own default: `@schema/default` of a map
//! determines everything in it. So the question is always about a node together with that value.

use yardstick_starlark::Thread;
use yardstick_template::{
    convert::display_key,
    fragment::Fragment,
    tree::{Map, Yaml},
};

use crate::model::{Declaration, KeyPattern, MapType, Type};

/// Why users must give a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// The default is null, which is rejected.
    NoDefault,
    /// The default violates a rule, which requires this.
    Broken(String),
    /// Something inside is required; this is the relative path.
    Inside(String),
}

impl Need {
    /// Returns why users must give a value for `declared`. `held` is the value that the node has otherwise.
    /// Conditional rules do not count.
    pub fn of(thread: &mut Thread, declared: &Declaration, held: &Yaml) -> Option<Self> {
        Asking(thread).node_and_inside(declared, held)
    }

    /// Returns why the node itself is required, without regard to its contents.
    pub fn of_node(thread: &mut Thread, declared: &Declaration, held: &Yaml) -> Option<Self> {
        Asking(thread).node(declared, held)
    }
}

/// Checks rules. Functions run in the thread.
struct Asking<'a>(&'a mut Thread);

impl Asking<'_> {
    fn node_and_inside(&mut self, declared: &Declaration, held: &Yaml) -> Option<Need> {
        let own = self.node(declared, held);
        own.or_else(|| self.inside(&declared.type_, held).map(Need::Inside))
    }

    fn node(&mut self, declared: &Declaration, held: &Yaml) -> Option<Need> {
        if let Yaml::Null = held {
            return declared.refuses_null().then_some(Need::NoDefault);
        }
        // Most nodes have no rules, and need no value for them.
        if declared.validations.is_empty() && !declared.type_.has_choice() {
            return None;
        }
        let chosen = declared.type_.all_chosen(held);
        let mut rules = [declared]
            .into_iter()
            .chain(chosen)
            .flat_map(|declared| declared.rules().map(|rule| (&declared.type_, rule)))
            .peekable();
        rules.peek()?;
        let value = Fragment::of_yaml(held);
        let (_, broken) = rules.find(|(type_, rule)| {
            rule.applies_to(type_, &value) && rule.check(self.0, &value).is_err()
        })?;
        Some(Need::Broken(broken.must_be()))
    }

    /// Returns the path to the first part of `held` that is required.
    // Recursion is safe because the depth of values, and so of defaults, is bounded.
    fn inside(&mut self, type_: &Type, held: &Yaml) -> Option<String> {
        let below = |piece: String, need: Need| match need {
            Need::Inside(path) if path.starts_with('[') => format!("{piece}{path}"),
            Need::Inside(path) => format!("{piece}.{path}"),
            _ => piece,
        };
        match (type_.of_value(held), held) {
            (Type::Map(type_), Yaml::Map(map)) => {
                for (item, place) in map.items().iter().zip(type_.places_in(map)) {
                    let declared = match place {
                        Some(at) => type_.values.get(at),
                        None => self.declaration(type_, &item.key),
                    };
                    let Some(declared) = declared else { continue };
                    if let Some(need) = self.node_and_inside(declared, &item.value) {
                        return Some(below(display_key(&item.key), need));
                    }
                }
                self.missing_pattern(type_, map)
            }
            (Type::Array(inner), Yaml::Array(array)) => {
                array.items.iter().enumerate().find_map(|(at, item)| {
                    let need = self.node_and_inside(inner, &item.value)?;
                    Some(below(format!("[{at}]"), need))
                })
            }
            _ => None,
        }
    }

    fn declaration<'t>(&mut self, type_: &'t MapType, key: &Yaml) -> Option<&'t Declaration> {
        type_.find(self.0, key).ok().flatten().and_then(|slot| type_.declaration(slot))
    }

    /// Returns the key pattern that expects a number of items other than that in `held`.
    fn missing_pattern(&mut self, type_: &MapType, held: &Map) -> Option<String> {
        let open = type_.open.as_ref().filter(|open| !open.patterns.is_empty())?;
        let mut found = vec![0; open.patterns.len()];
        for item in held.items() {
            let Some(declared) = self.declaration(type_, &item.key) else { continue };
            let is_own =
                |pattern: &KeyPattern| std::ptr::eq(&raw const pattern.declaration, declared);
            if let Some(at) = open.patterns.iter().position(is_own) {
                found[at] += 1;
            }
        }
        let mut patterns = open.patterns.iter().zip(found);
        let refused = patterns
            .find(|(pattern, found)| !pattern.expects.allows(self.0, *found).unwrap_or(false));
        refused.map(|(pattern, _)| pattern.listed())
    }
}

impl MapType {
    /// Returns the value of `key`, which is always present, if the user does not give the key. `held` is the value
    /// that the whole map has if the user gives none.
    pub fn held<'a>(&'a self, held: Option<&'a Yaml>, key: &Yaml) -> &'a Yaml {
        let given = match held {
            Some(Yaml::Map(map)) => map.get(key),
            _ => None,
        };
        given.or_else(|| self.defaults.get(key)).map_or(&Yaml::Null, |item| &item.value)
    }

    /// Returns the keys that are always present like [`iter`](Self::iter), each with its [`held`](Self::held) value.
    pub fn iter_held<'a>(
        &'a self,
        held: Option<&'a Yaml>,
    ) -> impl Iterator<Item = (&'a Yaml, &'a Declaration, &'a Yaml)> {
        // Most maps that a default gives have the keys of the schema, in its order.
        let same_place = match held {
            Some(Yaml::Map(map)) => map.items(),
            _ => self.defaults.items(),
        };
        self.iter().enumerate().map(move |(at, (key, declared))| {
            let value = match same_place.get(at) {
                Some(item) if item.key.same_scalar(key) => &item.value,
                _ => self.held(held, key),
            };
            (key, declared, value)
        })
    }
}
