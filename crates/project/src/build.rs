//! Builds: every target that is out of date is rendered, what differs is written, and the rest left alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use rayon::prelude::*;
use yardstick_diagnostics::{Diagnostic, Result, bail, codes};
use yardstick_workspace::output::{self, Change, OutputFile};
use yardstick_world::{World, describe, paths};

use crate::{
    Observer, Target, Word,
    observe::{Digest, Question, Shared, digest},
    outputs::{self, Inputs, Owned},
    state::{Done, Learned, State, Written},
};

/// What a build is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To write what changed.
    Write,
    /// The same, and also what is up to date is rendered again.
    Force,
    /// To find out whether there is anything to write.
    Check,
}

/// Renders a target in the world it is given.
pub type Render<'a> = dyn Fn(&Target, Arc<dyn World>) -> Result<Work> + Sync + 'a;

/// What a target renders to.
#[derive(Debug, Default)]
pub struct Work {
    /// The files.
    pub files: Vec<OutputFile>,
    /// Complaints that are no reason to fail.
    pub warnings: Vec<Diagnostic>,
}

/// A build to be done.
pub struct Build<'a> {
    /// Where it happens.
    pub world: Arc<dyn World>,
    /// The directory of the project; empty for the current one.
    pub directory: &'a str,
    /// What is built.
    pub targets: Vec<Target>,
    /// Names of all targets of the project: what is known about others is forgotten.
    pub all: BTreeSet<String>,
    /// What all targets of the project are made from, and its own files: no output directory may hold any of it.
    pub inputs: Vec<String>,
    /// Whether files in output directories that no build wrote are removed.
    pub removes_other_files: bool,
    /// What it is for.
    pub mode: Mode,
    /// Whatever else decides what targets render to: the version of the program.
    pub version: &'a str,
    /// What renders targets.
    pub render: &'a Render<'a>,
    /// Told when a target is done.
    pub progress: &'a (dyn Fn(&Target) + Sync),
}

/// What came of a target that could be built.
#[derive(Debug, Default)]
pub struct Built {
    /// Files that were not there, or would not be.
    pub created: Vec<String>,
    /// Files with another content.
    pub updated: Vec<String>,
    /// Files that no longer belong to the output.
    pub removed: Vec<String>,
    /// The number of files that were as they should be.
    pub unchanged: usize,
    /// Whether nothing had to be rendered to know that.
    pub was_up_to_date: bool,
    /// Files and directories that it was made from, as far as that is known.
    pub inputs: Vec<String>,
    /// With [`Mode::Check`]: what differs.
    pub changes: Vec<Change>,
    /// Complaints that are no reason to fail.
    pub warnings: Vec<Diagnostic>,
}

/// What came of a target.
#[derive(Debug)]
pub struct Outcome {
    /// The target.
    pub target: Target,
    /// What was done, or why not.
    pub built: Result<Built>,
}

/// Carries out a build. Targets that fail leave their output as it is and do not stop the others.
pub fn build(build: &Build<'_>) -> Result<Vec<Outcome>> {
    outputs::check_apart(&build.targets)?;
    let shared = Shared::new(Arc::clone(&build.world), build.directory);
    let direct = Observer::direct(&shared);
    let state = State::read(&shared, &direct);
    let owned = Owned::new(state.written());
    let inputs = Inputs::new(&build.inputs);
    let claims = Claims::default();
    let task = |target: &Target| {
        let task = Task {
            build,
            shared: &shared,
            direct: &direct,
            state: &state,
            owned: &owned,
            inputs: &inputs,
            claims: &claims,
        };
        let done = task.run(target);
        (build.progress)(target);
        done
    };
    let done: Vec<Attempt> = build.targets.par_iter().map(task).collect();
    drop(owned);
    let mut outcomes = Vec::with_capacity(done.len());
    let mut learned = Vec::with_capacity(done.len());
    for (target, Attempt { built, known, wrote }) in build.targets.iter().zip(done) {
        let is_same = built.as_ref().is_ok_and(|built| built.was_up_to_date);
        if !is_same {
            learned.push(Done { target: target.name.clone(), learned: known, wrote });
        }
        outcomes.push(Outcome { target: target.clone(), built });
    }
    if build.mode != Mode::Check && !learned.is_empty() {
        let kept = state.after(learned, &build.all, &shared).keep(&direct);
        if let Err(error) = kept {
            // What was built is there; only the next build takes longer.
            let message = describe("write", "the state of the build", &error);
            let warning = Diagnostic::warning(codes::BUILD_STATE, message);
            if let Some(Ok(first)) = outcomes.first_mut().map(|one| one.built.as_mut()) {
                first.warnings.push(warning);
            }
        }
    }
    Ok(outcomes)
}

/// Which target writes which file, where directories are shared.
#[derive(Default)]
struct Claims(Mutex<BTreeMap<String, String>>);

impl Claims {
    fn claim(&self, path: &str, target: &str) -> Option<String> {
        let mut claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = claims.get(path).cloned();
        if known.is_none() {
            claims.insert(path.to_owned(), target.to_owned());
        }
        known
    }
}

/// What came of a target, and what is to be remembered of it.
struct Attempt {
    built: Result<Built>,
    /// Nothing if the target is to be rendered again next time.
    known: Option<Learned>,
    /// The files of its output, which later builds may remove.
    wrote: Vec<String>,
}

impl Attempt {
    fn of(built: Result<Built>) -> Self {
        Self { built, known: None, wrote: Vec::new() }
    }
}

struct Task<'a> {
    build: &'a Build<'a>,
    shared: &'a Arc<Shared>,
    direct: &'a Observer,
    state: &'a State,
    owned: &'a Owned,
    inputs: &'a Inputs<'a>,
    claims: &'a Claims,
}

impl Task<'_> {
    fn run(&self, target: &Target) -> Attempt {
        let key = key(target, self.build.version);
        if self.build.mode != Mode::Force
            && let Some(unchanged) = self.state.up_to_date(&target.name, key, self.shared)
        {
            let inputs = self.state.inputs(&target.name);
            let built = Built { unchanged, inputs, was_up_to_date: true, ..Built::default() };
            return Attempt::of(Ok(built));
        }
        let world = Arc::new(Observer::new(self.shared));
        let rendered = (self.build.render)(target, Arc::clone(&world) as Arc<dyn World>);
        let inputs: Vec<String> =
            world.asked().iter().flatten().filter_map(Question::input).collect();
        let delivered = rendered.and_then(|work| self.deliver(target, work, &inputs));
        let (built, written) = match delivered {
            Err(error) => return Attempt::of(Err(error)),
            Ok((built, written)) => (Built { inputs, ..built }, written),
        };
        let wrote = written.iter().flatten().map(|file| file.path.clone()).collect();
        // Somebody should see the warnings again.
        let known = if built.warnings.is_empty() {
            world.asked().zip(written).map(|(asked, written)| Learned { key, asked, written })
        } else {
            None
        };
        Attempt { built: Ok(built), known, wrote }
    }

    /// Writes what differs. `inputs` is what was read.
    fn deliver(
        &self,
        target: &Target,
        work: Work,
        inputs: &[String],
    ) -> Result<(Built, Option<Vec<Written>>)> {
        let Work { files, warnings } = work;
        let directory = target.output.as_ref().map_or("", |output| output.text.as_str());
        let world = self.direct;
        if !target.keeps_other_files {
            outputs::check_place(world, target, self.inputs)?;
        }
        outputs::check_not_read(world, target, &files, inputs)?;
        for file in &files {
            let path = paths::clean(&paths::join(directory, &file.path));
            if let Some(other) = self.claims.claim(&path, &target.name) {
                bail!(codes::OUTPUT_CLASH, "the target '{other}' writes {path}, too");
            }
        }
        let changes = output::changes(world, directory, &files, !target.keeps_other_files)?;
        let mut built = Built { warnings, ..Built::default() };
        for change in &changes {
            match (&change.before, &change.after) {
                (None, _) => built.created.push(change.path.clone()),
                (Some(_), Some(_)) => built.updated.push(change.path.clone()),
                (Some(_), None) => built.removed.push(change.path.clone()),
            }
        }
        let may_remove_all = self.build.removes_other_files || self.build.mode == Mode::Check;
        self.owned.check_removal(target, &built.removed, may_remove_all)?;
        built.unchanged = files.len() - built.created.len() - built.updated.len();
        if self.build.mode == Mode::Check {
            built.changes = changes;
            return Ok((built, None));
        }
        let differs: BTreeSet<&str> = changes.iter().map(|change| change.path.as_str()).collect();
        let all: Vec<String> =
            files.iter().map(|file| paths::join(directory, &file.path)).collect();
        let fresh: Vec<OutputFile> = files
            .into_iter()
            .zip(&all)
            .filter(|(_, path)| differs.contains(path.as_str()))
            .map(|(file, _)| file)
            .collect();
        if !fresh.is_empty() {
            output::write_files(world, directory, &fresh)?;
        }
        for path in &built.removed {
            if let Err(error) = world.remove_file(path) {
                bail!(codes::OUTPUT_FAILED, describe("remove", path, &error));
            }
        }
        let stamp = |path: String| Some(Written { stamp: self.shared.stamp(&path).ok()?, path });
        Ok((built, all.into_iter().map(stamp).collect()))
    }
}

/// Everything about a target that is not asked of the world.
fn key(target: &Target, version: &str) -> Digest {
    let settings: Vec<(&str, Vec<&str>)> = target
        .settings
        .iter()
        .map(|(key, values)| {
            (key.text.as_str(), values.iter().map(|word| word.text.as_str()).collect())
        })
        .collect();
    let set: Vec<&str> = target.set.iter().map(|word| word.text.as_str()).collect();
    let output = target.output.as_ref().map(|output| output.text.as_str());
    let checks = target.checks.as_ref().map(|checks| {
        let texts = |words: &[Word]| words.iter().map(|word| word.text.clone()).collect::<Vec<_>>();
        let schemas: Vec<_> = checks
            .schemas
            .iter()
            .map(|(schema, patterns)| (schema.text.clone(), texts(patterns)))
            .collect();
        let version = checks.kubernetes_version.as_ref().map(|version| version.text.clone());
        (texts(&checks.kubernetes), version, schemas)
    });
    let keeps = target.keeps_other_files;
    digest(format!("{version:?} {settings:?} {set:?} {output:?} {keeps} {checks:?}").as_bytes())
}
