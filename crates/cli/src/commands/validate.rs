//! `validate`: checks data values against their schema and its rules.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, Result, Severity, bail, codes, counted};
use yardstick_project::{Project, Selection, Target};
use yardstick_workspace::{InputFile, inputs, marks, validate::validate};
use yardstick_world::World;

use super::{
    build::{self, report::Problems},
    correct::{self, Corrected},
    diff,
    run::Run,
    schema::loading,
    watch,
};
use crate::{
    args::{
        Before, Command, Parsed,
        command::{Operand, Statuses},
        extra_argument,
        flag::{Flag, Group, Switch},
        groups,
        render::{Inputs, RenderArgs},
    },
    progress::Progress,
    report::{Output, Session},
};

static FIX: Flag<Switch> = Flag::switch(
    "fix",
    "Change the files given with --data-values-file: add or remove quotes, correct misspelled keys and values. A change \
     is made only if the value is valid afterwards",
);
static DIFF: Flag<Switch> = Flag::switch("diff", "With --fix: print the changes and write nothing");
static FIXING: Group = Group { heading: "Data values", flags: &[&FIX.spec, &DIFF.spec] };

pub(super) static COMMAND: Command = Command {
    path: &["validate"],
    aliases: &[],
    about: "Validate data values against their schema without rendering",
    details: "Without -f, the data values of the targets of the project are checked.

Examples:
  yardstick validate -f config                                     only the defaults
  yardstick validate -f config --data-values-file prod.yml         the values of an environment
  yardstick validate -f config --data-values-file prod.yml --fix   fix unambiguous mistakes
  yardstick validate prod                                          a target of the project
  yardstick validate -f config --diagnostics sarif > report.sarif",
    operands: &[Operand {
        name: "TARGET",
        help: "Target names of the project, as for `build` (default: all)",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[
        &groups::INPUT,
        &groups::DATA_VALUES,
        &groups::VALIDATION,
        &FIXING,
        &groups::TEMPLATES,
        &groups::WATCHING,
        &groups::WARNINGS,
        &groups::GENERAL,
    ],
    statuses: Statuses::REFERENCE,
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    diff::needs_fix(&parsed.given, &DIFF, &FIX)?;
    let args = RenderArgs::new(&parsed.given);
    let names_nothing = matches!(&args.inputs, Inputs::Files(files) if files.is_empty());
    if names_nothing && let Some(project) = build::find_if_any(&parsed.given, session)? {
        let targets = project.targets()?;
        if !targets.is_empty() && args.watch {
            let places = |session: &Session| build::places(&build::find(&parsed.given, session)?);
            return watch::run_on(&places, session, &|session| {
                let project = build::find(&parsed.given, session)?;
                of_project(parsed, &project, &project.targets()?, session)
            });
        }
        if !targets.is_empty() {
            let names = parsed.operands.clone();
            let is_file = |name: &&String| session.world.entry(name).is_ok();
            if let Some(file) = names.iter().find(is_file).filter(|name| name.contains('.')) {
                return Err(not_a_target(file));
            }
            let targets = Selection { names, shard: None }.choose(targets)?;
            return of_project(parsed, &project, &targets, session);
        }
    }
    if let Some(word) = parsed.operands.first() {
        return Err(not_a_target(word));
    }
    if parsed.given.is_on(&FIX) {
        return fixed(parsed, &args, session);
    }
    if args.watch { watch::run(&args, session, once) } else { once(&args, session) }
}

/// Fixes values files and reports the remaining problems.
fn fixed(parsed: &Parsed, args: &RenderArgs, session: &Session) -> Result<Output> {
    let values_files = &args.options.data_values.values_files;
    if values_files.is_empty() {
        bail!(
            codes::NOTHING_TO_CHECK,
            "Nothing to fix: no file of values was given";
            note: "--fix changes files that are given with --data-values-file"
        );
    }
    let run = Run::new(args, session)?;
    let found = |world: Arc<dyn World>| -> Result<Vec<Diagnostic>> {
        let mut files = run.files()?;
        marks::apply(&mut files, &args.marks)?;
        Ok(validate(run.session_in(world), files, &args.options))
    };
    let before = found(Arc::clone(&session.world))?;
    let Corrected { changes, count, left } =
        correct::correct(&before, values_files, &session.world, &session.sources, found)?;
    if parsed.given.is_on(&DIFF) {
        return Ok(diff::run(&changes, &session.reporter));
    }
    for change in &changes {
        loading::write(&change.path, change.after.as_deref().unwrap_or_default(), &*session.world)?;
    }
    let mut output = reported(&run, left.unwrap_or(before), None);
    if count > 0 {
        let (problems, files) = (counted(count, "problem"), counted(changes.len(), "file"));
        let told = format!("fixed {problems} in {files}\n");
        output.stderr.insert_str(0, &told);
    }
    Ok(output)
}

/// The error for a word without a flag that is not a target of the project.
fn not_a_target(word: &str) -> Box<Diagnostic> {
    extra_argument(&COMMAND, word, &Before::Other)
}

/// Validates the data values of all targets. Each problem is reported once.
fn of_project(
    parsed: &Parsed,
    project: &Project,
    targets: &[Target],
    session: &Session,
) -> Result<Output> {
    let progress =
        Progress::start(format!("validating {} targets", targets.len()), &*session.world);
    let extra = &parsed.given;
    let shared = build::target::Files::new(session);
    let one = |target: &Target, world: Arc<dyn World>| -> Result<Vec<Diagnostic>> {
        let args = build::target::arguments_with(target, extra)?;
        let Inputs::Files(paths) = &args.inputs else { return Ok(Vec::new()) };
        let mut files = inputs::resolve(&*world, paths, &args.links)?;
        marks::apply(&mut files, &args.marks)?;
        let clock = shared.clock(&args)?;
        let run = build::target::session(&args, world, &shared, clock.as_ref());
        let mut found = validate(run, files, &args.options);
        if let Some(clock) = clock {
            let explain = |one: Diagnostic| match one.severity {
                Severity::Error => *clock.explain(Box::new(one)),
                Severity::Warning => one,
            };
            found = found.into_iter().map(explain).collect();
        }
        progress.step();
        Ok(found)
    };
    let each = || yardstick_project::each(&session.world, &project.directory, targets, one);
    let found = build::on_threads(&parsed.given, each)?;
    drop(progress);
    let mut problems = Problems::default();
    for (target, found) in targets.iter().zip(found) {
        let found = found.unwrap_or_else(|error| error.into_single());
        // A target without a schema is not a mistake, because others of the project have one.
        for problem in found.into_iter().filter(|one| one.code != codes::NO_DATA_VALUES_SCHEMA) {
            problems.add(problem, &target.name, session);
        }
    }
    let diagnostics = problems.told(targets.len() > 1);
    let is_valid = diagnostics.iter().all(|one| one.severity == Severity::Warning);
    let count = counted(targets.len(), "target");
    let stderr =
        if is_valid { format!("data values of {count} are valid\n") } else { String::new() };
    Ok(Output { stderr, ..Output::default() }.warn(diagnostics))
}

/// Reports all problems. Standard output stays empty. Success is reported on standard error, so that a log shows that
/// something was checked.
fn once(args: &RenderArgs, session: &Session) -> Result<Output> {
    let run = Run::new(args, session)?;
    let mut files = run.files()?;
    if files.is_empty() {
        // Reporting "valid" would mislead a script with an empty variable.
        bail!(
            codes::NOTHING_TO_CHECK,
            "Nothing to validate: no files were given (expected files or directories with -f)";
            note: "write `yardstick validate -f config --data-values-file values.yml`"
        );
    }
    marks::apply(&mut files, &args.marks)?;
    let progress = run.progress("validating", &files);
    let others = other_schemas(&files, session);
    let found = validate(run.session(), files, &args.options);
    drop(progress);
    Ok(reported(&run, found, others.as_deref()))
}

/// The report about `found`, with the hint `others` if there is no schema.
fn reported(run: &Run<'_>, found: Vec<Diagnostic>, others: Option<&str>) -> Output {
    let with_help = |one: Diagnostic| {
        let is_without = one.code == codes::NO_DATA_VALUES_SCHEMA;
        one.notes(others.filter(|_| is_without).map(str::to_owned))
    };
    let diagnostics: Vec<_> = found
        .into_iter()
        .map(with_help)
        .map(|one| match one.severity {
            Severity::Error => *run.explain(Box::new(one)),
            Severity::Warning => one,
        })
        .collect();
    let is_valid = diagnostics.iter().all(|one| one.severity == Severity::Warning);
    let stderr = if is_valid { "data values are valid\n" } else { "" };
    Output { stderr: stderr.to_owned(), ..Output::default() }.warn(diagnostics)
}

/// A hint if there is no data values schema: a JSON Schema, or the values of a project, may be meant.
fn other_schemas(files: &[InputFile], session: &Session) -> Option<String> {
    let world = &*session.world;
    let is_json_schema = |file: &&InputFile| {
        file.bytes(world).is_ok_and(|bytes| {
            let text = String::from_utf8_lossy(bytes);
            let has = |word: &str| text.contains(word);
            has("$schema") || (has("type") && has("properties"))
        })
    };
    if let Some(schema) = files.iter().find(is_json_schema).and_then(InputFile::place) {
        return Some(format!("a JSON Schema is used by `yardstick check -f {schema} FILES`"));
    }
    yardstick_project::locate(world)?;
    let file = files.first()?.place()?;
    Some(format!(
        "to check the values of the project run `yardstick validate`, or pass -f config --data-values-file {file}"
    ))
}
