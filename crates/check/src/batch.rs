//! Checks many inputs in one run: expands the names to files, checks each file, and collects the results in one
//! report.

use std::{io, sync::Arc};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use yardstick_diagnostics::{
    Diagnostic, FileFailure, FileReport, GeneralProblem, RunReport, Severity, codes,
};
use yardstick_world::{Instant, World, unreadable};

use crate::{
    checker::{Checker, Options, unusable},
    discover::{
        Catalog, Config, Discovery, Kubernetes, holds_definitions,
        inputs::{Finder, Input},
    },
    fix::{self, Fixed},
    missing::{self, MissingSchema},
    schema::{Options as SchemaOptions, Schema, SchemaStore, among_schemas},
    threads::on_threads,
};

/// What to check, and with which options.
#[derive(Debug)]
pub struct Settings {
    /// Files, directories and glob patterns; `-` means standard input.
    pub inputs: Vec<String>,
    /// The schemas given on the command line. The first one applies to all inputs; the others are targets for
    /// references. If empty, each input's schema is discovered.
    pub schemas: Vec<String>,
    /// The project's configuration.
    pub config: Option<Config>,
    /// Warnings found while reading the configuration.
    pub config_warnings: Vec<Diagnostic>,
    /// A catalog that maps file names to schemas: a path, a URL or `schemastore`.
    pub catalog: Option<String>,
    /// Locations of schemas for Kubernetes resources.
    pub kubernetes: Vec<String>,
    /// The Kubernetes version to fill into schema locations that contain a version variable.
    pub kubernetes_version: Option<String>,
    /// Schemas built into the program, as pairs of a file name and the URL of its schema.
    pub own: Vec<(String, String)>,
    /// What to do about documents without a schema. By default, a file that the user named is an error and a file
    /// that was found in a directory is skipped with a warning.
    pub missing_schema: Option<MissingSchema>,
    /// The name for standard input in messages.
    pub stdin_name: String,
    /// The options for checking each file.
    pub options: Options,
    /// Whether to stop after the first invalid input.
    pub stop_early: bool,
    /// The number of threads; 0 means one per core.
    pub jobs: usize,
}

/// The reasons why a run cannot start.
pub enum Refusal {
    /// The inputs cannot be listed.
    Inputs(io::Error),
    /// No inputs are named on the command line, and the configuration lists none.
    NoInputs,
    /// A file that the settings name cannot be used. The report says why.
    Setting(Box<RunReport>),
}

/// A run that is ready to start: the inputs and everything needed to check them.
pub struct Batch {
    world: Arc<dyn World>,
    checker: Checker,
    inputs: Vec<Input>,
    /// The schema that applies to all inputs, as (URL, name).
    fixed: Option<(String, String)>,
    /// The URLs of further schemas, which references may lead to.
    others: Vec<String>,
    /// Warnings found while reading the configuration.
    warnings: Vec<Diagnostic>,
    missing: Option<MissingSchema>,
    stdin_name: String,
    stop_early: bool,
    fail_fast: bool,
    jobs: usize,
}

impl Batch {
    /// Finds the inputs and loads everything that decides which schema applies: schemas, configuration and catalog.
    pub fn new(
        world: &Arc<dyn World>,
        library: Arc<SchemaStore>,
        settings: Settings,
    ) -> Result<Self, Refusal> {
        let missing = settings.missing_schema;
        let refuse = |(name, problem): (&str, Box<Diagnostic>)| {
            let problem = GeneralProblem { file: Some(name.to_owned()), problem: *problem };
            Refusal::Setting(Box::new(RunReport::of_problems([problem], library.sources())))
        };
        if settings.inputs.is_empty() && settings.config.is_none() {
            return Err(Refusal::NoInputs);
        }
        let mut settings = settings;
        // Custom resource definitions do not apply to all documents: each one applies only to resources of its kind.
        let (of_resources, schemas): (Vec<String>, Vec<String>) =
            settings.schemas.iter().cloned().partition(|path| holds_definitions(path, &library));
        settings.kubernetes.extend(of_resources);
        let fixed =
            preload(&library, &schemas).map_err(|(name, problem)| refuse((&name, problem)))?;
        let mut warnings = settings.config_warnings;
        if settings.options.schema.strict {
            for warning in &mut warnings {
                warning.severity = Severity::Error;
            }
        }
        let catalog = match settings.catalog.as_deref() {
            Some(name) => {
                let catalog = Catalog::load(name, &library);
                Some(catalog.map_err(|problem| refuse((name, problem)))?)
            }
            None => None,
        };
        for place in &settings.kubernetes {
            missing::place(world.as_ref(), place).map_err(|problem| refuse((place, problem)))?;
        }
        let version = settings.kubernetes_version.as_deref();
        let kubernetes = (!settings.kubernetes.is_empty())
            .then(|| Kubernetes::new(&settings.kubernetes, version));
        let discovery = Discovery {
            fixed: fixed.clone(),
            config: settings.config,
            catalog,
            kubernetes,
            own: settings.own,
        };
        let others = discovery.schema_files(&library);
        let finder = Finder::new(world.as_ref(), &discovery, others);
        let inputs = if settings.inputs.is_empty() {
            finder.listed()
        } else {
            finder.expand(&settings.inputs)
        };
        let inputs = inputs.map_err(Refusal::Inputs)?;
        if settings.inputs.is_empty() {
            let unused = missing::listed(&discovery, &inputs, world.as_ref());
            if inputs.is_empty() {
                let problems = warnings.into_iter().chain(unused).map(GeneralProblem::from);
                let report = RunReport::of_problems(problems, library.sources());
                return Err(Refusal::Setting(Box::new(report)));
            }
            let is_strict = settings.options.schema.strict;
            let severity = if is_strict { Severity::Error } else { Severity::Warning };
            warnings.extend(unused.into_iter().map(|one| Diagnostic { severity, ..one }));
        }
        Ok(Self {
            world: Arc::clone(world),
            fail_fast: settings.options.fail_fast,
            checker: Checker::new(library, discovery, settings.options),
            inputs,
            fixed,
            others: schemas.into_iter().skip(1).collect(),
            warnings,
            missing,
            stdin_name: settings.stdin_name,
            stop_early: settings.stop_early,
            jobs: settings.jobs,
        })
    }

    /// Returns the checker of this run, for callers that check one file after another.
    pub fn into_checker(self) -> Checker {
        self.checker
    }

    /// Checks all inputs and returns the report.
    pub fn check(&self) -> io::Result<RunReport> {
        let jobs = if self.inputs.len() <= 1 || self.stop_early { 1 } else { self.jobs };
        on_threads(jobs, || self.check_here(jobs != 1))
    }

    /// Returns the contents of the files in `report`, a report of this run, with the defaults of their schemas filled
    /// in.
    pub fn fill(&self, report: &RunReport) -> io::Result<Vec<Result<Vec<u8>, Box<Diagnostic>>>> {
        let fill = |file: &FileReport| {
            let path = Some(file.name.as_str());
            let bytes = self.world.read(&file.name).map_err(|error| {
                Box::new(unreadable(codes::UNREADABLE_FILE, &*self.world, &file.name, &error))
            });
            self.checker.fill(&file.name, path, bytes?)
        };
        on_threads(1, || report.files.iter().map(fill).collect())
    }

    /// Applies the suggested fixes to the files in `report`, a report of this run, and replaces their findings with
    /// what is still wrong. Does not write any file.
    pub fn fix(&self, report: &mut RunReport) -> io::Result<Vec<Fixed>> {
        on_threads(1, || fix::mend(&self.checker, self.world.as_ref(), report))
    }

    fn check_here(&self, is_parallel: bool) -> RunReport {
        let start = Instant::now();
        let fixed = self.fixed.as_ref().map(|(url, name)| self.checker.schema(url, name));
        let mut files = match fixed.as_ref().and_then(|compiled| compiled.get()) {
            // The schema is unusable, so no file can be checked: there is no need to read them.
            Some(Err(problems)) => {
                let schema = self.fixed.as_ref().map(|(_, name)| Arc::from(name.as_str()));
                let failed = |input| FileReport {
                    schema: schema.clone(),
                    ..FileReport::failed(self.name(input), unusable(problems))
                };
                self.inputs.iter().map(failed).collect()
            }
            _ => self.check_inputs(&self.documents(), is_parallel),
        };
        missing::note_schemas(&mut files);
        let mut general: Vec<GeneralProblem> =
            self.warnings.iter().cloned().map(GeneralProblem::from).collect();
        general.extend(self.checker.schema_problems());
        if let Some(Ok(schema)) = fixed.as_ref().and_then(|compiled| compiled.get()) {
            general.extend(self.unused(schema));
        }
        general.extend(missing::warning(&files, self.missing).map(GeneralProblem::from));
        RunReport {
            files,
            general,
            sources: Arc::clone(self.checker.sources()),
            duration: start.elapsed(),
            fail_fast: self.fail_fast,
        }
    }

    /// Returns a warning for each schema given on the command line that `schema`, the schema of all inputs, does not
    /// refer to.
    fn unused(&self, schema: &Schema) -> Vec<GeneralProblem> {
        let store = self.checker.store();
        let unused = self.others.iter().filter(|name| !schema.uses(&store.url_of(name, "")));
        let told = |name: &String| {
            let first = &schema.name;
            let message =
                format!("{name} checks nothing: {first} is the schema, and does not refer to it");
            let problem = Diagnostic::warning(codes::UNUSED_SCHEMA, message)
                .note("for both schemas at once, write one that has `allOf` with a `$ref` to each; if it is a document, write it without -f");
            GeneralProblem { file: Some(name.clone()), problem }
        };
        let severity = self.checker.severity_of_warnings();
        unused
            .map(told)
            .map(|one| GeneralProblem { problem: Diagnostic { severity, ..one.problem }, ..one })
            .collect()
    }

    /// Returns the inputs without the files that make up the schema. Which files these are is known only after the
    /// schema is compiled.
    fn documents(&self) -> Vec<&Input> {
        let store = self.checker.store();
        let loaded = if self.fixed.is_some() { store.loaded() } else { Vec::new() };
        let is_part = |input: &Input| match input {
            Input::Found(path) => {
                loaded.len() > 1 && {
                    let url = store.url_of(path, "");
                    loaded.iter().any(|file| file.url == url)
                }
            }
            _ => false,
        };
        self.inputs.iter().filter(|input| !is_part(input)).collect()
    }

    /// Checks `inputs`. Parallel checking requires that the caller runs on our own thread pool: elsewhere, a parallel
    /// iterator would start threads whose stacks are too small for the engine.
    fn check_inputs(&self, inputs: &[&Input], is_parallel: bool) -> Vec<FileReport> {
        if is_parallel {
            return inputs.par_iter().map(|input| self.check_input(input)).collect();
        }
        let mut files = Vec::new();
        for input in inputs {
            files.push(self.check_input(input));
            if self.stop_early && files.last().is_some_and(|file| !file.is_valid()) {
                break;
            }
        }
        files
    }

    /// Returns the name of `input` for messages.
    fn name(&self, input: &Input) -> String {
        match input {
            Input::Stdin => self.stdin_name.clone(),
            Input::File(path) | Input::Found(path) => path.clone(),
            Input::Nothing(nothing) => nothing.argument.clone(),
        }
    }

    fn check_input(&self, input: &Input) -> FileReport {
        let name = self.name(input);
        let (path, content) = match input {
            Input::Stdin => (None, read_stdin(self.world.as_ref())),
            Input::File(path) | Input::Found(path) => (Some(path.as_str()), self.world.read(path)),
            Input::Nothing(nothing) => {
                let problem = Diagnostic::error(
                    codes::NOTHING_TO_CHECK,
                    format!("Nothing to check: {}", nothing.reason),
                )
                .notes(nothing.hint.clone());
                return FileReport::failed(name, FileFailure::Own(Box::new(problem)));
            }
        };
        match content {
            Ok(bytes) => {
                let is_found = matches!(input, Input::Found(_));
                let missing = MissingSchema::of(self.missing, is_found);
                self.checker.check_as(&name, path, bytes, missing)
            }
            Err(problem) => {
                let code = codes::UNREADABLE_FILE;
                let problem = unreadable(code, &*self.world, &name, &problem);
                FileReport::failed(name, FileFailure::Own(Box::new(problem)))
            }
        }
    }
}

/// The URL of a schema and its name in messages.
type Named = (String, String);

/// Loads all given schemas, so that references between them resolve. The first one applies to all inputs.
fn preload(
    library: &SchemaStore,
    schemas: &[String],
) -> Result<Option<Named>, (String, Box<Diagnostic>)> {
    let Some((first, others)) = schemas.split_first() else { return Ok(None) };
    for name in others {
        let url = library.url_of(name, "");
        library.load(&url, Some(name)).map_err(|problem| (name.clone(), problem))?;
    }
    Ok(Some((library.url_of(first, ""), first.clone())))
}

/// Reads standard input, which is possible only once.
fn read_stdin(world: &dyn World) -> io::Result<Vec<u8>> {
    let once = || io::Error::other("standard input has already been read");
    world.stdin().unwrap_or_else(|| Err(once()))
}

/// Checks the schemas themselves, without documents: reports errors, cycles and warnings for each one.
pub fn check_schemas(
    library: &Arc<SchemaStore>,
    names: &[String],
    options: SchemaOptions,
) -> io::Result<RunReport> {
    let start = Instant::now();
    let check = |name: &String| check_schema(library, name, options);
    let files = on_threads(1, || names.iter().map(check).collect())?;
    Ok(RunReport {
        files,
        general: Vec::new(),
        sources: Arc::clone(library.sources()),
        duration: start.elapsed(),
        fail_fast: false,
    })
}

fn check_schema(library: &Arc<SchemaStore>, name: &str, options: SchemaOptions) -> FileReport {
    let url = library.url_of(name, "");
    let mut report = FileReport { name: name.to_owned(), ..FileReport::default() };
    let compiled = Schema::compile(library, &url, name, options);
    let problems = compiled.map_or_else(|problems| problems, |schema| schema.problems());
    report.count(1, 0);
    for problem in problems {
        let problem = among_schemas(problem, name);
        if problem.labels.is_empty() {
            report.failure = Some(FileFailure::Own(Box::new(problem)));
        } else {
            report.add(problem.in_document(1));
        }
    }
    report.findings.sort_by_key(|finding| finding.span().map_or(0, |span| span.start));
    report
}
