//! What the flags say, out of clap's hands.

use clap::ArgMatches;
use yardstick_workspace::{
    SymlinkRules,
    options::{DataValueFlags, Inspect, OpenApiOptions, Options},
};

use super::list;

/// Where input comes from.
#[derive(Debug)]
pub(crate) enum Inputs {
    Files(Vec<String>),
    Bulk(String),
}

/// Where the result goes.
#[derive(Debug)]
pub(crate) enum Destination {
    Stdout,
    Files(String),
    EmptiedDirectory(String),
    Bulk,
}

/// How to render.
pub(crate) struct RenderArgs {
    pub(crate) inputs: Inputs,
    pub(crate) links: SymlinkRules,
    pub(crate) marks: Vec<String>,
    pub(crate) options: Options,
    pub(crate) destination: Destination,
}

/// What to format.
pub(crate) struct FmtArgs {
    pub(crate) files: Vec<String>,
    pub(crate) strict: bool,
    pub(crate) debug: bool,
}

/// When something is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum When {
    /// On a terminal.
    #[default]
    Auto,
    Always,
    Never,
}

/// How to speak to the user.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Terminal {
    pub(crate) notes: When,
    pub(crate) color: When,
}

impl RenderArgs {
    pub(super) fn from_matches(matches: &ArgMatches) -> Self {
        let all = |name| strings(matches, name);
        let on = |name| is_on(matches, name);
        let given = |name| one(matches, name).filter(|text| !text.is_empty());
        let inputs = match given("bulk-in") {
            Some(json) => Inputs::Bulk(json),
            None => Inputs::Files(all("file")),
        };
        let destination = if on("bulk-out") {
            Destination::Bulk
        } else if let Some(directory) = given("dangerous-emptied-output-directory") {
            Destination::EmptiedDirectory(directory)
        } else if let Some(directory) = given("output-files") {
            Destination::Files(directory)
        } else {
            Destination::Stdout
        };
        let inspect = if on("files-inspect") {
            Some(Inspect::Files)
        } else if on("data-values-schema-inspect") {
            Some(Inspect::Schema)
        } else if on("schema-inspect") {
            Some(Inspect::SchemaFields)
        } else if on("data-values-inspect") {
            Some(Inspect::DataValues)
        } else {
            None
        };
        Self {
            inputs,
            links: SymlinkRules {
                allow_all: on("dangerous-allow-all-symlink-destinations"),
                allowed: fields(matches, "allow-symlink-destination"),
            },
            marks: all("file-mark"),
            options: Options {
                strict: on("strict"),
                ignore_unknown_comments: on("ignore-unknown-comments"),
                implicit_map_key_overrides: on("implicit-map-key-overrides"),
                debug: on("debug"),
                disable_validation: on("dangerous-data-values-disable-validation"),
                warnings_as_errors: on("warnings-as-errors"),
                data_values: DataValueFlags {
                    strings: all("data-value"),
                    yaml: all("data-value-yaml"),
                    files: all("data-value-file"),
                    values_files: all("data-values-file"),
                    env: all("data-values-env"),
                    env_yaml: all("data-values-env-yaml"),
                },
                inspect,
                openapi: OpenApiOptions {
                    validations: matches.get_one::<bool>("openapi-validations") != Some(&false),
                    required: on("openapi-required"),
                    all_examples: on("openapi-all-examples"),
                },
                output_types: fields(matches, "output"),
            },
            destination,
        }
    }
}

impl FmtArgs {
    pub(super) fn from_matches(matches: &ArgMatches) -> Self {
        Self {
            files: strings(matches, "file"),
            strict: is_on(matches, "strict"),
            debug: is_on(matches, "debug"),
        }
    }
}

impl Terminal {
    pub(super) fn from_matches(matches: &ArgMatches) -> Self {
        let when = |name| When::named(one(matches, name).as_deref().unwrap_or_default());
        Self { notes: when("notes"), color: when("color") }
    }

    /// What can be made out in a command line that cannot be understood as a whole.
    pub(crate) fn guess(words: &[String]) -> Self {
        let when = |name: &str| {
            let mut values = words.iter().enumerate().filter_map(|(at, word)| {
                match word.strip_prefix(name)?.split_once('=') {
                    Some(("", value)) => Some(value),
                    Some(_) => None,
                    None => words.get(at + 1).map(String::as_str),
                }
            });
            When::named(values.next_back().unwrap_or_default())
        };
        Self { notes: when("--notes"), color: when("--color") }
    }
}

impl When {
    fn named(word: &str) -> Self {
        match word {
            "always" => Self::Always,
            "never" => Self::Never,
            _ => Self::Auto,
        }
    }
}

fn one(matches: &ArgMatches, name: &str) -> Option<String> {
    matches.get_one::<String>(name).cloned()
}

fn strings(matches: &ArgMatches, name: &str) -> Vec<String> {
    matches.get_many::<String>(name).map(|values| values.cloned().collect()).unwrap_or_default()
}

/// All values of a flag that takes several in one word.
fn fields(matches: &ArgMatches, name: &str) -> Vec<String> {
    strings(matches, name).iter().flat_map(|word| list::split(word)).collect()
}

fn is_on(matches: &ArgMatches, name: &str) -> bool {
    matches.get_one::<bool>(name).copied().unwrap_or(false)
}
