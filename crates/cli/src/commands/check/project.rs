//! Turns the configuration of a project into flags. The command line overrides them.

use yardstick_check::{
    discover::{Config, Setting, unknown_setting},
    schema::SchemaStore,
};
use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_world::{World, paths};

use crate::args::{
    Given,
    flag::{Kind, Spec},
};

/// A configuration, with the warnings about it.
#[derive(Default)]
pub(super) struct Project {
    pub(super) config: Option<Config>,
    pub(super) warnings: Vec<Diagnostic>,
}

/// Flags that make no sense in a configuration.
const NOT_HERE: [&str; 8] =
    ["config", "diff", "fill-defaults", "fix", "help", "json", "stdin-filename", "watch"];

/// The flags of `check` that are also keys of the configuration.
pub(crate) fn settings_of_configuration() -> impl Iterator<Item = &'static Spec> {
    super::COMMAND.flags().filter(|flag| !NOT_HERE.contains(&flag.name))
}

impl Project {
    /// The configuration at `path`, if there is one; its flags go into `given`.
    pub(super) fn load(
        path: Option<&str>,
        given: &mut Given,
        store: &SchemaStore,
        world: &dyn World,
    ) -> Result<Self, (String, Box<Diagnostic>)> {
        let Some(path) = path else {
            return Ok(Self::default());
        };
        let mut load = || {
            let file = store.load_setting(path, "configuration")?;
            let config = Config::read(&file.view, path, world)?;
            let mut warnings = Vec::new();
            let mut defaults = Vec::new();
            for setting in &config.settings {
                if let Some(flag) =
                    settings_of_configuration().find(|flag| flag.name == setting.name)
                {
                    for value in values(flag, setting, &config.directory)? {
                        defaults.push((flag, value));
                    }
                } else {
                    let known = settings_of_configuration().map(|flag| flag.name);
                    warnings.push(unknown_setting(setting, known));
                }
            }
            given.add_defaults(defaults);
            Ok(Self { config: Some(config), warnings })
        };
        load().map_err(|problem| (path.to_owned(), problem))
    }
}

/// Converts the values of `setting` to those of a command line. Paths are relative to `directory`.
fn values(flag: &Spec, setting: &Setting, directory: &str) -> Result<Vec<String>> {
    let wrong = |what: &str| {
        let message = format!("`{}` must be {what}", flag.name);
        Diagnostic::error(codes::CONFIGURATION, message).at(setting.at)
    };
    if setting.is_map && flag.name != "map" {
        return Err(Box::new(wrong("text or a list, not a map")));
    }
    let is_repeated = matches!(flag.kind, Kind::Array | Kind::List | Kind::OptionalText);
    if setting.values.len() != 1 && !is_repeated {
        return Err(Box::new(wrong("one value, not a list")));
    }
    let first = setting.values.first().map_or("", String::as_str);
    if let Err(expected) = flag.kind.judge(first) {
        let meant = matches!(flag.kind, Kind::Switch).then(|| switch(first)).flatten();
        let meant = meant.or_else(|| flag.kind.suggestion(first));
        return Err(Box::new(wrong(&expected).notes(meant)));
    }
    match flag.kind {
        // On a command line `1` and `t` are true too, but YAML has its own booleans.
        Kind::Switch if !["true", "false"].contains(&first) => {
            Err(Box::new(wrong("true or false").notes(switch(first))))
        }
        // `allow-net: true` allows all hosts; a list allows some.
        Kind::OptionalText if first == "true" => Ok(vec![String::new()]),
        Kind::OptionalText if first == "false" => Ok(Vec::new()),
        Kind::OptionalText => Ok(vec![setting.values.join(",")]),
        _ => Ok(setting.values.iter().map(|value| from_here(flag, value, directory)).collect()),
    }
}

/// What to write for a word that other languages have for true or false.
fn switch(word: &str) -> Option<String> {
    let meant = match word.to_ascii_lowercase().as_str() {
        "yes" | "on" | "y" | "1" | "t" => "true",
        "no" | "off" | "n" | "0" | "f" => "false",
        _ => return None,
    };
    Some(format!("write {meant}"))
}

/// A path in the configuration is relative to it.
fn from_here(flag: &Spec, value: &str, directory: &str) -> String {
    let join = |path: &str| {
        if directory.is_empty() || path.starts_with('/') || path.contains("://") {
            path.to_owned()
        } else {
            let slash = if path.ends_with('/') { "/" } else { "" };
            format!("{}{slash}", paths::join(directory, path))
        }
    };
    match flag.name {
        // This is a keyword, not a path.
        "catalog" if value == "schemastore" => value.to_owned(),
        "schema" | "catalog" | "k8s" | "cache" => join(value),
        "map" => match value.split_once('=') {
            Some((prefix, path)) => format!("{prefix}={}", join(path)),
            None => value.to_owned(),
        },
        _ => value.to_owned(),
    }
}
