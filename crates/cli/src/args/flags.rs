//! What the flags say, as the commands want it.

use std::time::Duration;

use yardstick_workspace::{
    SymlinkRules,
    options::{DataValueFlags, ExportOptions, Inspect, LibraryOptions, Options, OutputType},
};

use super::given::Given;

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
    /// Nowhere: it is compared with a directory, which would be emptied or not.
    Diff {
        directory: String,
        emptied: bool,
    },
    Bulk,
}

/// What to render or validate, and how.
pub(crate) struct RenderArgs {
    pub(crate) inputs: Inputs,
    pub(crate) links: SymlinkRules,
    pub(crate) marks: Vec<String>,
    pub(crate) options: Options,
    pub(crate) destination: Destination,
    /// How long a run may take.
    pub(crate) timeout: Option<Duration>,
    /// How many steps template code may take.
    pub(crate) max_steps: Option<u64>,
    /// Whether to run again when an input changes.
    pub(crate) watch: bool,
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
    pub(crate) no_warnings: bool,
}

impl RenderArgs {
    pub(super) fn new(given: &Given) -> Self {
        let inputs = match given.text("bulk-in") {
            Some(json) => Inputs::Bulk(json),
            None => Inputs::Files(given.all("file")),
        };
        let schema_templates = given.all("schema-template");
        let inspect = if given.is_on("files-inspect") {
            Some(Inspect::Files)
        } else if given.is_on("data-values-schema-inspect") {
            Some(Inspect::Schema)
        } else if given.is_on("schema-inspect") || !schema_templates.is_empty() {
            Some(Inspect::SchemaFields)
        } else if given.is_on("data-values-inspect") {
            Some(Inspect::DataValues)
        } else {
            None
        };
        Self {
            inputs,
            links: SymlinkRules {
                allow_all: given.is_on("dangerous-allow-all-symlink-destinations"),
                allowed: given.all("allow-symlink-destination"),
            },
            marks: given.all("file-mark"),
            options: Options {
                library: LibraryOptions {
                    strict: given.is_on("strict"),
                    ignore_unknown_comments: given.is_on("ignore-unknown-comments"),
                    implicit_map_key_overrides: given.is_on("implicit-map-key-overrides"),
                    disable_validation: given.is_on("dangerous-data-values-disable-validation")
                        || given.is_on("data-value-schema-disable-validation"),
                    disable_output_validation: given.is_on("output-disable-validation"),
                    strict_annotations: given.is_on("strict-annotations"),
                    warnings_as_errors: given.is_on("warnings-as-errors"),
                },
                debug: given.is_on("debug"),
                proposals: given.all("proposal"),
                data_values: DataValueFlags {
                    strings: given.all("data-value"),
                    yaml: given.all("data-value-yaml"),
                    files: given.all("data-value-file"),
                    values_files: given.all("data-values-file"),
                    documents: Vec::new(),
                    env: given.all("data-values-env"),
                    env_yaml: given.all("data-values-env-yaml"),
                },
                inspect,
                openapi: ExportOptions {
                    validations: !given.is_off("openapi-validations"),
                    required: given.is_on("openapi-required"),
                    all_examples: given.is_on("openapi-all-examples"),
                    rule_words: given.is_on("openapi-rule-documentation"),
                },
                schema_templates,
                output_types: given.all("output").into_iter().map(OutputType::from).collect(),
            },
            destination: Destination::new(given),
            timeout: given
                .number("timeout")
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            max_steps: given.number("max-steps"),
            watch: given.is_on("watch"),
        }
    }
}

impl RenderArgs {
    /// Everything that is read, as it was named: paths, URLs, `-`. New names in front are left out.
    pub(crate) fn paths(&self) -> Vec<String> {
        let files: &[String] = match &self.inputs {
            Inputs::Files(values) => values,
            Inputs::Bulk(_) => &[],
        };
        let values = &self.options.data_values;
        let templates = &self.options.schema_templates;
        let with_name =
            files.iter().chain(templates).chain(&values.files).map(|word| behind(word, '='));
        let with_library = values.values_files.iter().map(|word| match word.strip_prefix('@') {
            Some(addressed) => behind(addressed, ':'),
            None => behind(word, '='),
        });
        with_name.chain(with_library).map(str::to_owned).collect()
    }
}

/// What follows `mark`; everything where it is part of a URL or not there.
fn behind(word: &str, mark: char) -> &str {
    match word.split_once(mark) {
        Some((name, rest)) if !name.contains("://") => rest,
        _ => word,
    }
}

impl Destination {
    fn new(given: &Given) -> Self {
        let emptied = given.text("dangerous-emptied-output-directory");
        if given.is_on("bulk-out") {
            Self::Bulk
        } else if let Some(directory) = given.text("diff") {
            Self::Diff { directory, emptied: emptied.is_some() }
        } else if let Some(directory) = emptied {
            Self::EmptiedDirectory(directory)
        } else if let Some(directory) = given.text("output-files") {
            Self::Files(directory)
        } else {
            Self::Stdout
        }
    }
}

impl FmtArgs {
    pub(super) fn new(given: &Given) -> Self {
        Self {
            files: given.all("file"),
            strict: given.is_on("strict"),
            debug: given.is_on("debug"),
        }
    }
}

impl Terminal {
    pub(super) fn new(given: &Given) -> Self {
        let when = |name| When::named(given.text(name).as_deref().unwrap_or_default());
        Self { notes: when("notes"), color: when("color"), no_warnings: given.is_on("no-warnings") }
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
        Self { notes: when("--notes"), color: when("--color"), no_warnings: false }
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
