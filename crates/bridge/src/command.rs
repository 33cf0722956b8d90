//! `yardstick schema import` and `export`: arguments, and what follows from them.

use std::{
    ffi::OsString,
    io::{self, Write},
    sync::Arc,
};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser};
use yardstick_diagnostics::{
    Content, Diagnostic, RunReport, Severity, SourceFile, Sources, codes, render::rich,
};
use yardstick_world::World;

use crate::{Format, Options, export::Target, import};

/// What standard input is called.
const STDIN: &str = "<stdin>";

/// `yardstick schema import`, for help and for arguments.
pub fn import_command() -> Command {
    Command::new("import")
        .about("Write a JSON Schema, OpenAPI document or CRD as a schema of data values")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .required(true)
                .help("JSON or YAML; - for standard input"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(PossibleValuesParser::new(Format::NAMES))
                .help("What the file is; told from its content unless given"),
        )
        .arg(Arg::new("type").long("type").value_name("NAME").help(
            "Which schema of the file: a component, definition or version, or a pointer (#/...)",
        ))
        .arg(
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .help("Write nothing if anything is lost"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FILE")
                .help("Write there and not to standard output"),
        )
}

/// `yardstick schema export`, for help. It takes the flags of rendering too, so whoever renders reads them.
pub fn export_command() -> Command {
    Command::new("export")
        .about("Write the schema of data values as JSON Schema, OpenAPI or a schema for a CRD")
        .override_usage("yardstick schema export -f FILES... [OPTIONS]")
        .after_help("All other flags for input files and data values are those of `yardstick`.")
        .arg(
            Arg::new("file")
                .short('f')
                .long("file")
                .value_name("FILES")
                .action(ArgAction::Append)
                .help("Files and directories with schema documents"),
        )
        .arg(
            Arg::new("output")
                .short('o')
                .long("output")
                .value_name("FORMAT")
                .value_parser(PossibleValuesParser::new(Target::NAMES))
                .default_value("json-schema")
                .help("What to write"),
        )
        .arg(
            Arg::new("required")
                .long("required")
                .value_name("WHICH")
                .value_parser(PossibleValuesParser::new(["none", "all"]))
                .default_value("none")
                .help("Describe values as they may be given, or as they are once filled in"),
        )
}

/// Runs `yardstick schema import` with `arguments` (those behind the word `import`) and returns the exit
/// status: 0 if a schema was written, 1 if it could not be, 2 if the arguments or the file are no use.
pub fn run(
    arguments: &[OsString],
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let command = import_command().bin_name("yardstick schema import").term_width(100);
    let all = std::iter::once(OsString::from("import")).chain(arguments.iter().cloned());
    match command.try_get_matches_from(all) {
        Ok(matches) => run_import(&matches, world, out, err),
        Err(problem) if problem.use_stderr() => write!(err, "{problem}").map(|()| 2),
        Err(help) => write!(out, "{help}").map(|()| 0),
    }
}

fn run_import(
    matches: &ArgMatches,
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let file = text("file").unwrap_or("-");
    let (name, content) = if file == "-" {
        (STDIN.to_owned(), world.stdin().unwrap_or_else(|| Ok(Vec::new())))
    } else {
        (file.to_owned(), world.read(file))
    };
    let bytes = match content {
        Ok(bytes) => bytes,
        Err(problem) => {
            writeln!(err, "error: {name}: {problem}")?;
            return Ok(2);
        }
    };
    let content: Content = match yardstick_yaml::read::to_utf8(&bytes) {
        Some(text) => text.into(),
        None => bytes.into(),
    };
    let sources = Arc::new(Sources::new());
    let number = sources.add(SourceFile::new(name, content));
    let options = Options {
        format: text("format").and_then(Format::from_name),
        name: text("type").map(str::to_owned),
    };
    let mut imported = match import(sources.get(number), number, &options) {
        Ok(imported) => imported,
        Err(problems) => {
            report(problems, &sources, err)?;
            return Ok(1);
        }
    };
    let is_lossy = |problem: &Diagnostic| problem.code == codes::LOSSY;
    let refuses = matches.get_flag("strict") && imported.warnings.iter().any(is_lossy);
    if refuses {
        for problem in imported.warnings.iter_mut().filter(|problem| is_lossy(problem)) {
            problem.severity = Severity::Error;
        }
    }
    report(imported.warnings, &sources, err)?;
    if refuses {
        return Ok(1);
    }
    match text("output") {
        Some(target) => match world.write(target, imported.text.as_bytes()) {
            Ok(()) => {}
            Err(problem) => {
                writeln!(err, "error: {target}: {problem}")?;
                return Ok(1);
            }
        },
        None => out.write_all(imported.text.as_bytes())?,
    }
    Ok(0)
}

/// Prints what is wrong, and what is lost, with places.
fn report(
    problems: Vec<Diagnostic>,
    sources: &Arc<Sources>,
    err: &mut dyn Write,
) -> io::Result<()> {
    let report = RunReport::of_problems(problems, sources);
    err.write_all(rich::failures(&report, false).as_bytes())
}
