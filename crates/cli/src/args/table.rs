//! Commands and their flags, with the words that explain them.

use clap::{Arg, ArgAction, Command, value_parser};

/// The program's name, as messages have it.
pub(crate) const PROGRAM: &str = "yardstick";

/// Shells for which completion can be generated.
pub(super) const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// No command: render.
    Root,
    Template,
    Fmt,
    Version,
    Completion,
    Help,
}

impl Subject {
    pub(super) const ALL: [Self; 6] =
        [Self::Root, Self::Template, Self::Fmt, Self::Version, Self::Completion, Self::Help];

    /// The command called `word`.
    pub(super) fn named(word: &str) -> Option<Self> {
        match word {
            "t" | "tpl" => Some(Self::Template),
            _ => Self::ALL.into_iter().find(|subject| subject.name() == Some(word)),
        }
    }

    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Root => None,
            Self::Template => Some("template"),
            Self::Fmt => Some("fmt"),
            Self::Version => Some("version"),
            Self::Completion => Some("completion"),
            Self::Help => Some("help"),
        }
    }

    /// How the command is called: `yardstick fmt`.
    pub(super) fn invocation(self) -> String {
        self.name().map_or_else(|| PROGRAM.to_owned(), |name| format!("{PROGRAM} {name}"))
    }
}

/// One command with its flags, without the others.
pub(super) fn command(subject: Subject) -> Command {
    let command = match subject {
        Subject::Root => render_flags(Command::new(PROGRAM))
            .about("Renders YAML and text templates, with data values and their schema")
            .arg(switch("version", "Print the version")),
        Subject::Template => render_flags(Command::new("template"))
            .visible_aliases(["t", "tpl"])
            .about("Renders templates; the same as giving no command"),
        Subject::Fmt => Command::new("fmt")
            .about("Prints YAML templates in one layout")
            .arg(
                array(
                    "file",
                    "PATH",
                    "File, directory, URL or - for standard input, perhaps with name= in front",
                )
                .short('f'),
            )
            .arg(switch("strict", "Refuse scalars whose type is easy to mistake").short('s'))
            .arg(switch("debug", "Say on standard error how long it took")),
        Subject::Version => Command::new("version").about("Prints the version"),
        Subject::Completion => Command::new("completion")
            .about("Prints a completion script: completion bash|zsh|fish|powershell"),
        Subject::Help => Command::new("help").about("Prints help about a command: help [COMMAND]"),
    };
    command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .args_override_self(true)
        .arg(switch("help", "Print help").short('h'))
        .arg(
            choice("notes", "WHEN", "Print what may help behind an error")
                .value_parser(["auto", "always", "never"]),
        )
        .arg(
            choice("color", "WHEN", "Colour what goes to a terminal")
                .value_parser(["auto", "always", "never"]),
        )
}

/// Everything, for help and completion.
pub(crate) fn all() -> Command {
    Subject::ALL.into_iter().skip(1).map(command).fold(command(Subject::Root), Command::subcommand)
}

/// The command that help is asked about.
pub(crate) fn about(subject: Subject) -> Command {
    match subject {
        Subject::Root => all(),
        _ => command(subject).bin_name(subject.invocation()),
    }
}

fn render_flags(command: Command) -> Command {
    command
        .next_help_heading("Input")
        .arg(
            array(
                "file",
                "PATH",
                "File, directory, URL or - for standard input, perhaps with name= in front",
            )
            .short('f'),
        )
        .arg(array(
            "file-mark",
            "PATH:KEY=VALUE",
            "Change what a file is: path, type, exclude, for-output, exclusive-for-output",
        ))
        .arg(array(
            "allow-symlink-destination",
            "PATH",
            "Follow links that end at or below this path",
        ))
        .arg(switch("dangerous-allow-all-symlink-destinations", "Follow all links"))
        .arg(text("bulk-in", "JSON", "Input files as one JSON text instead of -f"))
        .next_help_heading("Data values")
        .arg(array("data-value", "KEY=TEXT", "Set a data value to a string").short('v'))
        .arg(array("data-value-yaml", "KEY=YAML", "Set a data value to YAML"))
        .arg(array("data-value-file", "KEY=PATH", "Set a data value to the text of a file"))
        .arg(array("data-values-file", "PATH", "Set data values from a plain YAML file"))
        .arg(array(
            "data-values-env",
            "PREFIX",
            "Set data values from environment variables: PREFIX_a__b=text",
        ))
        .arg(array(
            "data-values-env-yaml",
            "PREFIX",
            "Set data values from environment variables that hold YAML",
        ))
        .arg(switch(
            "dangerous-data-values-disable-validation",
            "Leave validations of data values out",
        ))
        .arg(switch("warnings-as-errors", "Fail where there would be a warning"))
        .next_help_heading("Templates")
        .arg(switch("strict", "Refuse scalars whose type is easy to mistake").short('s'))
        .arg(switch("ignore-unknown-comments", "Let ordinary comments stand in templates"))
        .arg(switch("implicit-map-key-overrides", "Let a repeated map key replace the earlier one"))
        .next_help_heading("Output")
        .arg(array("output", "TYPE", "yaml, json, pos; for schemas openapi-v3, ytt-schema or html").short('o'))
        .arg(text(
            "output-files",
            "DIRECTORY",
            "Write files into a directory, keeping what is there",
        ))
        .arg(text(
            "dangerous-emptied-output-directory",
            "DIRECTORY",
            "Replace a directory by the files rendered",
        ))
        .arg(switch("bulk-out", "Output files as one JSON text"))
        .arg(switch("files-inspect", "List the files that would be rendered"))
        .arg(switch("data-values-inspect", "Print the final data values"))
        .arg(switch(
            "data-values-schema-inspect",
            "Print the schema of data values, with -o openapi-v3, ytt-schema or html",
        ))
        .arg(switch("schema-inspect", "List the fields of the schema of data values"))
        .arg(switch("openapi-validations", "Export rules with -o openapi-v3 (the default)"))
        .arg(switch("openapi-required", "List keys without missing_ok as required"))
        .arg(switch("openapi-all-examples", "Export all examples, not only the first"))
        .arg(switch("debug", "Say on standard error what is done"))
        .next_help_heading("General")
}

/// On or off; `--name=false` takes it back.
fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name)
        .long(name)
        .help(help)
        .action(ArgAction::Set)
        .value_parser(value_parser!(bool))
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("true")
        .hide_possible_values(true)
        .value_name("BOOL")
}

/// One text; the last one counts.
fn text(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help).action(ArgAction::Set)
}

/// One of a few words; the last one counts.
fn choice(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    text(name, value, help)
}

/// As often as wanted.
fn array(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help).action(ArgAction::Append)
}
