//! Renders a target: its settings become flags of the command line.

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, Sources, bail, codes, spelling};
use yardstick_project::{CASE_KEYS, KEYS, Target, Word, Work};
use yardstick_workspace::{
    self as workspace, Coverage, SharedFiles, inputs, marks, options::GivenDocument,
};
use yardstick_world::World;

use super::checks;
use crate::{
    args::{
        self, Given,
        flag::{Group, Spec},
        groups,
        render::{Inputs, RenderArgs},
    },
    deadline::Deadline,
    report::{self, Reporter, Session},
    status::ExitStatus,
};

/// Files that all targets of a command share.
pub(in crate::commands) struct Files {
    pub(in crate::commands) sources: Arc<Sources>,
    shared: Arc<SharedFiles>,
    /// Reports that a target took too long, if nothing else can.
    reporter: Reporter,
}

impl Files {
    pub(in crate::commands) fn new(session: &Session) -> Self {
        Self {
            sources: Arc::clone(&session.sources),
            shared: Arc::new(SharedFiles::new(&session.sources)),
            reporter: session.reporter.clone(),
        }
    }

    /// Starts the clock of a target that sets `timeout`.
    pub(in crate::commands) fn clock(&self, args: &RenderArgs) -> Result<Option<Deadline>> {
        let start = |timeout| Deadline::of_process(timeout, &self.reporter, ExitStatus::Findings);
        args.timeout.map(start).transpose()
    }
}

/// The flags that a target may set. All others choose a destination or print information.
static SETTINGS: [&Group; 5] = [
    &groups::INPUT,
    &groups::DATA_VALUES,
    &groups::VALIDATION,
    &groups::OUTPUT_VALIDATION,
    &groups::TEMPLATES,
];

pub(in crate::commands) fn settings() -> impl Iterator<Item = &'static Spec> {
    let of_groups = SETTINGS.iter().flat_map(|group| group.flags).copied();
    of_groups.filter(|flag| flag.name != groups::BULK_IN.spec.name)
}

/// The settings of the target.
pub(in crate::commands) fn arguments(target: &Target) -> Result<RenderArgs> {
    let mut given = Given::default();
    take(target, &mut given, false)?;
    Ok(finish(&given, target))
}

/// Everything that the target reads for rendering and checks, as named: paths, URLs, `-`.
pub(in crate::commands) fn inputs(target: &Target) -> Result<Vec<String>> {
    let mut all = arguments(target)?.paths();
    if let Some(checks) = &target.checks {
        all.extend(checks.schemas.iter().map(|(schema, _)| without_part(&schema.text)));
        all.extend(checks.kubernetes.iter().map(|place| before_pattern(&place.text)));
    }
    Ok(all)
}

/// The file of a schema, without the fragment after it.
fn without_part(schema: &str) -> String {
    schema.split('#').next().unwrap_or_default().to_owned()
}

/// The directory before the first placeholder of a location.
fn before_pattern(location: &str) -> String {
    match location.find("{{") {
        Some(at) => location[..at].rsplit_once('/').map_or(".", |(above, _)| above).to_owned(),
        None => location.to_owned(),
    }
}

/// The settings of the target, followed by those of a command line.
pub(in crate::commands) fn arguments_with(target: &Target, extra: &Given) -> Result<RenderArgs> {
    let mut given = Given::default();
    take(target, &mut given, false)?;
    given.append(extra);
    Ok(finish(&given, target))
}

/// The settings of a test case: those of a target, followed by words of a command line.
pub(in crate::commands) fn arguments_of_case(
    target: &Target,
    words: &[String],
) -> Result<RenderArgs> {
    let mut given = Given::default();
    take(target, &mut given, true)?;
    args::take_words(&settings().collect::<Vec<_>>(), words, &mut given)?;
    Ok(finish(&given, target))
}

/// Checks that the targets have no unknown keys. A key that several of them share is reported once.
pub(super) fn check_keys(targets: &[Target]) -> Result<()> {
    let is_known = |key: &Word| settings().any(|flag| flag.name == key.text);
    let keys = targets.iter().flat_map(|target| &target.settings).map(|(key, _)| key);
    let mut wrong: Vec<&Word> = keys.filter(|key| !is_known(key)).collect();
    wrong.sort_by_key(|key| (key.span.file, key.span.start));
    wrong.dedup_by_key(|key| key.span);
    match Diagnostic::first_of(wrong.into_iter().map(|key| *unknown(key, false))) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

fn take(target: &Target, given: &mut Given, is_case: bool) -> Result<()> {
    for (key, values) in &target.settings {
        let Some(flag) = settings().find(|flag| flag.name == key.text) else {
            return Err(unknown(key, is_case));
        };
        for value in values {
            if flag.name == groups::FILE.spec.name && value.text.contains('*') {
                return Err(pattern(value));
            }
            // Errors about values are worded for command lines; here the value belongs to a key.
            args::take(flag, &value.text, given).map_err(|error| {
                let expected = flag.kind.judge(&value.text).err().unwrap_or_default();
                let message = format!("`{}`: expected {expected}", key.text);
                let code = codes::PROJECT_FILE;
                Box::new(Diagnostic { code, message, ..*error }.at(value.span))
            })?;
        }
    }
    Ok(())
}

/// The error for a pattern in place of a file name: files are not matched.
fn pattern(value: &Word) -> Box<Diagnostic> {
    let before = &value.text[..value.text.find('*').unwrap_or_default()];
    let directory = before.rsplit_once('/').map_or(".", |(directory, _)| directory);
    let message = format!("'{}' is a pattern, and patterns are not expanded here", value.text);
    Box::new(
        Diagnostic::error(codes::PROJECT_FILE, message)
            .at(value.span)
            .note(format!("name the directory: `files: [{directory}]`")),
    )
}

fn finish(given: &Given, target: &Target) -> RenderArgs {
    let mut args = RenderArgs::new(given);
    let documents = target
        .set
        .iter()
        .map(|word| GivenDocument { text: word.text.clone(), place: Some(word.span) });
    args.options.data_values.documents = documents.collect();
    args
}

/// The key that is meant by a word of other tools.
fn instead(key: &str) -> Option<&'static str> {
    Some(match key {
        "data-values" | "data-values-files" | "values-file" | "values-files" | "value-files"
        | "valueFiles" => "values",
        "inputs" | "sources" | "paths" | "templates" | "config" | "resources" => "files",
        "out" | "output-dir" | "output-files" | "output-directory" | "destination" | "to" => {
            "output"
        }
        "vars" | "env" | "parameters" => "variables",
        "base" | "bases" | "inherits" | "inherit" | "parent" | "from" => "extends",
        _ => return None,
    })
}

fn unknown(key: &Word, is_case: bool) -> Box<Diagnostic> {
    let of_case = if is_case { CASE_KEYS.as_slice() } else { &[] };
    let known = settings().map(|flag| flag.name).chain(KEYS).chain(of_case.iter().copied());
    let error = Diagnostic::error(codes::PROJECT_FILE, format!("there is no key '{}'", key.text));
    let error = error.at(key.span);
    let meant = instead(&key.text).map(spelling::did_you_mean);
    let is_flag = groups::OUTPUT.flags.iter().any(|flag| flag.name == key.text);
    if is_flag && meant.is_none() {
        return Box::new(error.note(format!(
            "--{} is a flag of rendering that prints or chooses an output, which a target cannot set",
            key.text
        )));
    }
    if let Some(hint) = meant.or_else(|| spelling::hint(&key.text, known)) {
        return Box::new(error.note(hint));
    }
    Box::new(error.note(if is_case {
        "the keys are target, expect, absent, rules, error, skip, description, files, values, set, extends, and flags for inputs, data values and templates; `yardstick schema show configuration` lists all"
    } else {
        "the keys are files, values, set, output, matrix, variables, extends, and flags for inputs, data values and templates; `yardstick schema show configuration` lists all"
    }))
}

/// Attaches the error about a missing file to the setting of the target that names it.
fn placed(error: Box<Diagnostic>, target: &Target, world: &dyn World) -> Box<Diagnostic> {
    if error.code != codes::MISSING_FILE || error.span().is_some() {
        return error;
    }
    let named = ["file", "data-values-file", "data-value-file"];
    let words = named.into_iter().flat_map(|name| target.values(name));
    let is_missing = |word: &&Word| {
        let path = word.text.split_once('=').map_or(word.text.as_str(), |(_, path)| path);
        path != "-" && !path.contains("://") && world.entry(path).is_err()
    };
    let Some(word) = words.into_iter().find(is_missing) else { return error };
    let is_braced = word.text.contains("{{");
    let error = error.at(word.span);
    if !is_braced {
        return Box::new(error);
    }
    let name = word.text.split("{{").nth(1).and_then(|rest| rest.split("}}").next());
    let name = name.unwrap_or("target").trim().trim_start_matches('.');
    Box::new(
        Diagnostic { notes: Vec::new(), ..error }
            .note(format!("a variable is written ${{{name}}}")),
    )
}

/// Renders the target in `world`.
pub(super) fn render(target: &Target, world: &Arc<dyn World>, files: &Files) -> Result<Work> {
    let args = arguments(target)?;
    if args.paths().is_empty() {
        bail!(codes::PROJECT_FILE, "the target '{}' has no files", target.name; at: target.place; note: "add `files: [DIRECTORY]` to it");
    }
    let work = run(&args, Arc::clone(world), files, None)
        .map_err(|error| placed(error, target, &**world))?;
    checks::check(target, &work, world, &files.sources)?;
    Ok(work)
}

/// Renders according to `args` in `world`.
pub(in crate::commands) fn run(
    args: &RenderArgs,
    world: Arc<dyn World>,
    files: &Files,
    coverage: Option<Arc<Coverage>>,
) -> Result<Work> {
    let Inputs::Files(paths) = &args.inputs else { return Ok(Work::default()) };
    let mut inputs = inputs::resolve(&*world, paths, &args.links)?;
    marks::apply(&mut inputs, &args.marks)?;
    let clock = files.clock(args)?;
    let mut session = session(args, world, files, clock.as_ref());
    session.coverage = coverage;
    let rendered = workspace::render(session, inputs, &args.options, workspace::Target::Files);
    let rendered = rendered.map_err(|error| match &clock {
        Some(clock) => clock.explain(error),
        None => error,
    })?;
    Ok(Work { files: rendered.files, warnings: rendered.warnings })
}

/// The session for a run of `args`.
pub(in crate::commands) fn session(
    args: &RenderArgs,
    world: Arc<dyn World>,
    files: &Files,
    clock: Option<&Deadline>,
) -> workspace::Session {
    let mut session = workspace::Session::new(world, Arc::clone(&files.sources));
    session.shared = Some(Arc::clone(&files.shared));
    // Report all mistakes at once, because a build has many targets.
    session.thorough = Rc::new(|| true);
    session.print = report::printer(&session.world);
    session.links = args.links.clone();
    session.limits.steps = args.max_steps.unwrap_or(session.limits.steps);
    session.limits.cancel = clock.map(Deadline::flag);
    session
}
