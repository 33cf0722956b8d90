//! All flags, in groups: names, kinds of values, and the words that explain them.
//!
//! The tables are constants: a run that only renders pays for the flags it was given, not for those that
//! exist.

/// What a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// On or off; `--name=false` takes it back.
    Switch,
    /// One text; the last one counts.
    Text,
    /// As often as wanted.
    Array,
    /// As often as wanted, each perhaps several separated by commas.
    List,
    /// One of a few words; the last one counts.
    Choice(&'static [&'static str]),
    /// A length of time; the last one counts.
    Seconds,
    /// A whole number above zero; the last one counts.
    Count,
}

/// A flag.
#[derive(Debug)]
pub(super) struct Flag {
    pub(super) name: &'static str,
    pub(super) short: Option<char>,
    pub(super) kind: Kind,
    /// What its value is called in help.
    pub(super) value: &'static str,
    pub(super) help: &'static str,
}

/// Flags that belong together.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) heading: &'static str,
    pub(super) flags: &'static [Flag],
}

impl Flag {
    const fn new(name: &'static str, kind: Kind, value: &'static str, help: &'static str) -> Self {
        Self { name, short: None, kind, value, help }
    }

    const fn switch(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Kind::Switch, "BOOL", help)
    }

    const fn short(self, letter: char) -> Self {
        Self { short: Some(letter), ..self }
    }
}

const FILE: Flag = Flag::new(
    "file",
    Kind::Array,
    "PATH",
    "File, directory, URL or - for standard input, perhaps with name= in front",
)
.short('f');

const STRICT: Flag =
    Flag::switch("strict", "Refuse scalars whose type is easy to mistake").short('s');

pub(super) const INPUT: Group = Group {
    heading: "Input",
    flags: &[
        FILE,
        Flag::new(
            "file-mark",
            Kind::Array,
            "PATH:KEY=VALUE",
            "Change what a file is: path, type, exclude, for-output, exclusive-for-output",
        ),
        Flag::new(
            "allow-symlink-destination",
            Kind::List,
            "PATH",
            "Follow links that end at or below this path",
        ),
        Flag::switch("dangerous-allow-all-symlink-destinations", "Follow all links"),
        Flag::new("bulk-in", Kind::Text, "JSON", "Input files as one JSON text instead of -f"),
    ],
};

pub(super) const DATA_VALUES: Group = Group {
    heading: "Data values",
    flags: &[
        Flag::new("data-value", Kind::Array, "KEY=TEXT", "Set a data value to a string").short('v'),
        Flag::new("data-value-yaml", Kind::Array, "KEY=YAML", "Set a data value to YAML"),
        Flag::new(
            "data-value-file",
            Kind::Array,
            "KEY=PATH",
            "Set a data value to the text of a file",
        ),
        Flag::new(
            "data-values-file",
            Kind::Array,
            "PATH",
            "Set data values from a plain YAML file",
        ),
        Flag::new(
            "data-values-env",
            Kind::Array,
            "PREFIX",
            "Set data values from environment variables: PREFIX_a__b=text",
        ),
        Flag::new(
            "data-values-env-yaml",
            Kind::Array,
            "PREFIX",
            "Set data values from environment variables that hold YAML",
        ),
    ],
};

pub(super) const VALIDATION: Group = Group {
    heading: "Data values",
    flags: &[
        Flag::switch(
            "dangerous-data-values-disable-validation",
            "Leave validations of data values out",
        ),
        Flag::switch("data-value-schema-disable-validation", "The same under its proposed name"),
    ],
};

pub(super) const OUTPUT_VALIDATION: Group = Group {
    heading: "Data values",
    flags: &[Flag::switch(
        "output-disable-validation",
        "Leave rules written on output documents out",
    )],
};

pub(super) const WARNINGS: Group = Group {
    heading: "General",
    flags: &[Flag::switch("warnings-as-errors", "Fail where there would be a warning")],
};

pub(super) const TEMPLATES: Group = Group {
    heading: "Templates",
    flags: &[
        STRICT,
        Flag::switch("ignore-unknown-comments", "Let ordinary comments stand in templates"),
        Flag::switch(
            "implicit-map-key-overrides",
            "Let a repeated map key replace the earlier one",
        ),
        Flag::switch("strict-annotations", "Refuse annotations that do nothing"),
        Flag::new(
            "proposal",
            Kind::List,
            "NAME",
            "Follow proposals: arrays-replace, leaf-first, name-false-functions, none-passes, suggest-values, when-errors-skip",
        ),
        Flag::new("timeout", Kind::Seconds, "SECONDS", "Stop a run that takes longer"),
        Flag::new(
            "max-steps",
            Kind::Count,
            "NUMBER",
            "Stop template code after so many loop turns and calls",
        ),
    ],
};

pub(super) const OUTPUT: Group = Group {
    heading: "Output",
    flags: &[
        Flag::new(
            "output",
            Kind::List,
            "TYPE",
            "yaml, json, pos; for schemas openapi-v3, openapi-v3+k8s, ytt-schema or html",
        )
        .short('o'),
        Flag::new(
            "output-files",
            Kind::Text,
            "DIRECTORY",
            "Write files into a directory, keeping what is there",
        ),
        Flag::new(
            "dangerous-emptied-output-directory",
            Kind::Text,
            "DIRECTORY",
            "Replace a directory by the files rendered",
        ),
        Flag::new(
            "diff",
            Kind::Text,
            "DIRECTORY",
            "Write nothing; print what would change in a directory, with status 1 if anything would",
        ),
        Flag::switch("bulk-out", "Output files as one JSON text"),
        Flag::switch(
            "files-inspect",
            "List all input files, with their marks applied, and render nothing",
        ),
        Flag::switch("data-values-inspect", "Print the final data values"),
        Flag::switch(
            "data-values-schema-inspect",
            "Print the schema of data values, with -o openapi-v3",
        ),
        Flag::switch("schema-inspect", "List the fields of the schema of data values"),
        Flag::new(
            "schema-template",
            Kind::Array,
            "PATH",
            "Print the fields through a template, which has them as data.values.schema",
        ),
        Flag::switch(
            "openapi-validations",
            "Export rules with -o openapi-v3; on unless --openapi-validations=false",
        ),
        Flag::switch("openapi-required", "List keys without missing_ok as required"),
        Flag::switch("openapi-all-examples", "Export all examples, not only the first"),
        Flag::switch(
            "openapi-rule-documentation",
            "Call functions of rules without arguments, and export what they say",
        ),
        Flag::switch("debug", "Say on standard error what is done"),
    ],
};

pub(super) const WATCH: Group = Group {
    heading: "General",
    flags: &[Flag::switch("watch", "Run again whenever an input changes, until interrupted")],
};

pub(super) const FMT: Group = Group {
    heading: "Input",
    flags: &[FILE, STRICT, Flag::switch("debug", "Say on standard error how long it took")],
};

pub(super) const VERSION: Group =
    Group { heading: "General", flags: &[Flag::switch("version", "Print the version")] };

const WHEN: Kind = Kind::Choice(&["auto", "always", "never"]);

pub(super) const GENERAL: Group = Group {
    heading: "General",
    flags: &[
        Flag::switch("help", "Print help").short('h'),
        Flag::new(
            "notes",
            WHEN,
            "WHEN",
            "Print what may help behind errors and warnings; auto: on a terminal",
        ),
        Flag::switch("no-warnings", "Print no warnings"),
        Flag::new("color", WHEN, "WHEN", "Colour what goes to a terminal"),
    ],
};
