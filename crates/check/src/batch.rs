//! Checking many inputs: from their names to one report.

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

/// What to check, and how.
#[derive(Debug)]
pub struct Settings {
    /// Files, directories and patterns; `-` is standard input.
    pub inputs: Vec<String>,
    /// The schema of all inputs, and more schemas that references may lead to. Empty: each input's schema is
    /// looked for.
    pub schemas: Vec<String>,
    /// The project's configuration.
    pub config: Option<Config>,
    /// What is strange about it.
    pub config_warnings: Vec<Diagnostic>,
    /// A catalog of schemas by file name.
    pub catalog: Option<String>,
    /// Where the schemas of Kubernetes resources are.
    pub kubernetes: Vec<String>,
    /// The version of Kubernetes that locations of schemas may name.
    pub kubernetes_version: Option<String>,
    /// Schemas that the program brings along: the name of a file, and the URL.
    pub own: Vec<(String, String)>,
    /// What to do about documents without a schema; by default, those named are errors and those
    /// found are skipped with a warning.
    pub missing_schema: Option<MissingSchema>,
    /// What messages call standard input.
    pub stdin_name: String,
    /// How each input is checked.
    pub options: Options,
    /// Whether inputs after the first bad one are left out.
    pub stop_early: bool,
    /// Threads; 0 for one per core.
    pub jobs: usize,
}

/// Why nothing is checked at all.
pub enum Refusal {
    /// The inputs cannot be listed.
    Inputs(io::Error),
    /// No inputs are named, and no configuration lists any.
    NoInputs,
    /// A file that the settings name is of no use.
    Setting(Box<RunReport>),
}

/// Inputs that are about to be checked.
pub struct Batch {
    world: Arc<dyn World>,
    checker: Checker,
    inputs: Vec<Input>,
    /// The schema of all inputs: (URL, name).
    fixed: Option<(String, String)>,
    /// Schemas that references may lead to.
    others: Vec<String>,
    /// What is strange about the configuration.
    warnings: Vec<Diagnostic>,
    missing: Option<MissingSchema>,
    stdin_name: String,
    stop_early: bool,
    fail_fast: bool,
    jobs: usize,
}

impl Batch {
    /// Finds the inputs, and reads whatever tells which schemas apply.
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
        // Definitions of resources are no schema of all documents: each is that of its kind.
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

    /// What checks them, for one file after the other.
    pub fn into_checker(self) -> Checker {
        self.checker
    }

    /// Checks them.
    pub fn check(&self) -> io::Result<RunReport> {
        let jobs = if self.inputs.len() <= 1 || self.stop_early { 1 } else { self.jobs };
        on_threads(jobs, || self.check_here(jobs != 1))
    }

    /// The files of `report`, which this has checked, with the defaults of their schemas filled in.
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

    /// Fixes the files of `report`, which this has checked, and puts what is still wrong in its place. Nothing
    /// is written.
    pub fn fix(&self, report: &mut RunReport) -> io::Result<Vec<Fixed>> {
        on_threads(1, || fix::mend(&self.checker, self.world.as_ref(), report))
    }

    fn check_here(&self, is_parallel: bool) -> RunReport {
        let start = Instant::now();
        let fixed = self.fixed.as_ref().map(|(url, name)| self.checker.schema(url, name));
        let mut files = match fixed.as_ref().and_then(|compiled| compiled.get()) {
            // No file needs to be read to know that it cannot be checked.
            Some(Err(problems)) => {
                let schema = self.fixed.as_ref().map(|(_, name)| name.clone());
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

    /// Warnings about schemas that were given and that `schema`, the one of all inputs, does not refer to.
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

    /// The inputs without the files that the schema of all of them is made of: now it is known which these are.
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

    /// Only a pool of ours has threads with stacks that are large enough; elsewhere an iterator for several threads
    /// would start others.
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

    /// What messages call `input`.
    fn name(&self, input: &Input) -> String {
        match input {
            Input::Stdin => self.stdin_name.clone(),
            Input::File(path) | Input::Found(path) => path.clone(),
            Input::Nothing { argument, .. } => argument.clone(),
        }
    }

    fn check_input(&self, input: &Input) -> FileReport {
        let name = self.name(input);
        let (path, content) = match input {
            Input::Stdin => (None, read_stdin(self.world.as_ref())),
            Input::File(path) | Input::Found(path) => (Some(path.as_str()), self.world.read(path)),
            Input::Nothing { reason, hint, .. } => {
                let problem = Diagnostic::error(
                    codes::NOTHING_TO_CHECK,
                    format!("Nothing to check: {reason}"),
                )
                .notes(hint.clone());
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

/// The URL of a schema and what messages call it.
type Named = (String, String);

/// Reads all schemas, so that references find them; the first is the one.
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

/// Standard input, which can be read only once.
fn read_stdin(world: &dyn World) -> io::Result<Vec<u8>> {
    let once = || io::Error::other("standard input has already been read");
    world.stdin().unwrap_or_else(|| Err(once()))
}

/// Checks schemas themselves: errors, cycles and warnings of each.
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
