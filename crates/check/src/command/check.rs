//! `yardstick check`.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use clap::{ArgMatches, parser::ValueSource};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use yardstick_diagnostics::Diagnostic;

use super::{on_threads, settings};
use crate::{
    checker::{Checker, Options},
    discover::{
        Catalog, Config, Discovery, Kubernetes,
        inputs::{self, Input},
    },
    instance::LoadOptions,
    output::{self, Format},
    report::{FileReport, Report},
    schema::{self, Library},
    world::World,
};

pub(super) fn run(
    matches: &ArgMatches,
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let run = match Run::new(matches, world) {
        Ok(run) => run,
        Err(message) => {
            writeln!(err, "error: {message}")?;
            return Ok(2);
        }
    };
    let report = on_threads(run.jobs(), || run.check())?;
    let status = run.status(&report);
    if !run.quiet {
        output::write(run.format, &report, run.colours, out, err)?;
    }
    // The process ends next: taking a large schema apart piece by piece would only delay it.
    std::mem::forget(run);
    Ok(status)
}

struct Run<'a> {
    world: &'a Arc<dyn World>,
    checker: Checker,
    inputs: Vec<Input>,
    /// The schema on the command line: (URL, name).
    fixed: Option<(String, String)>,
    stdin_name: String,
    format: Format,
    colours: bool,
    quiet: bool,
    fail_fast: bool,
    compat: bool,
    jobs: usize,
}

impl<'a> Run<'a> {
    fn new(matches: &ArgMatches, world: &'a Arc<dyn World>) -> Result<Self, String> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let compat = text("compat").is_some();
        let format = match text("output") {
            Some(name) => Format::from_name(name).unwrap_or_default(),
            None if matches.get_flag("json") => Format::YsJson,
            None if compat => Format::Ys,
            None => Format::Text,
        };
        let dialect = settings::dialect(matches);
        let library = settings::library(matches, world, dialect.has_yaml_rules())?;
        let fixed = preload(&library, matches)?;
        let discovery = Discovery {
            fixed: fixed.clone(),
            config: config(&library, world, text("config"))?,
            catalog: match text("catalog") {
                Some(name) => Some(Catalog::read(&load(&library, name)?.view)),
                None => None,
            },
            kubernetes: text("k8s").map(Kubernetes::new),
        };
        let fail_fast = matches.get_flag("fail-fast");
        let options = Options {
            schema: schema::Options {
                dialect,
                formats: !matches.get_flag("no-format"),
                strict: matches.get_flag("strict"),
                null_schema: compat,
            },
            load: LoadOptions {
                merge_keys: !compat && !matches.get_flag("no-merge-keys"),
                float_names: compat,
            },
            skip_empty: matches.get_flag("skip-empty-docs"),
            first_document_only: compat,
            max_errors: max_errors(matches, fail_fast, format),
            explain: matches.get_flag("explain"),
            ys: format.is_ys(),
        };
        let files: Vec<PathBuf> =
            matches.get_many::<PathBuf>("files").into_iter().flatten().cloned().collect();
        if files.is_empty() {
            return Err(
                "No files given; name files or directories, or - for standard input".to_owned()
            );
        }
        let inputs =
            inputs::expand(world.as_ref(), &files).map_err(|problem| problem.to_string())?;
        Ok(Self {
            world,
            checker: Checker::new(library, discovery, options),
            inputs,
            fixed,
            stdin_name: text("stdin-filename").unwrap_or("<stdin>").to_owned(),
            format,
            colours: match text("color") {
                Some("always") => true,
                Some("never") => false,
                _ => world.has_colours(),
            },
            quiet: matches.get_flag("quiet"),
            fail_fast,
            compat,
            jobs: *matches.get_one("jobs").unwrap_or(&0),
        })
    }

    fn jobs(&self) -> usize {
        if self.inputs.len() <= 1 || self.fail_fast { 1 } else { self.jobs }
    }

    fn check(&self) -> Report {
        let start = Instant::now();
        let mut files = Vec::new();
        // A schema that does not compile says it all: no file can be checked against it.
        let usable = self.fixed.as_ref().is_none_or(|(url, name)| {
            self.checker.schema(url, name).get().is_some_and(Result::is_ok)
        });
        if usable {
            if self.fail_fast || self.compat {
                for input in &self.inputs {
                    files.push(self.check_input(input));
                    if files.last().is_some_and(|file| !file.is_valid()) {
                        break;
                    }
                }
            } else {
                files = self.inputs.par_iter().map(|input| self.check_input(input)).collect();
            }
        }
        Report {
            files,
            schemas: self.checker.schema_problems(),
            sources: Arc::clone(self.checker.sources()),
            duration: start.elapsed(),
        }
    }

    fn check_input(&self, input: &Input) -> FileReport {
        let (name, path, content) = match input {
            Input::Stdin => (self.stdin_name.clone(), None, self.world.read_stdin()),
            Input::File(path) => {
                (path.display().to_string(), Some(path.as_path()), self.world.read(path))
            }
        };
        match content {
            Ok(bytes) => self.checker.check(&name, path, bytes),
            Err(problem) => {
                let message = format!("Failed to read YAML file: {name}: {problem}");
                let failure = Some(Diagnostic::error("YS211", message));
                FileReport { name, failure, ..FileReport::default() }
            }
        }
    }

    fn status(&self, report: &Report) -> u8 {
        match report.status() {
            2 if self.compat => 1,
            status => status,
        }
    }
}

/// How many findings of a file are reported. `ys` knows no limit, so its forms have none unless asked for.
fn max_errors(matches: &ArgMatches, fail_fast: bool, format: Format) -> usize {
    let is_default = matches.value_source("max-errors") == Some(ValueSource::DefaultValue);
    match matches.get_one("max-errors") {
        _ if fail_fast => 1,
        _ if is_default && format.is_ys() => 0,
        limit => *limit.unwrap_or(&0),
    }
}

fn load(library: &Library, name: &str) -> Result<Arc<schema::SchemaFile>, String> {
    let url = library.url_of(name, Path::new(""));
    library.load(&url, Some(name)).map_err(|problem| problem.message)
}

/// Reads all schemas of the command line, so that references find them; the first is the one.
fn preload(library: &Library, matches: &ArgMatches) -> Result<Option<(String, String)>, String> {
    let mut names = matches.get_many::<String>("schema").into_iter().flatten();
    let first = names.next();
    for name in names {
        load(library, name)?;
    }
    Ok(first.map(|name| (library.url_of(name, Path::new("")), name.clone())))
}

/// The configuration named, or the one in the current directory if there is one.
fn config(
    library: &Library,
    world: &Arc<dyn World>,
    name: Option<&str>,
) -> Result<Option<Config>, String> {
    let path = Path::new(name.unwrap_or(Config::NAME));
    if name.is_none() && world.read(path).is_err() {
        return Ok(None);
    }
    let file = load(library, &path.display().to_string())?;
    Ok(Some(Config::read(&file.view, path.parent().unwrap_or(Path::new("")))))
}
