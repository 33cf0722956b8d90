//! Hints for defaults that violate a rule: which values users must give, and how.

use yardstick_diagnostics::{Path, Secrecy};
use yardstick_template::{
    convert::display_key,
    tree::{Kind, Position, Yaml},
};
use yardstick_yaml::{Resolver, Scalar, Style, resolve};

use crate::{
    model::{Declaration, Type},
    values::one_line,
};

/// The maximum number of keys to name.
const MOST: usize = 3;

/// The advice that always works.
const IN_A_FILE: &str = "write it into a values file";

/// Returns the hint for a required value that was not given.
pub(super) fn required(path: &str, type_: Option<&Type>) -> String {
    format!("{path} is required and was not given: {}", way_to_give(path, type_))
}

/// Describes how to give the value at `path`.
fn way_to_give(path: &str, type_: Option<&Type>) -> String {
    // Flags cannot set array items or whole documents, and their keys are text.
    if path.contains(['[', '(']) || path.split('.').any(|key| !is_text(key)) {
        return IN_A_FILE.to_owned();
    }
    let flag = match type_ {
        None => format!("--data-value {path}=..."),
        Some(type_) if type_.accepts_scalar(Kind::Text) => format!("--data-value {path}=..."),
        Some(type_) => match type_.not_null() {
            Type::Map(_) => return IN_A_FILE.to_owned(),
            Type::Array(_) => format!("--data-value-yaml '{path}=[...]'"),
            _ => format!("--data-value-yaml {path}=..."),
        },
    };
    format!("{IN_A_FILE}, or pass {flag}")
}

/// Whether YAML reads an unquoted key as text.
fn is_text(key: &str) -> bool {
    matches!(resolve::resolve(key, Style::Plain, None, Resolver::Yaml11), Ok(Scalar::Str(_)))
}

/// The values inside a node that comes from the schema: which were given, and which are defaults.
#[derive(Default)]
pub(super) struct Below<'y> {
    /// The positions of the values that were given.
    given: Vec<Position>,
    /// The default values.
    defaults: Vec<Default<'y>>,
}

/// A value that was not given.
struct Default<'y> {
    name: String,
    type_: &'y Type,
    /// The value, unless it is a secret.
    value: Option<&'y Yaml>,
}

impl<'y> Below<'y> {
    /// Collects the values in `yaml`, which is at path `way` and has this declaration.
    pub(super) fn new(declaration: &'y Declaration, yaml: &'y Yaml, way: &Path) -> Self {
        let mut below = Self::default();
        below.look(declaration, yaml, way);
        below
    }

    fn look(&mut self, declaration: &'y Declaration, yaml: &'y Yaml, way: &Path) {
        let (Type::Map(type_), Yaml::Map(map)) = (declaration.type_.of_value(yaml), yaml) else {
            let is_secret = declaration.is_secret() || Secrecy::of_path(way).is_kept();
            let name = way.to_string().trim_start_matches('.').to_owned();
            let value = (!is_secret).then_some(yaml);
            self.defaults.push(Default { name, type_: &declaration.type_, value });
            return;
        };
        for item in map.items() {
            // Keys that may be absent are present only because somebody gave them.
            let at = type_.defaults.position_of(&item.key);
            match at.and_then(|at| type_.values.get(at)) {
                Some(declared) if declared.position == item.position => {
                    self.look(declared, &item.value, &way.property(&display_key(&item.key)));
                }
                _ => self.given.push(item.position),
            }
        }
    }

    /// Returns the position of the given value, if there is only one.
    pub(super) fn only_given(&self) -> Option<Position> {
        match self.given[..] {
            [position] => Some(position),
            _ => None,
        }
    }

    /// Returns the hint for the value called `name`, which violates a rule, if it was not given.
    pub(super) fn about(&self, name: &str) -> Option<String> {
        let default = self.defaults.iter().find(|default| default.name == name)?;
        Some(format!(
            "{name} was not given, and its default breaks the rule: {}",
            way_to_give(name, Some(default.type_))
        ))
    }

    /// Lists the values of a map that were not given, for a rule that may be about any of them.
    pub(super) fn missing(&self) -> Option<String> {
        let names: Vec<&str> = self.defaults.iter().map(|default| default.name.as_str()).collect();
        match &self.defaults[..] {
            [Default { name, value: Some(value), .. }] => {
                Some(format!("{name} was not given: its default is {}", one_line::line(value)))
            }
            [Default { name, value: None, .. }] => Some(format!("{name} was not given")),
            [first, second] => Some(format!("{} and {} were not given", first.name, second.name)),
            // With many defaults, any of them could be the one to change, so give no hint.
            all if all.is_empty() || all.len() > MOST => None,
            _ => Some(format!("{} were not given", names.join(", "))),
        }
    }
}
