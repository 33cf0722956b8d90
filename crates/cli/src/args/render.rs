//! Converts the flags of rendering to [`RenderArgs`]. All commands that run templates share it, so that the same flag
//! has the same meaning in all of them.

use std::time::Duration;

use yardstick_workspace::{
    SymlinkRules,
    options::{DataValueFlags, ExportOptions, Inspect, LibraryOptions, Options, OutputType},
};

use super::{Given, groups};

/// The source of the input.
#[derive(Debug)]
pub(crate) enum Inputs {
    Files(Vec<String>),
    Bulk(String),
}

/// The destination of the result.
#[derive(Debug)]
pub(crate) enum Destination {
    Stdout,
    Files(String),
    EmptiedDirectory(String),
    /// Nothing is written. The result is compared with a directory, either as if that were emptied first or not.
    Diff {
        directory: String,
        emptied: bool,
    },
    Bulk,
}

impl Destination {
    /// The directory to write to.
    pub(crate) fn directory(&self) -> Option<&str> {
        match self {
            Destination::Files(directory) | Destination::EmptiedDirectory(directory) => {
                Some(directory)
            }
            Destination::Stdout | Destination::Bulk | Destination::Diff { .. } => None,
        }
    }
}

/// The settings for rendering or validating.
pub(crate) struct RenderArgs {
    pub(crate) inputs: Inputs,
    pub(crate) links: SymlinkRules,
    pub(crate) marks: Vec<String>,
    pub(crate) options: Options,
    pub(crate) destination: Destination,
    /// The time limit of a run.
    pub(crate) timeout: Option<Duration>,
    /// The maximum number of steps of template code.
    pub(crate) max_steps: Option<u64>,
    /// Whether to run again when an input changes.
    pub(crate) watch: bool,
}

impl RenderArgs {
    pub(crate) fn new(given: &Given) -> Self {
        let inputs = match given.text(&groups::BULK_IN) {
            Some(json) => Inputs::Bulk(json),
            None => Inputs::Files(given.all(&groups::FILE)),
        };
        let schema_templates = given.all(&groups::SCHEMA_TEMPLATE);
        let inspect = if given.is_on(&groups::FILES_INSPECT) {
            Some(Inspect::Files)
        } else if given.is_on(&groups::VALUES_SCHEMA_INSPECT) {
            Some(Inspect::Schema)
        } else if given.is_on(&groups::SCHEMA_INSPECT) || !schema_templates.is_empty() {
            Some(Inspect::SchemaFields)
        } else if given.is_on(&groups::VALUES_INSPECT) || given.is_on(&groups::INSPECT_VALUES) {
            Some(Inspect::DataValues)
        } else {
            None
        };
        Self {
            inputs,
            links: SymlinkRules {
                allow_all: given.is_on(&groups::ALLOW_ALL_LINKS),
                allowed: given.all(&groups::ALLOW_LINKS),
            },
            marks: given.all(&groups::FILE_MARK),
            options: Options {
                library: LibraryOptions {
                    strict: given.is_on(&groups::STRICT),
                    ignore_unknown_comments: given.is_on(&groups::IGNORE_COMMENTS),
                    implicit_map_key_overrides: given.is_on(&groups::KEY_OVERRIDES),
                    disable_validation: given.is_on(&groups::SKIP_VALIDATION)
                        || given.is_on(&groups::SKIP_VALIDATION_PROPOSED),
                    disable_output_validation: given.is_on(&groups::SKIP_OUTPUT_VALIDATION),
                    strict_annotations: given.is_on(&groups::STRICT_ANNOTATIONS),
                    warnings_as_errors: given.is_on(&groups::WARNINGS_AS_ERRORS),
                },
                debug: given.is_on(&groups::DEBUG),
                proposals: given.all(&groups::PROPOSAL),
                data_values: DataValueFlags {
                    strings: given.all(&groups::VALUE),
                    yaml: given.all(&groups::VALUE_YAML),
                    files: given.all(&groups::VALUE_FILE),
                    values_files: given.all(&groups::VALUES_FILE),
                    documents: Vec::new(),
                    env: given.all(&groups::VALUES_ENV),
                    env_yaml: given.all(&groups::VALUES_ENV_YAML),
                },
                inspect,
                openapi: ExportOptions {
                    validations: !given.is_off(&groups::OPENAPI_VALIDATIONS),
                    required: given.is_on(&groups::OPENAPI_REQUIRED),
                    all_examples: given.is_on(&groups::OPENAPI_ALL_EXAMPLES),
                    rule_words: given.is_on(&groups::OPENAPI_RULE_WORDS),
                    title: given.text(&groups::OPENAPI_TITLE),
                    version: given.text(&groups::OPENAPI_VERSION),
                },
                output_schemas: given.all(&groups::OUTPUT_SCHEMA),
                schema_templates,
                output_types: given
                    .all(&groups::OUTPUT_TYPE)
                    .into_iter()
                    .map(OutputType::from)
                    .collect(),
            },
            destination: Destination::new(given),
            timeout: given.seconds(&groups::TIMEOUT),
            max_steps: given.number(&groups::MAX_STEPS),
            watch: given.is_on(&groups::WATCH),
        }
    }
}

impl RenderArgs {
    /// Everything that is read, as named: paths, URLs, `-`. A `NAME=` prefix is removed.
    pub(crate) fn paths(&self) -> Vec<String> {
        let files: &[String] = match &self.inputs {
            Inputs::Files(values) => values,
            Inputs::Bulk(_) => &[],
        };
        let values = &self.options.data_values;
        let templates = &self.options.schema_templates;
        let with_name =
            files.iter().chain(templates).chain(&values.files).map(|word| after(word, '='));
        let with_library = values.values_files.iter().map(|word| match word.strip_prefix('@') {
            Some(addressed) => after(addressed, ':'),
            None => after(word, '='),
        });
        let schemas = self.options.output_schemas.iter().map(|word| match word.split_once(':') {
            Some((selector, path)) if selector.contains('=') => path,
            _ => word,
        });
        with_name.chain(with_library).chain(schemas).map(str::to_owned).collect()
    }
}

/// The text after `mark`; the whole word if `mark` is missing or part of a URL.
fn after(word: &str, mark: char) -> &str {
    match word.split_once(mark) {
        Some((name, rest)) if !name.contains("://") => rest,
        _ => word,
    }
}

impl Destination {
    fn new(given: &Given) -> Self {
        let emptied = given.text(&groups::EMPTIED_DIRECTORY);
        if given.is_on(&groups::BULK_OUT) {
            Self::Bulk
        } else if let Some(directory) = given.text(&groups::DIFF) {
            Self::Diff { directory, emptied: emptied.is_some() }
        } else if let Some(directory) = emptied {
            Self::EmptiedDirectory(directory)
        } else if let Some(directory) = given.text(&groups::OUTPUT_FILES) {
            Self::Files(directory)
        } else {
            Self::Stdout
        }
    }
}
