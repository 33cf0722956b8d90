//! `yardstick schema check` and `yardstick schema bundle`.

use std::{
    io::{self, Write},
    path::Path,
    sync::Arc,
    time::Instant,
};

use clap::ArgMatches;
use yardstick_diagnostics::{Diagnostic, Severity};

use super::{on_threads, settings};
use crate::{
    errors::Finding,
    output::{self, Format},
    report::{FileReport, Report},
    schema::{Library, Options, Schema, bundle::bundle},
    world::World,
};

pub(super) fn run(
    matches: &ArgMatches,
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let Some((command, matches)) = matches.subcommand() else { return Ok(2) };
    let library = match settings::library(matches, world, false) {
        Ok(library) => library,
        Err(message) => {
            writeln!(err, "error: {message}")?;
            return Ok(2);
        }
    };
    let options = Options {
        dialect: settings::dialect(matches),
        formats: true,
        strict: command == "check",
        null_schema: false,
    };
    let names: Vec<String> =
        matches.get_many::<String>("schemas").into_iter().flatten().cloned().collect();
    match command {
        "check" => check(matches, &library, options, &names, out, err),
        _ => print_bundle(&library, options, &names, out, err),
    }
}

/// Reports errors, cycles and warnings of each schema. Status 1 if there are errors.
fn check(
    matches: &ArgMatches,
    library: &Arc<Library>,
    options: Options,
    names: &[String],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let start = Instant::now();
    let strict = matches.get_flag("strict");
    let files = on_threads(1, || {
        names.iter().map(|name| check_one(library, options, name, strict)).collect()
    })?;
    let report = Report {
        files,
        schemas: Vec::new(),
        sources: Arc::clone(library.sources()),
        duration: start.elapsed(),
    };
    let format = matches.get_one::<String>("output").and_then(|name| Format::from_name(name));
    output::write(format.unwrap_or_default(), &report, false, out, err)?;
    Ok(report.status())
}

fn check_one(library: &Arc<Library>, options: Options, name: &str, strict: bool) -> FileReport {
    let url = library.url_of(name, Path::new(""));
    let mut report = FileReport { name: name.to_owned(), documents: 1, ..FileReport::default() };
    let problems = match Schema::compile(library, &url, name, options) {
        Ok(schema) => {
            let cycles = schema.cycles.iter().map(|cycle| {
                let message = format!("Circular $ref detected: {}", cycle.reference);
                Diagnostic::error("YS204", message).at(cycle.span)
            });
            cycles.chain(schema.warnings.iter().cloned()).collect()
        }
        Err(problems) => problems,
    };
    for mut problem in problems {
        if strict {
            problem.severity = Severity::Error;
        }
        if problem.labels.is_empty() {
            report.failure = Some(problem);
        } else {
            report.findings.push(Finding::of_diagnostic(problem, 1));
        }
    }
    report
}

fn print_bundle(
    library: &Arc<Library>,
    options: Options,
    names: &[String],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let Some(name) = names.first() else { return Ok(2) };
    let url = library.url_of(name, Path::new(""));
    let start = Instant::now();
    let bundled = on_threads(1, || {
        let schema = Schema::compile(library, &url, name, options)?;
        bundle(library, &schema).map_err(|problem| vec![*problem])
    })?;
    match bundled {
        Ok(bundled) => {
            writeln!(out, "{bundled:#}")?;
            Ok(0)
        }
        Err(schemas) => {
            let sources = Arc::clone(library.sources());
            let report = Report { files: Vec::new(), schemas, sources, duration: start.elapsed() };
            output::write(Format::Text, &report, false, out, err)?;
            Ok(2)
        }
    }
}
