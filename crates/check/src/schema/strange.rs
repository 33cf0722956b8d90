//! Warns about keys of a schema that are not keywords. They check nothing, and the engine ignores them silently.
//!
//! Other tools have their own keywords, so a warning needs a sign that one of ours is meant: the key is a likely
//! typo, it is another tool's name for the keyword, or it is a property that is not below `properties`.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_world::paths::percent_decoded;
use yardstick_yaml::{
    NodeId,
    json::{Member, Type, View, unescape},
};

use super::{
    keywords::{self, Holds, Keyword},
    lint::{fits, texts},
};

/// Keywords of editors, generators, `OpenAPI` and draft 3 that look like typos or properties.
const VENDORS: &[&str] =
    &["disallow", "divisibleBy", "example", "extends", "form", "nullable", "tsType", "typeof"];

/// Warns about the keys of one schema.
pub(super) fn warn(
    view: &View,
    schema: NodeId,
    referred: &impl Fn(&str) -> bool,
    warnings: &mut Vec<Diagnostic>,
) {
    for Member { key, value } in view.members(schema) {
        let name = view.name(key);
        if keywords::find(name).is_some() || name.starts_with("x-") || VENDORS.contains(&name) {
            continue;
        }
        let note = if let Some(word) = foreign(view, schema, name, value) {
            format!("JSON Schema's word for it is '{word}'")
        } else if let Some(near) = meant(view, name, value) {
            spelling::did_you_mean(near)
        } else if is_property(view, name, value) && !referred(name) {
            format!("if '{name}' is a property, write it below `properties:`")
        } else {
            continue;
        };
        let warning =
            Diagnostic::warning(codes::UNKNOWN_KEYWORD, format!("unknown keyword '{name}'"))
                .at(view.node(key).content_span());
        warnings.push(warning.note(note));
    }
}

/// Returns the keyword that `name` is a typo of, if its value would make sense there.
fn meant(view: &View, name: &str, value: NodeId) -> Option<&'static str> {
    let would_fit = || keywords::KEYWORDS.iter().filter(|known| fits(view, value, known));
    let same = would_fit().find(|known| plain(known.name) == plain(name));
    let slips = || would_fit().filter(|known| is_slip(name, known.name)).map(|known| known.name);
    same.map(|known| known.name).or_else(|| spelling::nearest(name, slips()))
}

/// Normalizes `name`: removes the differences in case, hyphens, singular and plural.
fn plain(name: &str) -> String {
    let mut plain = name.to_ascii_lowercase().replace(['-', '_', ' '], "");
    if let Some(stem) = plain.strip_suffix("ies") {
        plain = format!("{stem}y");
    } else if plain.len() > 3 && plain.ends_with('s') {
        plain.pop();
    }
    plain
}

/// Whether `name` may be a typo of any keyword.
pub(super) fn is_near_keyword(name: &str) -> bool {
    let is_near = |known: &Keyword| is_slip(name, known.name) || plain(known.name) == plain(name);
    keywords::KEYWORDS.iter().any(is_near)
}

/// Whether `name` may be a typo of `keyword`: one or two letters differ.
fn is_slip(name: &str, keyword: &str) -> bool {
    let longest = name.chars().count().max(keyword.chars().count());
    let edits = (1.0 - spelling::likeness(name, keyword)) * longest as f64;
    let most = if name.len() < 7 { 1.5 } else { 2.5 };
    name.eq_ignore_ascii_case(keyword) || (name.len() > 3 && edits < most)
}

/// Returns the JSON Schema keyword for a key of data-values schemas or other tools, if its value would make sense
/// there.
fn foreign(view: &View, schema: NodeId, name: &str, value: NodeId) -> Option<&'static str> {
    let types = view.get(schema, "type").map(|types| texts(view, types)).unwrap_or_default();
    let is = |kind: &str| types.iter().any(|(_, name)| *name == kind);
    let by_type = |number, string, array, object| {
        if is("string") {
            string
        } else if is("array") {
            array
        } else if is("object") {
            object
        } else {
            number
        }
    };
    let lists_values = || {
        let node = view.node(value);
        node.is_sequence()
            && node.items().next().is_some()
            && node.items().all(|item| item.dereferenced().is_scalar())
    };
    let word = match plain(name).as_str() {
        "min" => by_type("minimum", "minLength", "minItems", "minProperties"),
        "max" => by_type("maximum", "maxLength", "maxItems", "maxProperties"),
        "minlen" | "minsize" => by_type("minLength", "minLength", "minItems", "minProperties"),
        "maxlen" | "maxsize" => by_type("maxLength", "maxLength", "maxItems", "maxProperties"),
        "regex" | "regexp" => "pattern",
        "oneof" | "value" | "choice" | "allowedvalue" | "allowed" if lists_values() => "enum",
        _ => return None,
    };
    keywords::find(word).filter(|keyword| fits(view, value, keyword)).map(|keyword| keyword.name)
}

/// Whether the value under `name` is itself a schema: probably a property without `properties`, unless something
/// refers to it.
fn is_property(view: &View, name: &str, value: NodeId) -> bool {
    if name.starts_with('$') || view.type_of(value) != Type::Object {
        return false;
    }
    let mut says_something = false;
    for Member { key, value } in view.members(value) {
        let Some(keyword) = keywords::find(view.name(key)) else { return false };
        if !fits(view, value, keyword) {
            return false;
        }
        let is_schema = matches!(keyword.holds, Holds::Types | Holds::SchemasByName)
            || matches!(keyword.name, "$ref" | "enum" | "items" | "anyOf" | "oneOf" | "allOf");
        says_something |= is_schema && view.type_of(value) != Type::Null;
    }
    says_something
}

/// Returns all names in the references of a file. A key with such a name may be the target of a reference.
pub(super) fn referred(view: &View) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for node in view.tree().nodes().filter(|node| node.is_map()) {
        for Member { key, value } in view.members(node.id()) {
            if matches!(view.name(key), "$ref" | "$dynamicRef" | "$recursiveRef") {
                let fragment = view.node(value).text().split('#').nth(1).unwrap_or_default();
                names.extend(fragment.split('/').map(|step| unescape(&percent_decoded(step))));
            }
        }
    }
    names
}
