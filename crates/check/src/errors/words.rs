//! Describes what a small schema accepts, for messages about `not` and `contains`.

use serde_json::Value as Json;
use yardstick_yaml::{
    NodeId,
    json::{Member, View},
};

use super::{describe, pattern};
use crate::{rules::exact, schema::rewrite};

/// Describes the values that the schema at `schema` accepts, if it makes a single statement about them.
pub(super) fn value_words(view: &View, schema: NodeId) -> Option<String> {
    if !view.node(schema).is_map() {
        return None;
    }
    let says = |name: &str| !matches!(name, "description" | "title" | "$comment");
    let said: Vec<Member> =
        view.members(schema).filter(|member| says(view.name(member.key))).collect();
    let one = match said.as_slice() {
        [one] => one,
        // What matches a pattern or equals a text is text.
        [first, second] => {
            let is_told =
                |one: &&Member| matches!(view.name(one.key), "pattern" | "const" | "enum");
            let is_type = |one: &Member| view.name(one.key) == "type";
            match (is_type(first), is_type(second)) {
                (true, false) => Some(second).filter(is_told),
                (false, true) => Some(first).filter(is_told),
                _ => None,
            }
            .or_else(|| said.iter().find(|one| view.name(one.key) == "properties"))?
        }
        many => many.iter().find(|one| view.name(one.key) == "properties")?,
    };
    let values = |node| match rewrite::literal(view, node) {
        Json::Array(values) => values,
        other => vec![other],
    };
    match view.name(one.key) {
        "const" => Some(exact::shown(&rewrite::literal(view, one.value))),
        "enum" => Some(format!("one of {}", describe::list_of(&values(one.value)))),
        "type" => {
            let values = values(one.value);
            let names = values.iter().filter_map(Json::as_str);
            let names: Vec<String> = names.map(|name| describe::alternatives(&[name])).collect();
            Some(names.join(" or "))
        }
        "pattern" => {
            let text = rewrite::literal(view, one.value);
            Some(format!("text that matches '{}'", pattern::shown(text.as_str()?)))
        }
        "properties" => object(view, &said, one.value),
        _ => None,
    }
}

/// Describes an object with fixed values: `an object with main: true`. `said` is all that the schema says.
fn object(view: &View, said: &[Member], properties: NodeId) -> Option<String> {
    let is_plain = |one: &Member| matches!(view.name(one.key), "properties" | "type" | "required");
    // Without `required`, objects that lack the property are accepted, too.
    let is_required = said.iter().any(|one| view.name(one.key) == "required");
    if !is_required || !said.iter().all(is_plain) || !view.node(properties).is_map() {
        return None;
    }
    let fixed = |property: Member| {
        let is_map = view.node(property.value).is_map();
        let mut rules = view.members(if is_map { property.value } else { properties });
        let only = rules.next().filter(|_| is_map && rules.next().is_none())?;
        let value = (view.name(only.key) == "const")
            .then(|| exact::shown(&rewrite::literal(view, only.value)))?;
        Some(format!("{}: {value}", view.name(property.key)))
    };
    let parts: Option<Vec<String>> = view.members(properties).map(fixed).collect();
    let parts = parts.filter(|parts| !parts.is_empty())?;
    Some(format!("an object with {}", parts.join(" and ")))
}
