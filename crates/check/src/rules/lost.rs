//! References to schemas on the network that cannot be loaded, because the network is off or does not answer.
//!
//! Most documents need only a part of a large schema, so such a reference is no reason to reject all of them. It
//! becomes a keyword of our own, which records that a document reached it. Whether the missing schema would accept
//! the value is unknown. The verdict counts only if it is the same [either way](judge).

use std::cell::RefCell;

use jsonschema::{Keyword, ValidationError};
use serde_json::{Map, Value as Json};
use url::Url;

use crate::engine::{Value, Yaml};

/// The keyword that replaces the reference. Its value is the URL.
pub(crate) const LOST: &str = "x-yardstick-lost";

/// Keywords that stay next to a reference where all others are ignored, because references may lead to them.
const KEPT: [&str; 6] = ["$schema", "$id", "id", "$anchor", "$defs", "definitions"];

/// What becomes of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Kept,
    /// [`LOST`] takes its place.
    Lost,
    /// It checks nothing.
    Dropped,
}

/// Does to every reference of `schema` what `fate` says about its URL. `base` is the URL that references start
/// from, and `alone` says whether a reference makes the keywords next to it void.
pub(crate) fn replace(schema: &mut Json, base: &Url, alone: bool, fate: &impl Fn(&Url) -> Fate) {
    match schema {
        Json::Array(items) => {
            for item in items {
                replace(item, base, alone, fate);
            }
        }
        Json::Object(members) => {
            let id = ["$id", "id"].iter().find_map(|name| members.get(*name)?.as_str());
            let own = id.and_then(|id| base.join(id).ok());
            let base = own.as_ref().unwrap_or(base);
            replace_in(members, base, alone, fate);
            members.values_mut().for_each(|value| replace(value, base, alone, fate));
        }
        _ => {}
    }
}

fn replace_in(
    members: &mut Map<String, Json>,
    base: &Url,
    alone: bool,
    fate: &impl Fn(&Url) -> Fate,
) {
    let reference = members.get("$ref").and_then(Json::as_str);
    let Some(url) = reference.and_then(|text| base.join(text).ok()) else { return };
    let fate = fate(&url);
    if fate == Fate::Kept {
        return;
    }
    members.shift_remove("$ref");
    if alone {
        members.retain(|name, _| KEPT.contains(&name.as_str()));
    }
    if fate == Fate::Lost {
        members.insert(LOST.to_owned(), Json::from(String::from(url)));
    }
}

/// What to assume about missing schemas: all accept or all reject, except one.
#[derive(Clone, Debug)]
struct Assumption {
    accepts: bool,
    except: Option<String>,
}

thread_local! {
    static ASSUMED: RefCell<Assumption> =
        const { RefCell::new(Assumption { accepts: true, except: None }) };
    static REACHED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// A verdict that takes missing schemas into account.
pub(crate) enum Judgment {
    /// The verdict does not depend on missing schemas.
    Sure(bool),
    /// The verdict depends on the schemas at these URLs.
    Open(Vec<String>),
}

/// Calls `decide` often enough to find out whether missing schemas matter: with all of them accepting, all of them
/// rejecting, and each one differing from the others.
pub(crate) fn judge<E>(mut decide: impl FnMut() -> Result<bool, E>) -> Result<Judgment, E> {
    let mut under = |accepts: bool, except: Option<&String>| {
        let before = ASSUMED.replace(Assumption { accepts, except: except.cloned() });
        REACHED.take();
        let verdict = decide();
        ASSUMED.replace(before);
        verdict.map(|verdict| (verdict, REACHED.take()))
    };
    let (verdict, mut reached) = under(true, None)?;
    if reached.is_empty() {
        return Ok(Judgment::Sure(verdict));
    }
    let (other, more) = under(false, None)?;
    reached.extend(more);
    reached.sort();
    reached.dedup();
    let mut is_sure = verdict == other;
    if reached.len() > 1 {
        for one in &reached {
            for accepts in [true, false] {
                is_sure = is_sure && under(accepts, Some(one))?.0 == verdict;
            }
        }
    }
    Ok(if is_sure { Judgment::Sure(verdict) } else { Judgment::Open(reached) })
}

/// The keyword that stands in for a missing schema.
pub(crate) struct Lost {
    url: String,
}

impl Lost {
    pub(crate) fn new(value: &Json) -> Self {
        Self { url: value.as_str().unwrap_or_default().to_owned() }
    }
}

impl<'i> Keyword<'i, Yaml> for Lost {
    fn validate(&self, instance: Value<'i>) -> Result<(), ValidationError<'i>> {
        if self.is_valid(instance) {
            return Ok(());
        }
        Err(ValidationError::custom(LOST.to_owned()))
    }

    fn is_valid(&self, _: Value<'i>) -> bool {
        REACHED.with_borrow_mut(|reached| {
            if !reached.contains(&self.url) {
                reached.push(self.url.clone());
            }
        });
        ASSUMED.with_borrow(|assumed| {
            let is_other = assumed.except.as_ref() == Some(&self.url);
            assumed.accepts != is_other
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_by_their_url() {
        let base = Url::parse("https://example.com/a.json").unwrap();
        let schema = json!({
            "properties": {
                "x": { "$ref": "b.json#/x", "title": "t" },
                "y": { "$ref": "#/definitions/y" },
                "z": { "$id": "https://example.org/", "items": { "$ref": "b.json" } },
                "list": { "$ref": "c.json" }
            },
            "definitions": {}
        });
        let fate = |url: &Url| match (url.host_str(), url.path()) {
            (Some("example.com"), "/b.json") => Fate::Lost,
            (_, "/c.json") => Fate::Dropped,
            _ => Fate::Kept,
        };
        let mut alone = schema.clone();
        replace(&mut alone, &base, true, &fate);
        let lost = json!({ LOST: "https://example.com/b.json#/x" });
        assert_eq!(alone.pointer("/properties/x"), Some(&lost));
        assert_eq!(alone.pointer("/properties/y"), schema.pointer("/properties/y"));
        assert_eq!(alone.pointer("/properties/z"), schema.pointer("/properties/z"));
        assert_eq!(alone.pointer("/properties/list"), Some(&json!({})));
        let mut beside = schema;
        replace(&mut beside, &base, false, &fate);
        assert_eq!(beside.pointer("/properties/x/title"), Some(&json!("t")));
    }
}
