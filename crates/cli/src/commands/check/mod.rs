//! `check`: checks documents against a YAML Schema.

mod editor;
mod project;

use std::fmt::Write as _;

use yardstick_check::{
    batch::{Batch, Refusal, Settings},
    checker,
    fix::Fixed,
    missing::MissingSchema,
    read,
    schema::{
        self, SchemaStore,
        rewrite::{Nulls, Rewrite},
    },
};
use yardstick_diagnostics::{
    Diagnostic, GeneralProblem, Result, RunReport, codes, counted,
    render::{Format, rich},
};
use yardstick_workspace::output::Change;
use yardstick_world::{Stream, paths};
use yardstick_yaml::json::LoadOptions;

pub(super) use self::editor::checker_of_editor;
use self::project::Project;
pub(crate) use self::project::settings_of_configuration;
use super::{data_values, diff, schema::loading, watch};
use crate::{
    args::{
        Command, Given, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Number, Switch, Text, Texts},
        groups,
    },
    deadline::Deadline,
    progress::Progress,
    report::{Output, Session},
    status::ExitStatus,
};

static SCHEMA: Flag<Texts> = Flag::array(
    "schema",
    "REF",
    "Schema: a path or URL, optionally with #/POINTER for a part of it; repeat to add schemas that others refer to",
)
.short('f');
static CATALOG: Flag<Text> = Flag::text(
    "catalog",
    "REF",
    "Find schemas by file name in a SchemaStore-style catalog: a file, a directory, a URL, or schemastore",
);
static KUBERNETES: Flag<Texts> = Flag::array(
    "k8s",
    "REF",
    "Find schemas by apiVersion and kind: a directory, a file with custom resource definitions, or a \
     path template; may be repeated",
);
static KUBERNETES_VERSION: Flag<Text> =
    Flag::text("k8s-version", "VERSION", "Kubernetes version used in schema paths, e.g. 1.30.0");
static CONFIG: Flag<Text> = Flag::text(
    "config",
    "FILE",
    "Project file (default: yardstick.yaml or .yardstick.yaml in this or a parent directory)",
);
static MISSING_SCHEMA: Flag<Text> = Flag::choice(
    "missing-schema",
    "POLICY",
    &MissingSchema::NAMES,
    "What to do with documents that have no schema (default: error for files that you name, warn for \
     files in directories)",
);

static SCHEMAS: Group = Group {
    heading: "Schemas",
    flags: &[
        &SCHEMA.spec,
        &CATALOG.spec,
        &KUBERNETES.spec,
        &KUBERNETES_VERSION.spec,
        &CONFIG.spec,
        &MISSING_SCHEMA.spec,
    ],
};

static NO_FORMAT: Flag<Switch> = Flag::switch("no-format", "Do not check `format`");
static STRICT: Flag<Switch> =
    Flag::switch("strict", "Check schemas more closely and treat warnings about them as errors");
static NULLS: Flag<Text> = Flag::choice(
    "nulls",
    "RULE",
    &Nulls::NAMES,
    "Whether `required` accepts null (default: depends on the schema's dialect)",
);
static NO_MERGE_KEYS: Flag<Switch> = Flag::switch("no-merge-keys", "Treat `<<` as an ordinary key");
static SKIP_EMPTY: Flag<Switch> = Flag::switch("skip-empty-docs", "Skip documents that are null");
static INPUT: Flag<Text> =
    Flag::choice("input", "FORMAT", &read::Format::NAMES, "Input format (default: by file name)");
static FAIL_FAST: Flag<Switch> = Flag::switch("fail-fast", "Stop at the first error");
static COMPAT: Flag<Text> = Flag::choice(
    "compat",
    "TOOL",
    &["ys"],
    "Behave like this tool: exit status, messages, first document only",
);
static STDIN_NAME: Flag<Text> = Flag::text(
    "stdin-filename",
    "NAME",
    "Name of standard input in messages; its extension sets the input format",
)
.default("<stdin>");
static JOBS: Flag<Number> =
    Flag::number("jobs", 0, "Number of threads (0: one per core)").short('j').default("0");

static CHECKING: Group = Group {
    heading: "Checking",
    flags: &[
        &NO_FORMAT.spec,
        &NULLS.spec,
        &STRICT.spec,
        &NO_MERGE_KEYS.spec,
        &SKIP_EMPTY.spec,
        &INPUT.spec,
        &FAIL_FAST.spec,
        &COMPAT.spec,
        &STDIN_NAME.spec,
        &JOBS.spec,
    ],
};

static OUTPUT: Flag<Text> =
    Flag::choice("output", "FORMAT", &Format::NAMES, "Format of the report").short('o');
static JSON: Flag<Switch> = Flag::switch("json", "Same as --output ys-json");
static MAX_ERRORS: Flag<Number> = Flag::number(
    "max-errors",
    0,
    "Show at most this many errors per file; 0 for all. All errors are counted",
)
.default("100");
static FIX: Flag<Switch> = Flag::switch(
    "fix",
    "Change the files: add or remove quotes, correct misspelled keys and values. A change is made only if \
     the value is valid afterwards",
);
static DIFF: Flag<Switch> = Flag::switch("diff", "With --fix: print the changes and write nothing");
static FILL_DEFAULTS: Flag<Switch> = Flag::switch(
    "fill-defaults",
    "Print the valid documents with the defaults of their schemas filled in",
);
static EXPLAIN: Flag<Switch> =
    Flag::switch("explain", "Show why each branch of oneOf and anyOf fails");
static QUIET: Flag<Switch> =
    Flag::switch("quiet", "Print nothing; only set the exit status").short('q');

static REPORT: Group = Group {
    heading: "Report",
    flags: &[
        &OUTPUT.spec,
        &JSON.spec,
        &MAX_ERRORS.spec,
        &EXPLAIN.spec,
        &FIX.spec,
        &DIFF.spec,
        &FILL_DEFAULTS.spec,
        &QUIET.spec,
    ],
};

pub(super) static COMMAND: Command = Command {
    path: &["check"],
    aliases: &[],
    about: "Check YAML, JSON and TOML documents against a YAML Schema",
    details: "Exit status: 0 valid, 1 invalid, 2 something could not be checked, 3 wrong usage

Examples:
  yardstick check --schema schema.yml values.yml     one file against a schema
  yardstick check                                    what the project file lists
  yardstick check --k8s crds deploy                  manifests against Kubernetes schemas
  yardstick check --fix config                       fix unambiguous mistakes",
    operands: &[Operand {
        name: "FILES",
        help: "Files, directories or glob patterns; - for standard input; if omitted, the files that the project file lists",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[
        &SCHEMAS,
        &loading::GROUP,
        &CHECKING,
        &REPORT,
        &groups::WATCHING,
        &groups::CLOCK,
        &groups::GENERAL,
    ],
    statuses: Statuses::own(ExitStatus::Severe),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    diff::needs_fix(&parsed.given, &DIFF, &FIX)?;
    if parsed.given.is_on(&groups::WATCH) {
        let places = watch::Places { inputs: watched(parsed), ..watch::Places::default() };
        return watch::run_on(&|_| Ok(places.clone()), session, &|session| once(parsed, session));
    }
    once(parsed, session)
}

/// The files that a check depends on, as far as the command line names them: documents, schemas, configuration.
fn watched(parsed: &Parsed) -> Vec<String> {
    let given = &parsed.given;
    let mut paths = parsed.operands.clone();
    if paths.is_empty() {
        paths.push(".".to_owned());
    }
    let without_part = |schema: String| schema.split('#').next().unwrap_or_default().to_owned();
    paths.extend(given.all(&SCHEMA).into_iter().map(without_part));
    paths.extend(given.text(&CONFIG));
    // Watch a pattern through the directory before its first special character.
    for path in &mut paths {
        if let Some(special) = path.find(['*', '?', '[', '{']) {
            let directory = path[..special].rfind('/').map_or(".", |at| &path[..at.max(1)]);
            *path = directory.to_owned();
        }
    }
    paths
}

fn once(parsed: &Parsed, session: &Session) -> Result<Output> {
    let mut given = parsed.given.clone();
    let project = {
        // The configuration may affect how schemas are loaded, so a separate store reads it.
        let store = loading::library(&given, &session.world, Rewrite::NONE)?;
        let named = given.text(&CONFIG);
        let path = named.as_deref().or_else(|| session.reporter.project());
        let world = &*session.world;
        match Project::load(path, &mut given, &store, world) {
            Ok(project) => (project, std::sync::Arc::clone(store.sources())),
            Err((name, problem)) => {
                let problem = GeneralProblem { file: Some(name), problem: *problem };
                let report = RunReport::of_problems([problem], store.sources());
                return Ok(print(&report, ExitStatus::Severe, &given, session));
            }
        }
    };
    let (project, sources) = project;
    // The clock of the command line is running already. That of the configuration starts here.
    let timeout = given.seconds(&groups::TIMEOUT);
    let timeout = timeout.filter(|_| parsed.given.seconds(&groups::TIMEOUT).is_none());
    let start = |timeout| Deadline::of_process(timeout, &session.reporter, ExitStatus::Severe);
    let _clock = timeout.map(start).transpose()?;
    let given = &given;
    version_has_location(given)?;
    let (dialect, rewrite) = reading(given);
    let library = loading::library_with(given, &session.world, rewrite, sources)?;
    let mut settings = settings(given, format(given, session), &parsed.operands, dialect, project);
    settings.own = own_schemas(&parsed.operands, &library)?;
    let lost = data_values::convert(&library, &settings.schemas, session)?;
    let batch = match Batch::new(&session.world, library, settings) {
        Ok(batch) => batch,
        Err(Refusal::Setting(report)) => {
            return Ok(print(&report, ExitStatus::Severe, given, session));
        }
        Err(Refusal::Inputs(error)) => return Err(loading::failed(&error)),
        Err(Refusal::NoInputs) => return Err(no_files(given)),
    };
    let progress = Progress::start("checking".to_owned(), &*session.world);
    let report = batch.check();
    drop(progress);
    let mut report = report.map_err(|error| loading::failed(&error))?;
    let mut fixed = Vec::new();
    if given.is_on(&FIX) {
        fixed = batch.fix(&mut report).map_err(|error| loading::failed(&error))?;
        if given.is_on(&DIFF) {
            return Ok(diff::run(
                &fixed.into_iter().map(change).collect::<Vec<_>>(),
                &session.reporter,
            ));
        }
        for file in &fixed {
            loading::write(&file.path, &file.after, &*session.world)?;
        }
    }
    if given.is_on(&FILL_DEFAULTS) && loading::status(&report) == ExitStatus::Success {
        let filled = batch.fill(&report).map_err(|error| loading::failed(&error))?;
        let stdout = filled.into_iter().collect::<Result<Vec<_>>>()?;
        return Ok(Output { stdout, ..Output::default() });
    }
    // The process is about to end: freeing a large schema piece by piece would only delay it.
    if !given.is_on(&groups::WATCH) {
        std::mem::forget(batch);
    }
    let status = loading::status(&report);
    loading::hide_warnings(&mut report, session);
    let mut output = print(&report, status, given, session);
    if !given.is_on(&QUIET) {
        output.diagnostics.extend(lost);
    }
    if !fixed.is_empty() && !given.is_on(&QUIET) {
        let count: usize = fixed.iter().map(|file| file.count).sum();
        let files = counted(fixed.len(), "file");
        let _ = writeln!(output.stderr, "fixed {} in {files}", counted(count, "problem"));
    }
    Ok(output)
}

/// Rejects a version of Kubernetes if nothing says where its schemas are: the run would check less than it seems to.
fn version_has_location(given: &Given) -> Result<()> {
    if given.text(&KUBERNETES_VERSION).is_none() || !given.all(&KUBERNETES).is_empty() {
        return Ok(());
    }
    let message = "--k8s-version has no effect without --k8s";
    let error = Diagnostic::error(codes::INVALID_ARGUMENT, message);
    Err(Box::new(error.note("add --k8s with a directory, a file or a URL that has the schemas")))
}

/// How to read schemas.
fn reading(given: &Given) -> (schema::Dialect, Rewrite) {
    let dialect = loading::dialect(given);
    let nulls = given.value(&NULLS).and_then(Nulls::from_name).unwrap_or_default();
    (dialect, Rewrite { yaml_rules: dialect.has_yaml_rules(), nulls, ..Rewrite::default() })
}

/// If the project file itself is checked: its name, and the URL of its schema.
fn own_schemas(inputs: &[String], library: &SchemaStore) -> Result<Vec<(String, String)>> {
    let names = inputs.iter().map(|path| paths::base(path));
    let own: Vec<&str> = names.filter(|name| yardstick_project::NAMES.contains(name)).collect();
    if own.is_empty() {
        return Ok(Vec::new());
    }
    let url = "yardstick:///configuration";
    library.provide(url, url, &super::schema::show::configuration())?;
    Ok(own.into_iter().map(|name| (name.to_owned(), url.to_owned())).collect())
}

/// A fixed file as a change to show.
fn change(file: Fixed) -> Change {
    Change { path: file.path, before: Some(file.before), after: Some(file.after) }
}

/// The error that neither the command line nor a configuration names any files.
fn no_files(given: &Given) -> Box<Diagnostic> {
    let message = "command 'yardstick check' needs FILES, or a configuration that lists some";
    let error = Diagnostic::error(codes::EXTRA_ARGUMENT, message);
    Box::new(
        error
            .notes(taken_for_another(given))
            .note("FILES: files, directories or glob patterns; - for standard input")
            .note(
                "a file .yardstick.yaml with `schemas: {SCHEMA: [PATTERNS]}` lists what to check",
            ),
    )
}

/// Detects an argument that was probably taken as the value of a flag by mistake.
fn taken_for_another(given: &Given) -> Option<String> {
    let schemas = given.all(&SCHEMA);
    if let [_, .., last] = schemas.as_slice() {
        return Some(format!("-f is --schema: write {last} without a flag"));
    }
    let last = given.all(&KUBERNETES).pop()?;
    Some(format!(
        "--k8s expects a schema location, so '{last}' was read as one; put the files before --k8s"
    ))
}

fn settings(
    given: &Given,
    format: Format,
    inputs: &[String],
    dialect: schema::Dialect,
    project: Project,
) -> Settings {
    let compat = is_compatible(given);
    let strict = given.is_on(&STRICT);
    let fail_fast = given.is_on(&FAIL_FAST);
    // `ys` has no limit, so its formats have none by default.
    let limit = if format.is_ys() { 0 } else { 100 };
    let max_errors = given.number(&MAX_ERRORS).unwrap_or(limit);
    Settings {
        inputs: inputs.to_vec(),
        schemas: given.all(&SCHEMA),
        config: project.config,
        config_warnings: project.warnings,
        catalog: given.text(&CATALOG),
        kubernetes: given.all(&KUBERNETES),
        kubernetes_version: given.text(&KUBERNETES_VERSION),
        own: Vec::new(),
        missing_schema: if compat {
            Some(MissingSchema::Error)
        } else {
            given.value(&MISSING_SCHEMA).and_then(MissingSchema::from_name)
        },
        stdin_name: given.text(&STDIN_NAME).unwrap_or_else(|| "<stdin>".to_owned()),
        options: checker::Options {
            schema: schema::Options {
                dialect,
                formats: !given.is_on(&NO_FORMAT),
                lint: strict,
                strict,
                null_schema: compat,
                defers: !strict,
            },
            load: LoadOptions {
                merge_keys: !compat && !given.is_on(&NO_MERGE_KEYS),
                float_names: compat,
            },
            skip_empty: given.is_on(&SKIP_EMPTY),
            first_document_only: compat,
            max_errors: usize::try_from(max_errors).unwrap_or(usize::MAX),
            fail_fast,
            explain: given.is_on(&EXPLAIN),
            ys: format.is_ys(),
            input: given.value(&INPUT).and_then(read::Format::from_name),
        },
        stop_early: fail_fast || compat,
        jobs: given.number(&JOBS).and_then(|jobs| jobs.try_into().ok()).unwrap_or(0),
    }
}

/// Renders the report, unless the user only wants the status.
fn print(report: &RunReport, status: ExitStatus, given: &Given, session: &Session) -> Output {
    // `ys` has no status above 1.
    let status = if is_compatible(given) { status.min(ExitStatus::Findings) } else { status };
    if given.is_on(&QUIET) {
        return Output { status, ..Output::default() };
    }
    let mut output = loading::print(format(given, session), report, status, session);
    // Silence means success to scripts, but people like a message.
    let is_seen = session.world.is_terminal(Stream::Output);
    if is_seen && status == ExitStatus::Success && format(given, session) == Format::Text {
        output.stdout.push(format!("{}\n", rich::summary(report)).into_bytes());
    }
    output
}

fn is_compatible(given: &Given) -> bool {
    given.value(&COMPAT).is_some()
}

fn format(given: &Given, session: &Session) -> Format {
    match given.value(&OUTPUT) {
        Some(name) => Format::from_name(name).unwrap_or_default(),
        None if given.is_on(&JSON) => Format::YsJson,
        None if is_compatible(given) => Format::Ys,
        None => loading::format(session),
    }
}
