//! `yardstick schema check` and `yardstick schema bundle`.

use std::{
    io::{self, Write},
    sync::Arc,
    time::Instant,
};

use clap::ArgMatches;
use yardstick_diagnostics::{
    FileFailure, FileReport, RunReport,
    render::{self, Format},
};
use yardstick_world::World;

use super::{on_threads, print, settings};
use crate::schema::{Options, Schema, SchemaStore, bundle::bundle};

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
        lint: command == "check",
        strict: command == "check" && matches.get_flag("strict"),
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
    library: &Arc<SchemaStore>,
    options: Options,
    names: &[String],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let start = Instant::now();
    let files =
        on_threads(1, || names.iter().map(|name| check_one(library, options, name)).collect())?;
    let report = RunReport {
        files,
        general: Vec::new(),
        sources: Arc::clone(library.sources()),
        duration: start.elapsed(),
        fail_fast: false,
    };
    let format = matches.get_one::<String>("output").and_then(|name| Format::from_name(name));
    print(&render::run(format.unwrap_or_default(), &report, false), out, err)?;
    Ok(report.status())
}

fn check_one(library: &Arc<SchemaStore>, options: Options, name: &str) -> FileReport {
    let url = library.url_of(name, "");
    let mut report = FileReport { name: name.to_owned(), ..FileReport::default() };
    let compiled = Schema::compile(library, &url, name, options);
    let problems = compiled.map_or_else(|problems| problems, |schema| schema.problems());
    report.count(1, 0);
    for problem in problems {
        if problem.labels.is_empty() {
            report.failure = Some(FileFailure::Own(Box::new(problem)));
        } else {
            report.add(problem.in_document(1));
        }
    }
    report.findings.sort_by_key(|finding| finding.span().map_or(0, |span| span.start));
    report
}

fn print_bundle(
    library: &Arc<SchemaStore>,
    options: Options,
    names: &[String],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let Some(name) = names.first() else { return Ok(2) };
    let url = library.url_of(name, "");
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
            let report = RunReport::of_problems(schemas, library.sources());
            print(&render::run(Format::Text, &report, false), out, err)?;
            Ok(2)
        }
    }
}
