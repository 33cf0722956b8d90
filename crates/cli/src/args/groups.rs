//! Groups of flags that several commands share.

use super::flag::{Flag, Group, Number, Seconds, Switch, Text, Texts};

pub(crate) static FILE: Flag<Texts> = Flag::array(
    "file",
    "PATH",
    "File, directory, URL or - for standard input; NAME=PATH gives it another name",
)
.short('f');
pub(crate) static FILE_MARK: Flag<Texts> = Flag::array(
    "file-mark",
    "PATH:KEY=VALUE",
    "Change how a file is used: path, type, exclude, for-output, exclusive-for-output",
);
pub(crate) static ALLOW_LINKS: Flag<Texts> = Flag::list(
    "allow-symlink-destination",
    "PATH",
    "Follow symbolic links that lead to this path or below it",
);
pub(crate) static ALLOW_ALL_LINKS: Flag<Switch> =
    Flag::switch("dangerous-allow-all-symlink-destinations", "Follow all symbolic links");
pub(crate) static BULK_IN: Flag<Text> =
    Flag::text("bulk-in", "JSON", "Read input files from this JSON text instead of -f");

pub(crate) static INPUT: Group = Group {
    heading: "Input",
    flags: &[&FILE.spec, &FILE_MARK.spec, &ALLOW_LINKS.spec, &ALLOW_ALL_LINKS.spec, &BULK_IN.spec],
};

pub(crate) static VALUE: Flag<Texts> =
    Flag::array("data-value", "KEY=TEXT", "Set a data value to a string").short('v');
pub(crate) static VALUE_YAML: Flag<Texts> =
    Flag::array("data-value-yaml", "KEY=YAML", "Set a data value to parsed YAML");
pub(crate) static VALUE_FILE: Flag<Texts> =
    Flag::array("data-value-file", "KEY=PATH", "Set a data value to the content of a file");
pub(crate) static VALUES_FILE: Flag<Texts> =
    Flag::array("data-values-file", "PATH", "Set data values from a plain YAML file");
pub(crate) static VALUES_ENV: Flag<Texts> = Flag::array(
    "data-values-env",
    "PREFIX",
    "Set data values to strings from environment variables: PREFIX_a__b=text",
);
pub(crate) static VALUES_ENV_YAML: Flag<Texts> = Flag::array(
    "data-values-env-yaml",
    "PREFIX",
    "Set data values to parsed YAML from environment variables",
);

pub(crate) static DATA_VALUES: Group = Group {
    heading: "Data values",
    flags: &[
        &VALUE.spec,
        &VALUE_YAML.spec,
        &VALUE_FILE.spec,
        &VALUES_FILE.spec,
        &VALUES_ENV.spec,
        &VALUES_ENV_YAML.spec,
    ],
};

pub(crate) static SKIP_VALIDATION: Flag<Switch> = Flag::switch(
    "dangerous-data-values-disable-validation",
    "Skip the rules for data values; types are still checked",
);
pub(crate) static SKIP_VALIDATION_PROPOSED: Flag<Switch> = Flag::switch(
    "data-value-schema-disable-validation",
    "Another name for the flag above, proposed for ytt",
);

pub(crate) static VALIDATION: Group = Group {
    heading: "Data values",
    flags: &[&SKIP_VALIDATION.spec, &SKIP_VALIDATION_PROPOSED.spec],
};

pub(crate) static OUTPUT_SCHEMA: Flag<Texts> = Flag::array(
    "output-schema",
    "[KEY=VALUE:]PATH",
    "Check output documents against a schema: all, or those with KEY set to VALUE (e.g. kind=Deployment)",
);
pub(crate) static SKIP_OUTPUT_VALIDATION: Flag<Switch> =
    Flag::switch("output-disable-validation", "Skip validation rules on output documents");

pub(crate) static OUTPUT_VALIDATION: Group =
    Group { heading: "Data values", flags: &[&OUTPUT_SCHEMA.spec, &SKIP_OUTPUT_VALIDATION.spec] };

pub(crate) static STRICT: Flag<Switch> =
    Flag::switch("strict", "Reject ambiguous scalars (e.g. yes, 0o17)").short('s');
pub(crate) static IGNORE_COMMENTS: Flag<Switch> =
    Flag::switch("ignore-unknown-comments", "Allow plain comments in templates");
pub(crate) static KEY_OVERRIDES: Flag<Switch> =
    Flag::switch("implicit-map-key-overrides", "Let a repeated map key replace the earlier one");
pub(crate) static STRICT_ANNOTATIONS: Flag<Switch> =
    Flag::switch("strict-annotations", "Reject annotations that have no effect");
pub(crate) static PROPOSAL: Flag<Texts> = Flag::list(
    "proposal",
    "NAME",
    "Enable proposed behavior: arrays-replace, leaf-first, name-false-functions, none-passes, \
     suggest-values, when-errors-skip",
);
pub(crate) static TIMEOUT: Flag<Seconds> =
    Flag::seconds("timeout", "Stop a run that takes longer than this");
pub(crate) static MAX_STEPS: Flag<Number> =
    Flag::number("max-steps", 1, "Stop template code after NUMBER loop iterations and calls");

pub(crate) static TEMPLATES: Group = Group {
    heading: "Templates",
    flags: &[
        &STRICT.spec,
        &IGNORE_COMMENTS.spec,
        &KEY_OVERRIDES.spec,
        &STRICT_ANNOTATIONS.spec,
        &PROPOSAL.spec,
        &TIMEOUT.spec,
        &MAX_STEPS.spec,
    ],
};

/// For commands that run no templates. The others have this flag in [`TEMPLATES`].
pub(crate) static CLOCK: Group = Group { heading: "General", flags: &[&TIMEOUT.spec] };

pub(crate) static OUTPUT_TYPE: Flag<Texts> = Flag::list(
    "output",
    "TYPE",
    "Print yaml, json or pos; with --data-values-schema-inspect any format of `schema export`: \
     openapi-v3, json-schema, html, markdown, ...",
)
.short('o');
pub(crate) static OUTPUT_FILES: Flag<Text> =
    Flag::text("output-files", "DIRECTORY", "Write files to a directory; keep other files in it");
pub(crate) static EMPTIED_DIRECTORY: Flag<Text> = Flag::text(
    "dangerous-emptied-output-directory",
    "DIRECTORY",
    "Replace a directory with the rendered files",
);
pub(crate) static DIFF: Flag<Text> = Flag::text(
    "diff",
    "DIRECTORY",
    "Print what would change in a directory, and write nothing; exit with status 1 if anything would change",
);
pub(crate) static BULK_OUT: Flag<Switch> =
    Flag::switch("bulk-out", "Print output files as one JSON text");
pub(crate) static FILES_INSPECT: Flag<Switch> =
    Flag::switch("files-inspect", "List input files after applying file marks; render nothing");
pub(crate) static VALUES_INSPECT: Flag<Switch> =
    Flag::switch("data-values-inspect", "Print the final data values");
pub(crate) static INSPECT_VALUES: Flag<Switch> =
    Flag::switch("inspect-data-values", "The same as --data-values-inspect");
pub(crate) static VALUES_SCHEMA_INSPECT: Flag<Switch> = Flag::switch(
    "data-values-schema-inspect",
    "Print the data values schema; -o sets the format, e.g. openapi-v3",
);
pub(crate) static SCHEMA_INSPECT: Flag<Switch> =
    Flag::switch("schema-inspect", "List the fields of the data values schema");
pub(crate) static SCHEMA_TEMPLATE: Flag<Texts> = Flag::array(
    "schema-template",
    "PATH",
    "Render the schema's fields with this template, which reads them from data.values.schema",
);
pub(crate) static OPENAPI_VALIDATIONS: Flag<Switch> = Flag::switch(
    "openapi-validations",
    "Include validation rules in OpenAPI output (default: true)",
);
pub(crate) static OPENAPI_REQUIRED: Flag<Switch> =
    Flag::switch("openapi-required", "Mark keys without missing_ok as required");
pub(crate) static OPENAPI_ALL_EXAMPLES: Flag<Switch> =
    Flag::switch("openapi-all-examples", "Include all examples, not only the first");
pub(crate) static OPENAPI_RULE_WORDS: Flag<Switch> = Flag::switch(
    "openapi-rule-documentation",
    "Call rule functions without arguments and include the descriptions they return",
);
pub(crate) static OPENAPI_TITLE: Flag<Text> =
    Flag::text("openapi-title", "TEXT", "Title of OpenAPI output");
pub(crate) static OPENAPI_VERSION: Flag<Text> =
    Flag::text("openapi-version", "TEXT", "Version of the API in OpenAPI output");
pub(crate) static DEBUG: Flag<Switch> =
    Flag::switch("debug", "Print the input files and the duration to standard error");

pub(crate) static OUTPUT: Group = Group {
    heading: "Output",
    flags: &[
        &OUTPUT_TYPE.spec,
        &OUTPUT_FILES.spec,
        &EMPTIED_DIRECTORY.spec,
        &DIFF.spec,
        &BULK_OUT.spec,
        &FILES_INSPECT.spec,
        &VALUES_INSPECT.spec,
        &INSPECT_VALUES.spec,
        &VALUES_SCHEMA_INSPECT.spec,
        &SCHEMA_INSPECT.spec,
        &SCHEMA_TEMPLATE.spec,
        &OPENAPI_VALIDATIONS.spec,
        &OPENAPI_REQUIRED.spec,
        &OPENAPI_ALL_EXAMPLES.spec,
        &OPENAPI_RULE_WORDS.spec,
        &OPENAPI_TITLE.spec,
        &OPENAPI_VERSION.spec,
        &DEBUG.spec,
    ],
};

pub(crate) static WATCH: Flag<Switch> =
    Flag::switch("watch", "Run again whenever an input changes, until interrupted");

pub(crate) static WATCHING: Group = Group { heading: "General", flags: &[&WATCH.spec] };

pub(crate) static WARNINGS_AS_ERRORS: Flag<Switch> =
    Flag::switch("warnings-as-errors", "Treat warnings as errors");

pub(crate) static WARNINGS: Group =
    Group { heading: "General", flags: &[&WARNINGS_AS_ERRORS.spec] };

pub(crate) static VERSION: Flag<Switch> = Flag::switch("version", "Print the version");

pub(crate) static PROGRAM: Group = Group { heading: "General", flags: &[&VERSION.spec] };

const WHEN: &[&str] = &yardstick_world::When::NAMES;

pub(crate) static HELP: Flag<Switch> = Flag::switch("help", "Print help").short('h');
pub(crate) static DIAGNOSTICS: Flag<Text> = Flag::choice(
    "diagnostics",
    "FORMAT",
    &crate::report_style::RequestedForm::NAMES,
    "Format of errors and warnings (auto: rich on a terminal, otherwise ytt's text for ytt's commands)",
);
pub(crate) static NOTES: Flag<Text> = Flag::choice(
    "notes",
    "WHEN",
    WHEN,
    "Show hints with errors and warnings (auto: always, except when run as ytt)",
);
pub(crate) static NO_WARNINGS: Flag<Switch> = Flag::switch("no-warnings", "Hide warnings");
pub(crate) static COLOR: Flag<Text> =
    Flag::choice("color", "WHEN", WHEN, "Print in color (auto: if the output is a terminal)");

pub(crate) static GENERAL: Group = Group {
    heading: "General",
    flags: &[&HELP.spec, &DIAGNOSTICS.spec, &NOTES.spec, &NO_WARNINGS.spec, &COLOR.spec],
};
