//! What is said where a rule is broken by values that nobody gave: which they are, and how to give them.

use yardstick_diagnostics::{Path, Secrecy};
use yardstick_template::{
    convert::display_key,
    tree::{Kind, Position, Yaml},
};

use crate::{
    model::{Declaration, Type},
    values::one_line,
};

/// More keys than this are not named.
const MOST: usize = 3;

/// The way that is always open.
const IN_A_FILE: &str = "write it into a values file";

/// What is said of a value that has to be given and was not.
pub(super) fn required(path: &str, type_: Option<&Type>) -> String {
    format!("{path} is required and was not given: {}", way_to_give(path, type_))
}

/// How to give the value at `path`.
fn way_to_give(path: &str, type_: Option<&Type>) -> String {
    // Flags set neither items of arrays nor whole documents.
    if path.contains(['[', '(']) {
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

/// Which values of a node, whose own place is that of the schema, are defaults.
#[derive(Default)]
pub(super) struct Below<'y> {
    /// The place of the first value that somebody gave.
    pub(super) given: Option<Position>,
    /// The others, with their names.
    defaults: Vec<(Path, Shown<'y>)>,
}

/// A default, unless it must not be shown.
type Shown<'y> = Option<&'y Yaml>;

impl<'y> Below<'y> {
    /// What is known about `yaml`, which is at `way` and declared so.
    pub(super) fn new(declaration: &Declaration, yaml: &'y Yaml, way: &Path) -> Self {
        let mut below = Self::default();
        below.look(declaration, yaml, way);
        below
    }

    fn look(&mut self, declaration: &Declaration, yaml: &'y Yaml, way: &Path) {
        let (Type::Map(type_), Yaml::Map(map)) = (declaration.type_.of_value(yaml), yaml) else {
            let is_secret = declaration.is_secret() || Secrecy::of_path(way).is_kept();
            self.defaults.push((way.clone(), (!is_secret).then_some(yaml)));
            return;
        };
        for item in map.items() {
            // Keys that need not be there are there because somebody gave them.
            let at = type_.defaults.position_of(&item.key);
            match at.and_then(|at| type_.values.get(at)) {
                Some(declared) if declared.position == item.position => {
                    self.look(declared, &item.value, &way.property(&display_key(&item.key)));
                }
                _ => self.given = self.given.or(Some(item.position)),
            }
        }
    }

    /// What is said of the node called `name` whose rule is broken.
    pub(super) fn note(&self, name: &str, declaration: &Declaration) -> Option<String> {
        if !matches!(declaration.type_.not_null(), Type::Map(_)) {
            return Some(format!(
                "{name} was not given, and its default breaks the rule: {}",
                way_to_give(name, Some(&declaration.type_))
            ));
        }
        let names: Vec<String> = self
            .defaults
            .iter()
            .map(|(path, _)| path.to_string().trim_start_matches('.').to_owned())
            .collect();
        let [one] = &self.defaults[..] else {
            // Any of many may be the one to change.
            if names.is_empty() || self.defaults.len() > MOST {
                return None;
            }
            let all = match &names[..] {
                [first, second] => format!("{first} and {second}"),
                _ => names.join(", "),
            };
            return Some(format!("{all} were not given: write them into a values file"));
        };
        let value = one.1.map(|value| format!(", and the default is {}", one_line::line(value)));
        let value = value.unwrap_or_default();
        Some(format!("{} was not given{value}: {IN_A_FILE}", names[0]))
    }
}
