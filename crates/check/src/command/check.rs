//! `yardstick check`.

use std::{
    io::{self, Write},
    sync::Arc,
    time::Instant,
};

use clap::{ArgMatches, parser::ValueSource};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use yardstick_diagnostics::{
    Diagnostic, FileFailure, FileReport, GeneralProblem, RunReport, Severity, codes,
    render::{self, Format},
};
use yardstick_world::{Stream, When, World};
use yardstick_yaml::json::LoadOptions;

use super::{on_threads, print, settings};
use crate::{
    checker::{Checker, Options, unusable},
    discover::{
        Catalog, Config, Discovery, Kubernetes, directory_of,
        inputs::{self, Input},
    },
    schema::{self, SchemaStore},
};

pub(super) fn run(
    matches: &ArgMatches,
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let run = match Run::new(matches, world) {
        Ok(run) => run,
        Err(Refusal::Usage(message)) => {
            writeln!(err, "error: {message}")?;
            return Ok(2);
        }
        Err(Refusal::Problem(report)) => {
            if !matches.get_flag("quiet") {
                print(&render::run(format(matches), &report, colours(matches, world)), out, err)?;
            }
            return Ok(if is_compatible(matches) { 1 } else { 2 });
        }
    };
    let report = on_threads(run.jobs(), || run.check())?;
    let status = run.status(&report);
    if !run.quiet {
        print(&render::run(run.format, &report, run.colours), out, err)?;
    }
    // The process ends next: taking a large schema apart piece by piece would only delay it.
    std::mem::forget(run);
    Ok(status)
}

/// Why nothing is checked at all.
enum Refusal {
    /// The arguments make no sense.
    Usage(String),
    /// A file they name is of no use.
    Problem(Box<RunReport>),
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Refusal::Usage(message)
    }
}

struct Run<'a> {
    world: &'a Arc<dyn World>,
    checker: Checker,
    inputs: Vec<Input>,
    /// The schema on the command line: (URL, name).
    fixed: Option<(String, String)>,
    /// What is strange about the configuration.
    warnings: Vec<Diagnostic>,
    stdin_name: String,
    format: Format,
    colours: bool,
    quiet: bool,
    fail_fast: bool,
    compat: bool,
    jobs: usize,
}

impl<'a> Run<'a> {
    fn new(matches: &ArgMatches, world: &'a Arc<dyn World>) -> Result<Self, Refusal> {
        let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
        let compat = is_compatible(matches);
        let format = format(matches);
        let strict = matches.get_flag("strict");
        let dialect = settings::dialect(matches);
        let library = settings::library(matches, world, dialect.has_yaml_rules())?;
        let refuse = |name: &str, problem: Box<Diagnostic>| {
            let problem = GeneralProblem { file: Some(name.to_owned()), problem: *problem };
            Refusal::Problem(Box::new(RunReport::of_problems([problem], library.sources())))
        };
        let files: Vec<String> =
            matches.get_many::<String>("files").into_iter().flatten().cloned().collect();
        if files.is_empty() {
            let message = "No files given; name files or directories, or - for standard input";
            return Err(message.to_owned().into());
        }
        let inputs =
            inputs::expand(world.as_ref(), &files).map_err(|problem| problem.to_string())?;
        let fixed = preload(&library, matches).map_err(|(name, problem)| refuse(name, problem))?;
        let name = text("config").unwrap_or(Config::NAME);
        let mut config =
            config(&library, world, text("config")).map_err(|problem| refuse(name, problem))?;
        let mut warnings =
            config.as_mut().map_or_else(Vec::new, |config| std::mem::take(&mut config.warnings));
        if strict {
            for warning in &mut warnings {
                warning.severity = Severity::Error;
            }
        }
        let discovery = Discovery {
            fixed: fixed.clone(),
            config,
            catalog: match text("catalog") {
                Some(name) => {
                    let file = library.load_setting(name, "catalog");
                    Some(Catalog::read(&file.map_err(|problem| refuse(name, problem))?.view))
                }
                None => None,
            },
            kubernetes: text("k8s").map(Kubernetes::new),
        };
        let fail_fast = matches.get_flag("fail-fast");
        let options = Options {
            schema: schema::Options {
                dialect,
                formats: !matches.get_flag("no-format"),
                lint: strict,
                strict,
                null_schema: compat,
            },
            load: LoadOptions {
                merge_keys: !compat && !matches.get_flag("no-merge-keys"),
                float_names: compat,
            },
            skip_empty: matches.get_flag("skip-empty-docs"),
            first_document_only: compat,
            max_errors: max_errors(matches, format),
            fail_fast,
            explain: matches.get_flag("explain"),
            ys: format.is_ys(),
        };
        Ok(Self {
            world,
            checker: Checker::new(library, discovery, options),
            inputs,
            fixed,
            warnings,
            stdin_name: text("stdin-filename").unwrap_or("<stdin>").to_owned(),
            format,
            colours: colours(matches, world),
            quiet: matches.get_flag("quiet"),
            fail_fast,
            compat,
            jobs: *matches.get_one("jobs").unwrap_or(&0),
        })
    }

    fn jobs(&self) -> usize {
        if self.inputs.len() <= 1 || self.fail_fast { 1 } else { self.jobs }
    }

    fn check(&self) -> RunReport {
        let start = Instant::now();
        let fixed = self.fixed.as_ref().map(|(url, name)| self.checker.schema(url, name));
        let files = match fixed.as_ref().and_then(|compiled| compiled.get()) {
            // No file needs to be read to know that it cannot be checked.
            Some(Err(problems)) => {
                let schema = self.fixed.as_ref().map(|(_, name)| name.clone());
                let failed = |input| FileReport {
                    schema: schema.clone(),
                    ..FileReport::failed(self.name(input), unusable(problems))
                };
                self.inputs.iter().map(failed).collect()
            }
            _ => self.check_inputs(),
        };
        let mut schemas: Vec<GeneralProblem> =
            self.warnings.iter().cloned().map(GeneralProblem::from).collect();
        schemas.extend(self.checker.schema_problems());
        RunReport {
            files,
            general: schemas,
            sources: Arc::clone(self.checker.sources()),
            duration: start.elapsed(),
            fail_fast: self.fail_fast,
        }
    }

    fn check_inputs(&self) -> Vec<FileReport> {
        if !self.fail_fast && !self.compat {
            return self.inputs.par_iter().map(|input| self.check_input(input)).collect();
        }
        let mut files = Vec::new();
        for input in &self.inputs {
            files.push(self.check_input(input));
            if files.last().is_some_and(|file| !file.is_valid()) {
                break;
            }
        }
        files
    }

    /// What messages call `input`.
    fn name(&self, input: &Input) -> String {
        match input {
            Input::Stdin => self.stdin_name.clone(),
            Input::File(path) => path.clone(),
            Input::Nothing { argument, .. } => argument.clone(),
        }
    }

    fn check_input(&self, input: &Input) -> FileReport {
        let name = self.name(input);
        let (path, content) = match input {
            Input::Stdin => (None, read_stdin(self.world.as_ref())),
            Input::File(path) => (Some(path.as_str()), self.world.read(path)),
            Input::Nothing { reason, .. } => {
                let problem = Diagnostic::error(
                    codes::NOTHING_TO_CHECK,
                    format!("Nothing to check: {reason}"),
                );
                return FileReport::failed(name, FileFailure::Own(Box::new(problem)));
            }
        };
        match content {
            Ok(bytes) => self.checker.check(&name, path, bytes),
            Err(problem) => {
                let message = format!("Failed to read YAML file: {name}: {problem}");
                FileReport::failed(
                    name,
                    FileFailure::Own(Box::new(Diagnostic::error(codes::UNREADABLE_FILE, message))),
                )
            }
        }
    }

    fn status(&self, report: &RunReport) -> u8 {
        match report.status() {
            2 if self.compat => 1,
            status => status,
        }
    }
}

fn is_compatible(matches: &ArgMatches) -> bool {
    matches.get_one::<String>("compat").is_some()
}

fn format(matches: &ArgMatches) -> Format {
    match matches.get_one::<String>("output") {
        Some(name) => Format::from_name(name).unwrap_or_default(),
        None if matches.get_flag("json") => Format::YsJson,
        None if is_compatible(matches) => Format::Ys,
        None => Format::Text,
    }
}

fn colours(matches: &ArgMatches, world: &Arc<dyn World>) -> bool {
    let when = matches.get_one::<String>("color").and_then(|word| When::from_name(word));
    world.has_color(Stream::Output, when.unwrap_or_default())
}

/// How many findings of a file are shown. `ys` knows no limit, so its forms have none unless asked for.
fn max_errors(matches: &ArgMatches, format: Format) -> usize {
    let is_default = matches.value_source("max-errors") == Some(ValueSource::DefaultValue);
    match matches.get_one("max-errors") {
        _ if is_default && format.is_ys() => 0,
        limit => *limit.unwrap_or(&0),
    }
}

/// Reads all schemas of the command line, so that references find them; the first is the one.
#[allow(clippy::type_complexity)]
fn preload<'m>(
    library: &SchemaStore,
    matches: &'m ArgMatches,
) -> Result<Option<(String, String)>, (&'m str, Box<Diagnostic>)> {
    let mut names = matches.get_many::<String>("schema").into_iter().flatten();
    let first = names.next();
    for name in names {
        let url = library.url_of(name, "");
        library.load(&url, Some(name)).map_err(|problem| (name.as_str(), problem))?;
    }
    Ok(first.map(|name| (library.url_of(name, ""), name.clone())))
}

/// The configuration named, or the one in the current directory if there is one.
fn config(
    library: &SchemaStore,
    world: &Arc<dyn World>,
    name: Option<&str>,
) -> Result<Option<Config>, Box<Diagnostic>> {
    let path = name.unwrap_or(Config::NAME);
    if name.is_none() && !world.is_readable(path) {
        return Ok(None);
    }
    let file = library.load_setting(path, "configuration")?;
    Config::read(&file.view, directory_of(path)).map(Some)
}

/// Standard input, which can be read only once.
fn read_stdin(world: &dyn World) -> io::Result<Vec<u8>> {
    let once = || io::Error::other("standard input has already been read");
    world.stdin().unwrap_or_else(|| Err(once()))
}
