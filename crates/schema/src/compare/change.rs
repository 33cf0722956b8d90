//! One change: where, what, and what it means for those who give values.

use std::fmt;

use yardstick_template::tree::{Array, ArrayItem, Map, MapItem, Yaml};

use super::{Summary, json};

/// What a change means for those who give values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing: only words changed.
    Docs,
    /// What was fine still is.
    Compatible,
    /// Something that was fine is not any more.
    Breaking,
}

impl Effect {
    pub(super) fn breaking_unless(is_compatible: bool) -> Self {
        if is_compatible { Effect::Compatible } else { Effect::Breaking }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Docs => "docs",
            Effect::Compatible => "compatible",
            Effect::Breaking => "breaking",
        }
    }
}

/// A part of the documentation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Which kinds of values it holds.
    Type,
    /// Whether a value has to be given.
    Required,
    /// Whether the key may be left out.
    Optional,
    /// How many keys a pattern stands for.
    Expects,
    /// What it holds if nothing is given.
    Default,
    /// A rule.
    Rules,
    /// The title.
    Title,
    /// The description.
    Description,
    /// Why it should not be used any more.
    Deprecated,
    /// Values one could give.
    Examples,
}

impl Aspect {
    /// Its name.
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

    /// Its values on a line: words of the schema are plain, values and words of the author are not.
    pub(super) fn show(self, value: &Yaml) -> String {
        match (self, value) {
            (Aspect::Type | Aspect::Rules | Aspect::Expects, Yaml::Text(text)) => text.to_string(),
            _ => json(value),
        }
    }
}

/// What happened.
#[derive(Clone, Debug)]
pub enum What {
    /// A key is new.
    Added {
        /// Its type.
        type_: String,
        /// What it holds if nothing is given; nothing where something must be, or where it need not be there.
        default: Option<Yaml>,
        /// Whether a value has to be given.
        required: bool,
    },
    /// A key is gone.
    Removed {
        /// The type it had.
        type_: String,
        /// What to do instead of giving it, if the schema says so.
        remedy: Option<String>,
    },
    /// A key has another name.
    Renamed {
        /// Keys from the document to the node, with the new name.
        to: Vec<String>,
    },
    /// Something about a node is different: what it was and what it is, where there is such a thing.
    Changed {
        /// What.
        aspect: Aspect,
        /// What it was.
        old: Option<Yaml>,
        /// What it is.
        new: Option<Yaml>,
    },
}

impl What {
    /// Whether it concerns types and keys, which select alternatives.
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
    /// Keys from the document to the node; `[]` for items of arrays, `*` or `/expression/` for patterns of
    /// keys, `<2>` for the second alternative.
    pub path: Vec<String>,
    /// What happened.
    pub what: What,
    /// What it means.
    pub effect: Effect,
    /// Why a value has to be given, where the schema does not say so itself.
    pub reason: Option<String>,
}

impl Change {
    /// The path as it is written.
    pub fn name(&self) -> String {
        written(&self.path)
    }

    /// The path that a renamed key has now.
    pub(super) fn new_name(&self) -> Option<String> {
        match &self.what {
            What::Renamed { to } => Some(written(to)),
            _ => None,
        }
    }

    /// The change as data.
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

    /// All changes and the gravest effect as data.
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

/// A path as it is written.
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
