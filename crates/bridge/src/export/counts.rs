//! How many keys patterns expect.
//!
//! Keywords count all keys of a map together. So the number for one pattern of several can only be said if it is none, or at
//! least one: all keys are others, or not all are.

use yardstick_schema::{Allowed, Count, KeyPattern, MapType, rules::key_count};
use yardstick_template::tree::Yaml;

use super::{
    keys::{claimed, expression, patterns},
    node::{Dialect, Writer},
    object::Object,
};

impl Writer<'_> {
    /// Adds how many keys patterns expect.
    pub(super) fn counts(&self, object: &mut Object, map: &MapType, held: Option<&Yaml>) {
        if !self.has_rules() {
            return;
        }
        let all = patterns(map);
        // What claims no key never has the number that it expects.
        let idle = map.open.iter().flat_map(|open| open.patterns.iter().skip(all.len()));
        for pattern in idle.filter(|one| !one.expects.is_any()) {
            self.lose_count(pattern);
        }
        let is_held = matches!(held, Some(Yaml::Map(held)) if held.len() > map.values.len());
        for (at, pattern) in all.iter().enumerate().filter(|(_, one)| !one.expects.is_any()) {
            let alone = if all.len() == 1 {
                key_count::expected(map, held, &pattern.expects)
            } else {
                None
            };
            if let Some(said) = alone {
                object.and(self.dialect.keywords(said.keywords));
                continue;
            }
            let none = if is_held { None } else { self.all_others(map, at) };
            match (&pattern.expects, none) {
                (Count::Exactly(0), Some(none)) => object.and_schema(none),
                (Count::AtLeast(1), Some(none)) => {
                    // Null has no keys either.
                    let mut maps = Object::default();
                    maps.add("type", "object");
                    maps.extend(none);
                    object.and([("not", maps.into())]);
                }
                _ => self.lose_count(pattern),
            }
        }
    }

    fn lose_count(&self, pattern: &KeyPattern) {
        let (count, keys) = (pattern.expects.describe(), pattern.matching());
        self.export.losses.lose(&format!("the number of keys is not checked: {count} {keys}"));
    }

    /// The schema of maps without a key of the pattern numbered `at`, where it can be written.
    fn all_others(&self, map: &MapType, at: usize) -> Option<Object> {
        let all = patterns(map);
        match &all[at].allowed {
            Allowed::Function(_) => None,
            Allowed::Matching(_) if self.dialect == Dialect::OpenApi30 => None,
            Allowed::Matching(_) => {
                let claimed = claimed(map, &[], at, &expression(&all[at])?);
                let key: Object = [("pattern", Yaml::text(&claimed))].into_iter().collect();
                let other: Object = [("not", key.into())].into_iter().collect();
                Some([("propertyNames", other.into())].into_iter().collect())
            }
            // It claims what is left.
            Allowed::Any => {
                let before = all[..at].iter().map(expression).collect::<Option<Vec<String>>>()?;
                if !before.is_empty() && self.dialect == Dialect::OpenApi30 {
                    return None;
                }
                let mut named = Object::default();
                for (key, _) in map.named() {
                    named.add_new(self.key(key), Object::default());
                }
                let mut matching = Object::default();
                for (number, own) in before.iter().enumerate() {
                    let claimed = claimed(map, &[], number, own);
                    matching.add_new(Yaml::text(&claimed), Object::default());
                }
                let mut none = Object::default();
                none.add("properties", named);
                if !matching.is_empty() {
                    none.add("patternProperties", matching);
                }
                none.add("additionalProperties", false);
                Some(none)
            }
        }
    }
}
