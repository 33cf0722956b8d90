//! One change between two schemas: where it is, what changed, and how it affects users who give values.

use std::fmt;

use yardstick_template::tree::{Array, ArrayItem, Map, MapItem, Yaml};

use super::{Summary, json};

/// How a change affects users who give values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Not at all: only documentation changed.
    Docs,
    /// Values that were valid still are.
    Compatible,
    /// Some values that were valid no longer are.
    Breaking,
}

impl Effect {
    pub(super) fn breaking_unless(is_compatible: bool) -> Self {
        if is_compatible { Effect::Compatible } else { Effect::Breaking }
    }

    /// Returns the name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Docs => "docs",
            Effect::Compatible => "compatible",
            Effect::Breaking => "breaking",
        }
    }
}

/// The aspect of a node that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The kinds of values that it accepts.
    Type,
    /// Whether users must give a value.
    Required,
    /// Whether the key is optional.
    Optional,
    /// The number of keys that a pattern expects.
    Expects,
    /// The value if the user gives none.
    Default,
    /// A rule.
    Rules,
    /// The title.
    Title,
    /// The description.
    Description,
    /// The deprecation notice.
    Deprecated,
    /// The example values.
    Examples,
}

impl Aspect {
    /// Returns the name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Aspect::Type => "type",
            Aspect::Required => "required",
            Aspect::Optional => "optional",
            Aspect::Expects => "expects",
            Aspect::Default => "default",
            Aspect::Rules => "rules",
            Aspect::Title => "title",
            Aspect::Description => "description",
            Aspect::Deprecated => "deprecated",
            Aspect::Examples => "examples",
        }
    }

    /// Formats a value of this aspect on one line. Words of the schema language are plain; values and the author's
    /// texts are quoted.
    pub(super) fn show(self, value: &Yaml) -> String {
        match (self, value) {
            (Aspect::Type | Aspect::Rules | Aspect::Expects, Yaml::Text(text)) => text.to_string(),
            _ => json(value),
        }
    }
}

/// What changed.
#[derive(Clone, Debug)]
pub enum What {
    /// A key was added.
    Added {
        /// The type of the key.
        type_: String,
        /// The value if the user gives none. `None` if a value is required, or if the key is optional.
        default: Option<Yaml>,
        /// Whether users must give a value.
        required: bool,
    },
    /// A key was removed.
    Removed {
        /// The type of the removed key.
        type_: String,
        /// What to use instead, if the schema says so.
        remedy: Option<String>,
    },
    /// A key was renamed.
    Renamed {
        /// The path of the node with the new name.
        to: Vec<String>,
    },
    /// An aspect of a node changed.
    Changed {
        /// The aspect.
        aspect: Aspect,
        /// The old state, if there was one.
        old: Option<Yaml>,
        /// The new state, if there is one.
        new: Option<Yaml>,
    },
}

impl What {
    /// Whether the change affects types and keys, which select alternatives.
    pub(super) fn is_about_type(&self) -> bool {
        match self {
            What::Added { .. } | What::Removed { .. } | What::Renamed { .. } => true,
            What::Changed { aspect, .. } => matches!(aspect, Aspect::Type),
        }
    }
}

/// A change from one schema to another.
#[derive(Clone, Debug)]
pub struct Change {
    /// The path of the node. `[]` is for array items, `*` or `/expression/` for key patterns, `<2>` for the second
    /// alternative.
    pub path: Vec<String>,
    /// What changed.
    pub what: What,
    /// How it affects users.
    pub effect: Effect,
    /// Why a value is required, if the schema does not say so itself.
    pub reason: Option<String>,
}

impl Change {
    /// Returns the path as text.
    pub fn name(&self) -> String {
        written(&self.path)
    }

    /// Returns the new path of a renamed key.
    pub(super) fn new_name(&self) -> Option<String> {
        match &self.what {
            What::Renamed { to } => Some(written(to)),
            _ => None,
        }
    }

    /// Returns the change as data.
    fn to_yaml(&self) -> Yaml {
        let mut items = Vec::new();
        let mut add = |key: &str, value: Yaml| items.push(MapItem::new(key, value));
        add("path", Yaml::text(&self.name()));
        match &self.what {
            What::Added { type_, default, required } => {
                add("change", Yaml::text("added"));
                add("type", Yaml::text(type_));
                add("required", Yaml::Bool(*required));
                if let Some(default) = default {
                    add("default", default.clone());
                }
            }
            What::Removed { type_, remedy } => {
                add("change", Yaml::text("removed"));
                add("type", Yaml::text(type_));
                if let Some(remedy) = remedy {
                    add("remedy", Yaml::text(remedy));
                }
            }
            What::Renamed { to } => {
                add("change", Yaml::text("renamed"));
                add("to", Yaml::text(&written(to)));
            }
            What::Changed { aspect, old, new } => {
                add("change", Yaml::text("changed"));
                add("aspect", Yaml::text(aspect.name()));
                if let Some(old) = old {
                    add("old", old.clone());
                }
                if let Some(new) = new {
                    add("new", new.clone());
                }
            }
        }
        if let Some(reason) = &self.reason {
            add("reason", Yaml::text(reason));
        }
        add("effect", Yaml::text(self.effect.name()));
        Map::new(items).into()
    }

    /// Returns all changes and the most severe effect as data.
    pub fn document(changes: &[Change]) -> Yaml {
        let effect = changes.iter().map(|change| change.effect).max();
        let list = changes.iter().map(|change| ArrayItem::new(change.to_yaml())).collect();
        Map::new(vec![
            MapItem::new("effect", Yaml::text(effect.map_or("none", Effect::name))),
            MapItem::new("summary", Summary::of(changes).to_yaml()),
            MapItem::new("changes", Yaml::from(Array::new(list))),
        ])
        .into()
    }
}

/// Returns a path as text.
fn written(path: &[String]) -> String {
    let mut name = String::new();
    for piece in path {
        if !name.is_empty() && !piece.starts_with(['[', '<']) {
            name.push('.');
        }
        name.push_str(piece);
    }
    if name.is_empty() { "(document)".to_owned() } else { name }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match &self.what {
            What::Added { type_, default, required } => {
                write!(f, "+ {name} {type_}")?;
                match default {
                    Some(default) => write!(f, " = {}", json(default))?,
                    None if *required => f.write_str(" required")?,
                    None => {}
                }
            }
            What::Removed { remedy: None, .. } => write!(f, "- {name}")?,
            What::Removed { remedy: Some(remedy), .. } => {
                write!(f, "- {name} {}", json(&Yaml::text(remedy)))?;
            }
            What::Renamed { to } => write!(f, "~ {name} renamed to {}", written(to))?,
            What::Changed { aspect, old, new } => {
                write!(f, "~ {name} {}", aspect.name())?;
                match (old, new) {
                    (Some(old), Some(new)) => {
                        write!(f, " {} -> {}", aspect.show(old), aspect.show(new))?;
                    }
                    (Some(old), None) => write!(f, " - {}", aspect.show(old))?,
                    (None, Some(new)) => write!(f, " + {}", aspect.show(new))?,
                    (None, None) => {}
                }
            }
        }
        if let Some(reason) = &self.reason {
            write!(f, " ({reason})")?;
        }
        write!(f, " [{}]", self.effect.name())
    }
}
