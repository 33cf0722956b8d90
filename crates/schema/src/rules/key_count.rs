//! Expresses limits on the number of keys in JSON Schema.
//!
//! Keys that are always present count even if the user does not give them. So only the number of other keys can be
//! limited, and `minProperties` alone is enough only if no key is always present.

use yardstick_template::{convert::display_key, tree::Yaml};

use super::{
    Keywords, Ruled, Said, Values,
    said::{list, schema},
};
use crate::model::{Count, MapType};

/// With more keys that are always present, the schema would become too long.
const MAX_NAMED: usize = 3;

/// The keys of a map, for counting.
struct Keys {
    /// The keys that are always present.
    named: Vec<String>,
    /// The maximum number of other keys.
    others: Option<i64>,
}

impl Keys {
    /// Returns `None` if the default contains other keys: then the given keys cannot be counted.
    fn of(map: &MapType, held: Option<&Yaml>) -> Option<Self> {
        let has_others = match held {
            Some(Yaml::Map(held)) => held.len() > map.values.len(),
            _ => false,
        };
        let open = map.open.as_deref();
        let has_patterns = open.is_some_and(|open| !open.patterns.is_empty());
        let optional = open.map_or(0, |open| open.optional().count());
        (!has_others).then(|| Self {
            named: map.iter().map(|(key, _)| display_key(key)).collect(),
            others: (!has_patterns).then_some(optional as i64),
        })
    }

    /// Requires `least` to `most` keys besides those that are always present.
    fn others(&self, least: i64, most: Option<i64>) -> Option<Said> {
        if most.is_some_and(|most| most < 0) || self.others.is_some_and(|others| others < least) {
            return Some(Said::never());
        }
        let most = most.filter(|most| self.others.is_none_or(|others| others > *most));
        let mut keywords = Keywords::new();
        if least > 0 {
            if self.named.is_empty() {
                keywords.push(("minProperties", least.into()));
            } else {
                keywords.push(("not", schema(maps(self.at_most(least - 1)?))));
            }
        }
        if let Some(most) = most {
            keywords.extend(self.at_most(most)?);
        }
        Some(Said::all(keywords))
    }

    /// Allows at most `most` other keys: this many in total, plus one for each key that is always present and also
    /// given.
    fn at_most(&self, most: i64) -> Option<Keywords> {
        let named = self.named.len();
        if named > MAX_NAMED {
            return None;
        }
        if named == 0 {
            return Some(vec![("maxProperties", most.into())]);
        }
        let branches = (0..1_usize << named).map(|chosen| {
            let given = (0..named).filter(|at| chosen & 1 << at != 0);
            let given: Vec<Yaml> = given.map(|at| Yaml::text(&self.named[at])).collect();
            let bound = ("maxProperties", (most + given.len() as i64).into());
            if given.is_empty() {
                schema([bound])
            } else {
                schema([("required", list(given)), bound])
            }
        });
        Some(vec![("anyOf", list(branches.collect::<Vec<_>>()))])
    }
}

impl Ruled<'_> {
    /// Requires a map to have `least` to `most` keys.
    pub(super) fn keys(self, map: &MapType, least: i64, most: Option<i64>) -> Option<Said> {
        let Values::Given(held) = self.values else {
            let mut keywords = Keywords::new();
            if least > 0 {
                keywords.push(("minProperties", least.into()));
            }
            match most {
                Some(most) if most < 0 => return Some(Said::never()),
                Some(most) => keywords.push(("maxProperties", most.into())),
                None => {}
            }
            return Some(Said::all(keywords));
        };
        let keys = Keys::of(map, held)?;
        let named = keys.named.len() as i64;
        keys.others(least.saturating_sub(named), most.map(|most| most.saturating_sub(named)))
    }
}

/// Restricts `keywords` to maps, so that they do not reject null.
fn maps(keywords: Keywords) -> Keywords {
    [("type", "object".into())].into_iter().chain(keywords).collect()
}

/// Requires the number of keys that `expects` allows, in a map with a single pattern that has the value `held` if the
/// user gives none. Returns `None` if that cannot be expressed.
pub fn expected(map: &MapType, held: Option<&Yaml>, expects: &Count) -> Option<Said> {
    let keys = Keys::of(map, held)?;
    let has_optional = map.open.iter().any(|open| open.optional().next().is_some());
    if has_optional && !expects.is_any() {
        return None;
    }
    said(&keys, expects)
}

fn said(keys: &Keys, expects: &Count) -> Option<Said> {
    match expects {
        Count::Exactly(number) => keys.others(*number, Some(*number)),
        Count::AtLeast(number) => keys.others(*number, None),
        Count::Function(_) => None,
        Count::OneOf(counts) => {
            let branches = counts.iter().map(|count| Some(schema(said(keys, count)?.keywords)));
            let branches = branches.collect::<Option<Vec<_>>>()?;
            Some(Said::all(vec![("anyOf", list(branches))]))
        }
    }
}
