//! `build`: builds all targets of a project that changed.

pub(super) mod checks;
mod emit;
pub(super) mod report;
mod since;
pub(super) mod target;

use std::{collections::BTreeSet, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, Severity, bail, codes, spelling};
use yardstick_project::{Build, Mode, NAMES, Observer, Project, Selection, Target, Word};
use yardstick_world::{EntryKind, World, paths};

use super::{schema::loading, watch};
pub(super) use target::arguments;

use crate::{
    args::{
        Command, Given, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Number, Switch, Text},
        groups,
    },
    progress::Progress,
    report::{Output, Session},
    settings::Settings,
    status::ExitStatus,
};

/// The flags that a target may set.
pub(super) use self::target::settings as settings_of_target;

static CHECK: Flag<Switch> = Flag::switch(
    "check",
    "Show what would change and write nothing; exit with status 1 if anything would change",
);
static FORCE: Flag<Switch> = Flag::switch("force", "Also render up-to-date targets");
static REMOVE_OTHERS: Flag<Switch> = Flag::switch(
    "remove-other-files",
    "Also remove files from output directories that no build wrote",
);
static OUTSIDE: Flag<Switch> = Flag::switch(
    "allow-outside",
    "Also write to output directories outside the repository or directory of the project",
);
static LIST: Flag<Switch> = Flag::switch("list", "Print the targets instead of building them");
static OUTPUT: Flag<Text> =
    Flag::choice("output", "FORMAT", &["text", "json"], "Format of the list")
        .short('o')
        .default("text");
static SHARD: Flag<Text> =
    Flag::text("shard", "I/N", "Work on part I of N parts, for builds on several machines");
static SINCE: Flag<Text> =
    Flag::text("changed-since", "REV", "Only targets whose inputs changed since this git revision");
static EMIT: Flag<Text> = Flag::choice(
    "emit",
    "ENGINE",
    &["ninja"],
    "Print a build file for this engine instead of building",
);
static DEPFILE: Flag<Text> =
    Flag::text("depfile", "FILE", "Write the target's inputs as a Makefile dependency file");
static STAMP: Flag<Text> =
    Flag::text("stamp", "FILE", "Write this empty file after a successful build");
pub(super) static JOBS: Flag<Number> =
    Flag::number("jobs", 0, "Number of threads (0: one per core)").short('j').default("0");
pub(super) static PROJECT: Flag<Text> = Flag::text(
    "project",
    "FILE",
    "Project file (default: yardstick.yaml in this or a parent directory)",
);

static TARGETS: Group = Group {
    heading: "Targets",
    flags: &[&PROJECT.spec, &SHARD.spec, &SINCE.spec, &LIST.spec, &OUTPUT.spec],
};
static BUILDING: Group = Group {
    heading: "Building",
    flags: &[
        &CHECK.spec,
        &FORCE.spec,
        &REMOVE_OTHERS.spec,
        &OUTSIDE.spec,
        &JOBS.spec,
        &EMIT.spec,
        &DEPFILE.spec,
        &STAMP.spec,
    ],
};

pub(super) static COMMAND: Command = Command {
    path: &["build"],
    aliases: &[],
    about: "Render the targets of a project; write what changed",
    details: "Examples:
  yardstick build                      build everything that is out of date
  yardstick build shop '*/prod'        only these targets
  yardstick build --check              in CI: fail if committed output is stale
  yardstick build --list -o json       the targets, for a matrix of jobs",
    operands: &[Operand {
        name: "TARGET",
        help: "Target names, name prefixes or patterns such as */prod (default: all)",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[
        &TARGETS,
        &BUILDING,
        &groups::WATCHING,
        &groups::WARNINGS,
        &groups::CLOCK,
        &groups::GENERAL,
    ],
    statuses: Statuses::own(ExitStatus::Findings),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    if parsed.given.is_on(&groups::WATCH) {
        return watch(parsed, session);
    }
    once(parsed, session)
}

/// Builds again after every change of an input.
pub(super) fn watch(parsed: &Parsed, session: &Session) -> Result<Output> {
    let places = |session: &Session| places(&find(&parsed.given, session)?);
    watch::run_on(&places, session, &|session| once(parsed, session))
}

/// The inputs and output directories of a project's targets.
pub(super) fn places(project: &Project) -> Result<watch::Places> {
    let targets = project.targets()?;
    let here = |path: &str| match path {
        "-" => path.to_owned(),
        url if url.contains("://") => url.to_owned(),
        path => paths::absolute(&project.directory, path),
    };
    let outputs = targets.iter().filter_map(|target| target.output.as_ref());
    let outputs = outputs.map(|output| here(&output.text)).collect();
    let mut inputs = vec![project.path.clone()];
    for target in &targets {
        inputs.extend(target::inputs(target)?.iter().map(|path| here(path)));
    }
    Ok(watch::Places { inputs, outputs })
}

fn once(parsed: &Parsed, session: &Session) -> Result<Output> {
    let given = &parsed.given;
    let world = &*session.world;
    let project = find(given, session)?;
    let all = project.targets()?;
    if all.is_empty() {
        return Err(no_targets(&project));
    }
    let names: BTreeSet<String> = all.iter().map(|target| target.name.clone()).collect();
    let outputs = Project::outputs(&all);
    let inputs = project.inputs(&all);
    let selection = selection(parsed)?;
    refuse_abstract(&selection, &project)?;
    let mut targets = selection.choose(all)?;
    if let Some(revision) = given.text(&SINCE) {
        let changed = since::changed(&revision, &project.directory)?;
        targets = since::affected(targets, &changed, &project)?;
    }
    target::check_keys(&targets)?;
    if given.is_on(&LIST) {
        let as_json = given.value(&OUTPUT) == Some("json");
        return Ok(Output::text(report::list(&targets, as_json)?));
    }
    if given.value(&EMIT).is_some() {
        let passed_on = [&REMOVE_OTHERS, &OUTSIDE].into_iter().filter(|flag| given.is_on(flag));
        let flags: Vec<&str> = passed_on.map(|flag| flag.spec.name).collect();
        return Ok(Output::text(emit::ninja(&targets, &project, &flags)));
    }
    // Report misspelled keys of the project file first: they may be the cause of later errors.
    for target in &targets {
        target::arguments(target)?;
    }
    let mode = match (given.is_on(&CHECK), given.is_on(&FORCE)) {
        (true, _) => Mode::Check,
        (false, true) => Mode::Force,
        (false, false) => Mode::Write,
    };
    let progress = Progress::start(format!("building {} targets", targets.len()), world);
    let files = target::Files::new(session);
    let build = Build {
        world: Arc::clone(&session.world),
        directory: &project.directory,
        all: names,
        outputs,
        inputs,
        removes_other_files: given.is_on(&REMOVE_OTHERS),
        writes_outside: given.is_on(&OUTSIDE),
        mode,
        version: super::version::TEXT,
        render: &|target: &Target, world| target::render(target, &world, &files),
        progress: &|_| progress.step(),
        targets,
    };
    let outcomes = on_threads(given, || yardstick_project::build(&build))??;
    drop(progress);
    let built = report::Report::new(&outcomes, mode);
    if built.failed == 0 && mode != Mode::Check {
        let direct = &*session.world;
        if let Some(path) = given.text(&DEPFILE) {
            let stamp = given.text(&STAMP).unwrap_or_else(|| path.clone());
            loading::write(&path, emit::depfile(&stamp, &outcomes, &project).as_bytes(), direct)?;
        }
        if let Some(path) = given.text(&STAMP) {
            loading::write(&path, b"", direct)?;
        }
    }
    Ok(built.output(outcomes, mode, session))
}

/// Rejects the name of an abstract target: it is there, but nothing is built for it.
fn refuse_abstract(selection: &Selection, project: &Project) -> Result<()> {
    for name in &selection.names {
        let Some(word) = project.abstract_named(name) else { continue };
        let heirs = project.heirs(name);
        let note = if heirs.is_empty() {
            format!("remove `abstract: true`, or add a target with `extends: {name}`")
        } else {
            format!("targets that extend it: {}", heirs.join(", "))
        };
        bail!(
            codes::UNKNOWN_TARGET, "the target '{name}' is abstract: it is not built itself";
            at: word.span; note: note
        );
    }
    Ok(())
}

fn no_targets(project: &Project) -> Box<Diagnostic> {
    let message = format!("{} has no targets", project.path);
    let error = Diagnostic::error(codes::PROJECT_FILE, message);
    if let Some(name) = project.abstract_target() {
        let message =
            format!("all targets of {} are abstract, so there is nothing to build", project.path);
        return Box::new(Diagnostic::error(codes::PROJECT_FILE, message).at(name.span).note(
            format!("remove `abstract: true`, or add a target with `extends: {}`", name.text),
        ));
    }
    let near = |word: &&Word| spelling::nearest(&word.text, ["targets"]).is_some();
    let Some(culprit) = project.others.iter().find(near) else {
        return Box::new(
            error
                .note("add one, for example `targets: {app: {files: [config], output: rendered}}`"),
        );
    };
    // Other keys may be misspelled, too. Nobody wants to learn that one at a time.
    let others = project.others.iter().filter(|word| word.span != culprit.span);
    let others = others.filter_map(|word| {
        let near = spelling::nearest(&word.text, ["variables", "tests"])?;
        Some(format!("'{}' is not a key either: {}", word.text, spelling::did_you_mean(near)))
    });
    Box::new(error.at(culprit.span).note(spelling::did_you_mean("targets")).notes(others))
}

/// The project for a command that also works without one.
pub(super) fn find_if_any(given: &Given, session: &Session) -> Result<Option<Project>> {
    let world = &*session.world;
    let project = match given.text(&PROJECT) {
        Some(path) if world.is_directory(&path) => bail!(
            codes::PROJECT_FILE, "{path} is a directory, not a project file";
            note: format!("name the file: --project {}", paths::join(&path, NAMES[0]))
        ),
        Some(path) => Project::read(world, &session.sources, &path).map(Some)?,
        None => Project::find(world, &session.sources)?,
    };
    let path = project.as_ref().map(|project| project.path.as_str());
    let mistakes = path.map(|path| Settings::mistakes(path, world, &session.sources));
    match mistakes.into_iter().flatten().find(|one| one.severity == Severity::Error) {
        Some(error) => Err(Box::new(error)),
        None => Ok(project),
    }
}

/// The world as seen from the directory of the project.
pub(super) fn in_project(session: &Session, directory: &str) -> Arc<dyn World> {
    if directory.is_empty() {
        return Arc::clone(&session.world);
    }
    Arc::new(Observer::from(&session.world, directory))
}

/// Converts `path`, which is relative to the current directory, to one relative to the project.
pub(super) fn from_project(session: &Session, directory: &str, path: &str) -> String {
    if directory.is_empty() || path.starts_with('/') {
        return path.to_owned();
    }
    let here = session.world.current_directory().unwrap_or_default();
    let (there, path) = (paths::absolute(&here, directory), paths::absolute(&here, path));
    match path.strip_prefix(there.trim_end_matches('/')) {
        Some(rest) if rest.starts_with('/') => rest.trim_start_matches('/').to_owned(),
        Some("") => ".".to_owned(),
        _ => path,
    }
}

/// The project that a command works on.
pub(super) fn find(given: &Given, session: &Session) -> Result<Project> {
    match find_if_any(given, session)? {
        Some(project) => Ok(project),
        None => bail!(
            codes::NO_PROJECT, "there is no {} here or in a directory above", NAMES[0];
            notes: misnamed(&*session.world);
            note: "`yardstick new DIR` makes a project; --project FILE names a project file"
        ),
    }
}

/// Names a file here that is probably meant as the project file.
fn misnamed(world: &dyn World) -> Option<String> {
    let entries = world.list(".").ok()?;
    let is_near = |name: &&str| {
        let name = name.trim_start_matches('.').to_ascii_lowercase();
        matches!(name.as_str(), "yardstick.yaml" | "yardstick.yml" | "yardstick.json" | "yardstick")
            || name.starts_with("yardstick.yaml.")
    };
    let is_file = |name: &&str| world.kind(name).is_ok_and(|kind| kind == EntryKind::File);
    let mut names = entries.iter().map(|entry| entry.name.as_str());
    let name = names.find(|name| is_near(name) && is_file(name))?;
    Some(format!("there is {name}: call it {}", NAMES[0]))
}

fn selection(parsed: &Parsed) -> Result<Selection> {
    let shard = match parsed.given.text(&SHARD) {
        None => None,
        Some(text) => match text.parse() {
            Ok(shard) => Some(shard),
            Err(()) => bail!(
                codes::INVALID_ARGUMENT,
                "invalid argument \"{text}\" for \"--shard\" flag: expected I/N with I from 1 to N, such as 2/3"
            ),
        },
    };
    Ok(Selection { names: parsed.operands.clone(), shard })
}

pub(super) fn on_threads<R: Send>(given: &Given, work: impl FnOnce() -> R + Send) -> Result<R> {
    let jobs = given.number(&JOBS).and_then(|jobs| jobs.try_into().ok()).unwrap_or(0);
    yardstick_check::threads::on_threads(jobs, work)
        .map_err(|error| Box::new(yardstick_world::no_thread(&error)))
}
