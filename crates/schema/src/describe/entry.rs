//! Describes fields in words, for documentation pages.

use std::fmt::Write;

use yardstick_template::{convert::display_key, print, tree::Yaml};

use super::{
    Field, Role, own_title,
    prose::{self, Block, Inline},
};
use crate::{Need, RuleDescriber, model::Declaration, path};

/// The description of a field, and of the fields below it.
pub(super) struct Entry {
    /// The path of the node; empty for the document.
    pub(super) path: String,
    /// The last part of the path, relative to the parent.
    pub(super) name: String,
    /// The author's title.
    pub(super) title: Option<String>,
    pub(super) description: Vec<Block>,
    /// For example, `array of string` or `integer or null`.
    pub(super) type_: String,
    pub(super) presence: Presence,
    /// Whether users must always give a value, not only together with something optional. A map does not count if
    /// only parts of it are required: these are marked instead.
    pub(super) must_be_given: bool,
    /// Whether the value is a secret.
    pub(super) is_secret: bool,
    /// The deprecation notice.
    pub(super) deprecated: Option<Vec<Inline>>,
    /// The default as YAML.
    pub(super) default: Option<String>,
    /// Descriptions of the rules.
    pub(super) rules: Vec<String>,
    /// Sentences about alternatives, excluded values and removed keys.
    pub(super) remarks: Vec<String>,
    pub(super) examples: Vec<Sample>,
    pub(super) below: Vec<Entry>,
}

/// An example value as YAML.
pub(super) struct Sample {
    pub(super) description: Option<String>,
    pub(super) value: String,
}

/// Whether users must give a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// No, there is a default.
    Filled,
    Required,
    /// No, it is optional.
    Optional,
    /// This number of keys is expected.
    Counted(String),
}

/// Returns the entries for the schema with the root `root`.
pub(super) fn entries(root: &Declaration, words: &RuleDescriber<'_>) -> Entry {
    entry(&Field::root(root), "", true, words)
}

// Recursion is safe because the depth of schemas is bounded.
fn entry(field: &Field<'_>, above: &str, is_certain: bool, words: &RuleDescriber<'_>) -> Entry {
    let is_required = field.is_required(words);
    let is_there = is_certain && matches!(field.role, Role::Root | Role::Always);
    let name = field.path.strip_prefix(above).unwrap_or(&field.path);
    // Items are not filled in: their defaults matter only inside maps.
    let default = field.default(words).filter(|_| field.role == Role::Always);
    let below = below(field, is_there && !matches!(field.held, Yaml::Null), words);
    let is_for_parts = is_required
        && matches!(words.need(field.declaration, field.held), Some(Need::Inside(_)))
        && below.iter().any(|part| part.walk().iter().any(|entry| entry.must_be_given));
    Entry {
        path: field.path.clone(),
        name: name.strip_prefix('.').unwrap_or(name).to_owned(),
        title: own_title(field.declaration).filter(|title| field.name.as_ref() != Some(title)),
        description: field.description().map(prose::blocks).unwrap_or_default(),
        type_: type_(field),
        presence: match &field.role {
            _ if is_required => Presence::Required,
            Role::Optional => Presence::Optional,
            Role::Counted(count) => Presence::Counted(count.clone()),
            Role::Root | Role::Always | Role::Item | Role::Part => Presence::Filled,
        },
        must_be_given: is_required && is_there && !is_for_parts,
        is_secret: field.declaration.is_secret(),
        deprecated: field.deprecated().map(prose::line),
        default: default.map(yaml),
        rules: field.rules_by(|rule| words.in_words(rule)),
        remarks: remarks(field),
        examples: field
            .examples()
            .iter()
            .map(|example| Sample {
                description: example.description.clone().filter(|text| !text.is_empty()),
                value: yaml(&example.value),
            })
            .collect(),
        below,
    }
}

/// Returns the entries for the contents of a field. Array items get an entry only if there is more to say than their
/// type.
fn below(field: &Field<'_>, is_there: bool, words: &RuleDescriber<'_>) -> Vec<Entry> {
    let below = |part: &Field<'_>| entry(part, &field.path, is_there, words);
    let mut all: Vec<Entry> = field.fields().iter().map(below).collect();
    if let Some(item) = field.items().map(|item| below(&item)) {
        all.extend(Some(item).filter(Entry::says_more_than_type));
    }
    let alternatives = field.alternatives().map_or_else(Vec::new, |(fields, _)| fields);
    all.extend(alternatives.iter().map(below));
    all
}

impl Entry {
    fn says_more_than_type(&self) -> bool {
        self.title.is_some()
            || !self.description.is_empty()
            || self.deprecated.is_some()
            || self.is_secret
            || !self.rules.is_empty()
            || !self.remarks.is_empty()
            || !self.examples.is_empty()
            || !self.below.is_empty()
    }

    /// Returns this entry and all below it, in schema order.
    pub(super) fn walk(&self) -> Vec<&Entry> {
        let mut all = vec![self];
        for part in &self.below {
            all.extend(part.walk());
        }
        all
    }

    /// Returns the anchor for links to the entry.
    pub(super) fn anchor(&self) -> String {
        anchor(&self.path)
    }
}

/// Returns an anchor for links to the field: letters, digits and a few punctuation marks. Other characters are
/// encoded as numbers, so that two paths never share an anchor.
fn anchor(path: &str) -> String {
    let mut anchor = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_ascii_alphanumeric() || "._-[]".contains(c) {
            anchor.push(c);
        } else {
            let _ = write!(anchor, "~{:x}~", u32::from(c));
        }
    }
    anchor.replace("[]", "-items").replace(['[', ']'], "~")
}

/// Describes the type.
pub(super) fn type_(field: &Field<'_>) -> String {
    let mut names = field.types();
    if let Some(item) = field.items() {
        let of_item = type_(&item);
        let named = |name: &mut String| {
            if name == "array" && of_item != "any" {
                let several =
                    if of_item.contains(' ') { format!("({of_item})") } else { of_item.clone() };
                *name = format!("array of {several}");
            }
        };
        names.iter_mut().for_each(named);
    }
    if field.is_nullable() {
        names.push("null".to_owned());
    }
    names.join(" or ")
}

fn remarks(field: &Field<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    remarks.extend(field.shape().map(|shape| format!("Has the shape '{shape}'.")));
    if let Some((alternatives, exclusive)) = field.alternatives() {
        let word = if exclusive { "exactly one" } else { "at least one" };
        let count = alternatives.len();
        remarks.push(format!("Fits {word} of the {count} alternatives below."));
    }
    let refused: Vec<String> = field.refused().iter().map(in_short).collect();
    if !refused.is_empty() {
        remarks.push(format!("Not allowed: {}.", refused.join(", ")));
    }
    for removed in field.removed() {
        let gone = path::with_key(&field.path, &display_key(&removed.key));
        let remedy = removed.remedy.trim();
        let dash = if remedy.is_empty() { "" } else { ": " };
        remarks.push(format!("{gone} was removed{dash}{remedy}"));
    }
    remarks
}

/// Describes a schema in a few words: its types, and the keys of a map.
fn in_short(field: &Field<'_>) -> String {
    let types = field.types().join(" or ");
    let keys: Vec<String> = field.fields().into_iter().filter_map(|field| field.name).collect();
    if keys.is_empty() { types } else { format!("{types} with {}", keys.join(", ")) }
}

fn yaml(value: &Yaml) -> String {
    print::to_yaml_text(value).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::anchor;

    #[test]
    fn anchors_are_plain_and_differ() {
        assert_eq!(anchor("db.ports[].name"), "db.ports-items.name");
        assert_eq!(anchor("tls[\"ca.crt\"]"), "tls~~22~ca.crt~22~~");
        assert_ne!(anchor("a b"), anchor("a~20~b"));
    }
}
