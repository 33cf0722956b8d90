//! `test`: runs the test cases of a project.

mod coverage;
mod report;

use std::{sync::Arc, time::Instant};

use yardstick_diagnostics::{Diagnostic, Result, bail, codes, safe};
use yardstick_project::{
    Project,
    cases::{self, Case},
};
use yardstick_workspace::Coverage;

use self::coverage::Coverages;
use super::{build, schema::loading, watch};
use crate::{
    args::{
        Command, Given, Parsed,
        command::{Operand, Statuses},
        flag::{Flag, Group, Switch, Text},
        groups,
    },
    progress::Progress,
    report::{Output, Session},
    status::ExitStatus,
};

static UPDATE: Flag<Switch> =
    Flag::switch("update", "Update the expected output files (stdout, stderr, out)");
static FILTER: Flag<Text> =
    Flag::text("filter", "TEXT", "Run only cases with this text in their names");
static LIST: Flag<Switch> = Flag::switch("list", "Print the names of the cases; run none");
static COVERAGE: Flag<Switch> = Flag::switch(
    "coverage",
    "Report data values that no case sets and template branches that no case reaches",
);
static JUNIT: Flag<Text> = Flag::text("junit", "FILE", "Also write a JUnit report to this file");

static TESTS: Group = Group {
    heading: "Tests",
    flags: &[
        &build::PROJECT.spec,
        &FILTER.spec,
        &LIST.spec,
        &UPDATE.spec,
        &COVERAGE.spec,
        &JUNIT.spec,
        &build::JOBS.spec,
    ],
};

pub(super) static COMMAND: Command = Command {
    path: &["test"],
    aliases: &[],
    about: "Run the test cases of a project",
    details: "Examples:
  yardstick test                       all cases below tests
  yardstick test tests/shop --filter prod
  yardstick test --update              make the current output the expected one
  yardstick test --coverage            list what no case sets or reaches
  yardstick test --junit report.xml    for a CI system",
    operands: &[Operand {
        name: "DIRECTORY",
        help: "Directories with cases; by default tests, next to the project file",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[&TESTS, &groups::WATCHING, &groups::WARNINGS, &groups::CLOCK, &groups::GENERAL],
    statuses: Statuses::own(ExitStatus::Findings),
    run,
};

fn run(parsed: &Parsed, session: &Session) -> Result<Output> {
    if parsed.given.is_on(&groups::WATCH) {
        let places = |session: &Session| {
            let project = build::find_if_any(&parsed.given, session)?;
            let directory = project.map(|project| project.directory).unwrap_or_default();
            let directory = if directory.is_empty() { ".".to_owned() } else { directory };
            Ok(watch::Places { inputs: vec![directory], ..watch::Places::default() })
        };
        return watch::run_on(&places, session, &|session| once(parsed, session));
    }
    once(parsed, session)
}

fn once(parsed: &Parsed, session: &Session) -> Result<Output> {
    let started = Instant::now();
    let given = &parsed.given;
    let project = build::find_if_any(given, session)?;
    let directory = project.as_ref().map_or("", |project| project.directory.as_str());
    let cases::Found { cases, warnings } = find(parsed, project.as_ref(), session)?;
    if given.is_on(&LIST) {
        let names: Vec<_> = cases.iter().map(|case| safe::line(&case.folder)).collect();
        return Ok(Output::text(names.join("\n") + "\n").warn(warnings));
    }
    let coverages = given.is_on(&COVERAGE).then(|| Coverages::new(&cases));
    let progress = Progress::start(format!("running {} tests", cases.len()), &*session.world);
    let files = build::target::Files::new(session);
    let render = |case: &Case, world| {
        let coverage = coverages.as_ref().and_then(|all| all.of(case)).map(Arc::clone);
        let rendered = render(case, &world, coverage, given, &files);
        progress.step();
        rendered
    };
    let run = cases::Run {
        world: Arc::clone(&session.world),
        directory,
        sources: &session.sources,
        cases: &cases,
        render: &render,
        update: given.is_on(&UPDATE),
        program: crate::args::PROGRAM,
    };
    let outcomes = build::on_threads(given, || cases::run(&run))?;
    drop(progress);
    let report = report::Report::new(&cases, outcomes, warnings, started.elapsed());
    if let Some(path) = given.text(&JUNIT) {
        loading::write(&path, report.junit(session).as_bytes(), &*session.world)?;
    }
    let mut output = report.output(session);
    if let Some(coverages) = coverages {
        output.stdout.push(coverages.text(session).into_bytes());
    }
    Ok(output)
}

/// The selected cases.
fn find(parsed: &Parsed, project: Option<&Project>, session: &Session) -> Result<cases::Found> {
    let directory = project.map_or("", |project| project.directory.as_str());
    let world = build::in_project(session, directory);
    let places: Vec<String> = if parsed.operands.is_empty() {
        vec![cases::DIRECTORY.to_owned()]
    } else {
        // Operands are relative to the current directory, but are read from the project directory.
        let seen = |operand: &String| build::from_project(session, directory, operand);
        parsed.operands.iter().map(seen).collect()
    };
    let mut all = cases::Found::default();
    for place in places {
        let found = cases::find(&*world, &session.sources, project, &place)?;
        all.cases.extend(found.cases);
        all.warnings.extend(found.warnings);
    }
    let count = all.cases.len();
    if let Some(part) = parsed.given.text(&FILTER) {
        all.cases.retain(|case| case.folder.contains(&part));
        all.warnings.clear();
        if all.cases.is_empty() && count > 0 {
            let of =
                if count == 1 { "there is 1".to_owned() } else { format!("there are {count}") };
            bail!(
                codes::TEST_CASE, "no test case has '{part}' in its name ({of})";
                note: "`yardstick test --list` shows all names"
            );
        }
    }
    if all.cases.is_empty() {
        let error = Diagnostic::error(codes::TEST_CASE, "no test cases found");
        let note = "a test case is a folder below `tests` with a file test.yml, args or values.yml";
        return Err(Box::new(error.note(note).and(all.warnings)));
    }
    Ok(all)
}

fn render(
    case: &Case,
    world: &Arc<dyn yardstick_world::World>,
    coverage: Option<Arc<Coverage>>,
    given: &Given,
    files: &build::target::Files,
) -> Result<yardstick_project::Work> {
    let mut args = build::target::arguments_of_case(&case.target, &case.arguments)?;
    args.options.library.warnings_as_errors |= given.is_on(&groups::WARNINGS_AS_ERRORS);
    if args.paths().is_empty() {
        bail!(
            codes::TEST_CASE, "the test case {} does not say what to render", case.folder;
            note: "add `target: NAME` or `files: [DIRECTORY]` to its test.yml, or `tests: {files: [DIRECTORY]}` to the project file"
        );
    }
    let work = build::target::run(&args, Arc::clone(world), files, coverage)?;
    build::checks::check(&case.target, &work, world, &files.sources)?;
    Ok(work)
}
