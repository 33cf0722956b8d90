//! The arguments of the commands.

use clap::{Arg, ArgAction, Command, builder::PossibleValuesParser, value_parser};
use yardstick_diagnostics::render::Format;

use crate::schema::Dialect;

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

/// What loading schemas needs, in both commands.
fn loading(command: Command) -> Command {
    command
        .arg(
            option(
                "dialect",
                "DIALECT",
                "yaml: draft 2020-12 with the YAML rules; json: without them; draft4, draft6, draft7, 2019-09, 2020-12: \
                 without them, and that draft for schemas that have no `$schema`",
            )
                .value_parser(PossibleValuesParser::new(Dialect::NAMES))
                .hide_possible_values(true)
                .default_value("yaml"),
        )
        .arg(
            option("map", "URL-PREFIX=DIR/", "Serve references that start so from a directory")
                .action(ArgAction::Append),
        )
        .arg(
            option("allow-net", "HOSTS", "Load http(s) references [from these hosts only]")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value(""),
        )
        .arg(option("cache", "DIR", "Keep what was loaded from the network there"))
}

/// `yardstick check`.
pub fn check_command() -> Command {
    let command = Command::new("check")
        .term_width(100)
        .about("Check YAML and JSON documents against a YAML Schema")
        .override_usage("yardstick check [OPTIONS] [FILES|DIRS|-]...")
        .arg(
            Arg::new("files")
                .value_name("FILES")
                .num_args(0..)
                .help("Files, directories and patterns; - for standard input"),
        )
        .arg(
            option(
                "schema",
                "REF",
                "The schema: a path or URL, with #/POINTER a part of it; others are there for references",
            )
            .short('f')
            .action(ArgAction::Append),
        )
        .arg(flag("fail-fast", "Stop at the first error"))
        .arg(flag("json", "The same as --output ys-json"))
        .arg(
            option("output", "FORMAT", "Form of the report")
                .short('o')
                .value_parser(PossibleValuesParser::new(Format::NAMES)),
        )
        .arg(
            option(
                "compat",
                "TOOL",
                "Behave like that tool: exit status, messages, first document only",
            )
            .value_parser(PossibleValuesParser::new(["ys"])),
        )
        .arg(flag("no-format", "Do not check `format`"))
        .arg(flag(
            "strict",
            "Look harder at schemas, and let warnings about them count as errors",
        ))
        .arg(flag("no-merge-keys", "Read `<<` as an ordinary key"))
        .arg(flag("skip-empty-docs", "Pass over documents that are null"))
        .arg(
            option("max-errors", "N", "Errors shown for one file, all are counted; 0 for all")
                .value_parser(value_parser!(usize))
                .default_value("100"),
        )
        .arg(option("catalog", "FILE", "Find schemas by file name in a catalog like SchemaStore's"))
        .arg(option("k8s", "REF", "Find schemas by apiVersion and kind: a directory or a template"))
        .arg(option("config", "FILE", "The project's configuration [default: .yardstick.yaml]"))
        .arg(
            option("jobs", "N", "Threads; 0 for one per core")
                .short('j')
                .value_parser(value_parser!(usize))
                .default_value("0"),
        )
        .arg(flag("quiet", "Only the exit status").short('q'))
        .arg(
            option("color", "WHEN", "Colours in the report")
                .value_parser(PossibleValuesParser::new(["auto", "always", "never"]))
                .default_value("auto"),
        )
        .arg(flag("explain", "Show what is wrong with each branch of oneOf and anyOf"))
        .arg(
            option("stdin-filename", "NAME", "What to call standard input")
                .default_value("<stdin>"),
        );
    loading(command)
}

/// `yardstick schema`.
pub fn schema_command() -> Command {
    let schemas = || {
        Arg::new("schemas")
            .value_name("SCHEMAS")
            .num_args(1..)
            .required(true)
            .help("Schemas: paths or URLs")
    };
    let check = Command::new("check")
        .about(
            "Check schemas themselves: the meta-schema, references, and what is probably not meant",
        )
        .arg(schemas())
        .arg(
            option("output", "FORMAT", "Form of the report")
                .short('o')
                .value_parser(PossibleValuesParser::new(Format::NAMES))
                .default_value("text"),
        )
        .arg(flag("strict", "Let warnings about schemas count as errors"));
    let bundle = Command::new("bundle")
        .about("Print a schema with everything it refers to inside")
        .arg(schemas().num_args(1));
    Command::new("schema")
        .bin_name("yardstick schema")
        .about("Work with schemas: YAML Schemas, and schemas of data values")
        .subcommand_required(true)
        .subcommand(loading(check))
        .subcommand(loading(bundle))
}
