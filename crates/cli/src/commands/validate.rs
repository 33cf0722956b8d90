//! `validate`: whether data values fit their schema and its rules.

use std::sync::Arc;

use yardstick_diagnostics::{Diagnostic, Result, Severity, bail, codes};
use yardstick_project::{Project, Target};
use yardstick_workspace::{inputs, marks, validate::validate};
use yardstick_world::World;

use super::{
    build::{self, report::Problems},
    run::Run,
    watch,
};
use crate::{
    args::{
        Command, Parsed,
        command::Statuses,
        groups,
        render::{Inputs, RenderArgs},
    },
    progress::Progress,
    report::{Output, Session},
};

pub(super) static COMMAND: Command = Command {
    path: &["validate"],
    aliases: &[],
    about: "Check that data values fit their schema and its rules; print no documents",
    details: "Without -f, the data values of all targets of the project are checked.

Examples:
  yardstick validate -f config                                   the defaults alone
  yardstick validate -f config --data-values-file prod.yml       the values of an environment
  yardstick validate -f config --diagnostics sarif > report.sarif",
    operands: &[],
    groups: &[
        &groups::INPUT,
        &groups::DATA_VALUES,
        &groups::VALIDATION,
        &groups::TEMPLATES,
        &groups::WATCHING,
        &groups::WARNINGS,
        &groups::GENERAL,
    ],
    statuses: Statuses::REFERENCE,
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
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
            return of_project(parsed, &project, &targets, session);
        }
    }
    if args.watch { watch::run(&args, session, once) } else { once(&args, session) }
}

/// The data values of all targets, each problem once.
fn of_project(
    parsed: &Parsed,
    project: &Project,
    targets: &[Target],
    session: &Session,
) -> Result<Output> {
    let progress =
        Progress::start(format!("validating {} targets", targets.len()), &*session.world);
    let extra = &parsed.given;
    let shared = build::target::Files::new(&session.sources);
    let one = |target: &Target, world: Arc<dyn World>| -> Result<Vec<Diagnostic>> {
        let args = build::target::arguments_with(target, extra)?;
        let Inputs::Files(paths) = &args.inputs else { return Ok(Vec::new()) };
        let mut files = inputs::resolve(&*world, paths, &args.links)?;
        marks::apply(&mut files, &args.marks)?;
        let run = build::target::session(&args, world, &shared);
        Ok(validate(run, files, &args.options))
    };
    let each = || yardstick_project::each(&session.world, &project.directory, targets, one);
    let found = build::on_threads(&parsed.given, each)?;
    drop(progress);
    let mut problems = Problems::default();
    for (target, found) in targets.iter().zip(found) {
        let found = found.unwrap_or_else(|error| error.one_by_one());
        // A target without a schema is no mistake: others of the project have one.
        for problem in found.into_iter().filter(|one| one.code != codes::NO_DATA_VALUES_SCHEMA) {
            problems.add(problem, &target.name, session);
        }
    }
    let diagnostics = problems.told(targets.len() > 1);
    let is_valid = diagnostics.iter().all(|one| one.severity == Severity::Warning);
    let count = targets.len();
    let noun = if count == 1 { "target" } else { "targets" };
    let stderr =
        if is_valid { format!("data values of {count} {noun} are valid\n") } else { String::new() };
    Ok(Output { stderr, ..Output::default() }.warn(diagnostics))
}

/// Reports all that is wrong. Standard output stays empty; that all is well is said on standard error,
/// where a log shows that something was looked at.
fn once(args: &RenderArgs, session: &Session) -> Result<Output> {
    let run = Run::new(args, session)?;
    let mut files = run.files()?;
    if files.is_empty() {
        // "Valid" would be a lie that a script with an empty variable believes.
        bail!(
            codes::NOTHING_TO_CHECK,
            "Nothing to validate: no files were given (expected files or directories with -f)";
            note: "write `yardstick validate -f config --data-values-file values.yml`"
        );
    }
    marks::apply(&mut files, &args.marks)?;
    let progress = run.progress("validating", &files);
    let found = validate(run.session(), files, &args.options);
    drop(progress);
    let diagnostics: Vec<_> = found
        .into_iter()
        .map(|one| match one.severity {
            Severity::Error => *run.explain(Box::new(one)),
            Severity::Warning => one,
        })
        .collect();
    let is_valid = diagnostics.iter().all(|one| one.severity == Severity::Warning);
    let stderr = if is_valid { "data values are valid\n" } else { "" };
    Ok(Output { stderr: stderr.to_owned(), ..Output::default() }.warn(diagnostics))
}
