//! A schema as plain data for programs that help people write values: editors.
//!
//! An [`Outline`] owns all that it says, so that it can be kept and go to another thread while the schema, which is
//! bound to the run that read it, is gone.

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

/// What a schema says about one node, with the nodes below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The key, or the pattern of keys; nothing for the document, items and alternatives.
    pub name: Option<String>,
    /// Whether the name is a pattern that stands for many keys.
    pub is_pattern: bool,
    /// Keys from the document to the node: `a.b[]`.
    pub path: String,
    /// `array of string`, `integer or null`.
    pub type_: String,
    /// Which collection it holds, if any.
    pub holds: Holds,
    /// Whether a value has to be given.
    pub is_required: bool,
    /// Whether it may be left out.
    pub is_optional: bool,
    /// The default, as YAML.
    pub default: Option<String>,
    /// The author's short name for it.
    pub title: Option<String>,
    /// What the author says about it.
    pub description: Option<String>,
    /// Why it should not be used any more.
    pub deprecated: Option<String>,
    /// Whether its value must not be shown.
    pub is_secret: bool,
    /// What a valid value is, rule by rule.
    pub rules: Vec<String>,
    /// The only values that are allowed, as YAML, where they can be listed.
    pub allowed: Vec<String>,
    /// Values that one could give, as YAML, each with what it shows.
    pub examples: Vec<(Option<String>, String)>,
    /// Where it is declared.
    pub declared: Option<Span>,
    /// What the map that it holds has.
    pub keys: Vec<Outline>,
    /// What the items of the array that it holds are.
    pub items: Option<Box<Outline>>,
    /// The schemas of which it fits one.
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
    /// The outline of `root`.
    pub(crate) fn of(root: &Declaration, words: &RuleDescriber<'_>) -> Self {
        outline(&Field::root(root), words)
    }

    /// What is declared for the key `name` of the map that this holds; of alternatives, the first that has it.
    pub fn key(&self, name: &str) -> Option<&Outline> {
        let mut own = self.keys.iter();
        own.find(|one| !one.is_pattern && one.name.as_deref() == Some(name))
            .or_else(|| self.alternatives.iter().find_map(|one| one.key(name)))
            .or_else(|| self.keys.iter().find(|one| one.is_pattern))
    }

    /// What is declared for the items of the array that this holds.
    pub fn item(&self) -> Option<&Outline> {
        let of_alternative = || self.alternatives.iter().find_map(Outline::item);
        self.items.as_deref().or_else(of_alternative)
    }

    /// All keys that can be written, those of alternatives too.
    pub fn all_keys(&self) -> Vec<&Outline> {
        let mut all: Vec<&Outline> = self.keys.iter().collect();
        for key in self.alternatives.iter().flat_map(Outline::all_keys) {
            if !all.iter().any(|known| known.name == key.name) {
                all.push(key);
            }
        }
        all
    }

    /// This node and all below it, in the order of the schema.
    pub fn walk(&self, visit: &mut impl FnMut(&Outline)) {
        visit(self);
        for part in self.keys.iter().chain(self.items.as_deref()).chain(&self.alternatives) {
            part.walk(visit);
        }
    }
}

// As deep as the schema, whose depth is bounded; shapes are opened only so often.
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

/// The only values that `declaration` takes, as YAML.
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
