//! A schema as plain data, for editors and other programs that help users write values.
//!
//! An [`Outline`] owns its data. So it can outlive the schema, which is bound to the run that read it, and move to
//! another thread.

use yardstick_diagnostics::{Secrecy, Span};
use yardstick_template::{
    print,
    tree::{Kind, Yaml},
};

use super::{Field, Role, entry};
use crate::{
    RuleDescriber,
    model::{Declaration, Type, discriminator},
};

/// The facts about one node, and the nodes below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The key or the key pattern; `None` for the document, items and alternatives.
    pub name: Option<String>,
    /// Whether the name is a pattern that matches many keys.
    pub is_pattern: bool,
    /// The path of the node: `a.b[]`.
    pub path: String,
    /// For example, `array of string` or `integer or null`.
    pub type_: String,
    /// The kind of collection that it holds, if any.
    pub holds: Holds,
    /// Whether users must give a value.
    pub is_required: bool,
    /// Whether the key is optional.
    pub is_optional: bool,
    /// The default as YAML.
    pub default: Option<String>,
    /// The author's title.
    pub title: Option<String>,
    /// The author's description.
    pub description: Option<String>,
    /// The deprecation notice.
    pub deprecated: Option<String>,
    /// Whether the value is a secret.
    pub is_secret: bool,
    /// Descriptions of the rules.
    pub rules: Vec<String>,
    /// The allowed values as YAML, if they can be listed.
    pub allowed: Vec<String>,
    /// Example values as YAML, each with an optional description.
    pub examples: Vec<(Option<String>, String)>,
    /// The position of the declaration.
    pub declared: Option<Span>,
    /// The keys of the map.
    pub keys: Vec<Outline>,
    /// The items of the array.
    pub items: Option<Box<Outline>>,
    /// The alternatives.
    pub alternatives: Vec<Outline>,
}

/// The kind of collection that a node holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holds {
    /// A scalar, or anything.
    #[default]
    Scalar,
    /// A map.
    Map,
    /// An array.
    Array,
}

impl Outline {
    /// Creates the outline of `root`.
    pub(crate) fn of(root: &Declaration, words: &RuleDescriber<'_>) -> Self {
        outline(&Field::root(root), words)
    }

    /// Returns the declaration for the key `name` of this map. For alternatives, returns the first that has the key.
    pub fn key(&self, name: &str) -> Option<&Outline> {
        let mut own = self.keys.iter();
        own.find(|one| !one.is_pattern && one.name.as_deref() == Some(name))
            .or_else(|| self.alternatives.iter().find_map(|one| one.key(name)))
            .or_else(|| self.keys.iter().find(|one| one.is_pattern))
    }

    /// Returns the declaration for the items of this array.
    pub fn item(&self) -> Option<&Outline> {
        let of_alternative = || self.alternatives.iter().find_map(Outline::item);
        self.items.as_deref().or_else(of_alternative)
    }

    /// Returns all possible keys, including those of alternatives.
    pub fn all_keys(&self) -> Vec<&Outline> {
        let mut all: Vec<&Outline> = self.keys.iter().collect();
        for key in self.alternatives.iter().flat_map(Outline::all_keys) {
            if !all.iter().any(|known| known.name == key.name) {
                all.push(key);
            }
        }
        all
    }

    /// Visits this node and all below it, in schema order.
    pub fn walk(&self, visit: &mut impl FnMut(&Outline)) {
        visit(self);
        for part in self.keys.iter().chain(self.items.as_deref()).chain(&self.alternatives) {
            part.walk(visit);
        }
    }
}

// Recursion is safe because the depth of schemas is bounded, and only a limited number of shapes are expanded.
fn outline(field: &Field<'_>, words: &RuleDescriber<'_>) -> Outline {
    let declaration = field.declaration;
    let default = field.default(words).filter(|_| field.role == Role::Always);
    let mut out = Outline {
        name: field.name.clone(),
        is_pattern: field.name.is_some() && field.key.is_none(),
        path: field.path.clone(),
        type_: entry::type_(field),
        holds: holds(&declaration.type_),
        is_required: field.is_required(words),
        is_optional: field.role == Role::Optional,
        default: default.map(yaml),
        title: super::own_title(declaration).filter(|title| field.name.as_ref() != Some(title)),
        description: field.description().map(str::to_owned),
        deprecated: field.deprecated().map(str::to_owned),
        is_secret: declaration.has_secret_default()
            || declaration.is_secret()
            || Secrecy::of_keys(field.path.split('.')).is_kept(),
        rules: field.rules_by(|rule| words.in_words(rule)),
        allowed: allowed(declaration),
        examples: field
            .examples()
            .iter()
            .map(|one| (one.description.clone(), yaml(&one.value)))
            .collect(),
        declared: declaration.position.span(),
        ..Outline::default()
    };
    out.keys = field.fields().iter().map(|part| outline(part, words)).collect();
    out.items = field.items().map(|item| Box::new(outline(&item, words)));
    let alternatives = field.alternatives().map_or_else(Vec::new, |(fields, _)| fields);
    out.alternatives = alternatives.iter().map(|part| outline(part, words)).collect();
    out
}

fn holds(type_: &Type) -> Holds {
    match type_.not_null() {
        Type::Map(_) => Holds::Map,
        Type::Array(_) => Holds::Array,
        Type::Ref(shape) => shape.declaration().map_or(Holds::Scalar, |one| holds(&one.type_)),
        Type::Choice(choice) => {
            choice.alternatives.first().map_or(Holds::Scalar, |one| holds(&one.type_))
        }
        _ => Holds::Scalar,
    }
}

/// Returns the allowed values of `declaration` as YAML, if they can be listed.
fn allowed(declaration: &Declaration) -> Vec<String> {
    if let Some(listed) = discriminator::allowed_values(declaration) {
        return listed.iter().map(yaml).collect();
    }
    match declaration.type_.not_null() {
        Type::Scalar(Kind::Bool) => vec!["true".to_owned(), "false".to_owned()],
        _ => Vec::new(),
    }
}

fn yaml(value: &Yaml) -> String {
    print::to_yaml_text(value).trim_end().to_owned()
}
