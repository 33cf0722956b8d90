//! From targets to files: renders each target that is out of date and writes the files that changed.
//!
//! Results stay in a staging directory until all targets are rendered, so that the build syncs the disk only once.
//! Then each result moves to its place as a whole.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use rayon::prelude::*;
use yardstick_diagnostics::{Result, bail, codes};
use yardstick_workspace::output::{self, OutputFile, Stage, Staged};
use yardstick_world::{World, describe, paths};

use super::{Build, Built, Mode};
use crate::{
    Observer, Target, Word, Work,
    observe::{Digest, Question, Shared, digest},
    outputs::{self, Inputs, Owned},
    state::{self, Learned, State, Written},
};

/// Records which target writes which file in a shared output directory.
#[derive(Default)]
pub(crate) struct Claims(Mutex<BTreeMap<String, String>>);

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

/// The outcome of a target, with the data to keep for the next build.
pub(crate) struct Attempt {
    pub(crate) built: Result<Built>,
    /// `None` if the next build must render the target again.
    pub(crate) known: Option<Learned>,
    /// The files of its output. Later builds may remove them.
    pub(crate) wrote: Vec<String>,
}

/// A running build.
pub(crate) struct Delivery<'a> {
    pub(crate) build: &'a Build<'a>,
    pub(crate) shared: &'a Arc<Shared>,
    pub(crate) direct: &'a Observer,
    /// Resolves the real paths of inputs and outputs, which do not change during a build.
    pub(crate) places: &'a Observer,
    pub(crate) state: &'a State,
    pub(crate) owned: &'a Owned,
    pub(crate) inputs: &'a Inputs<'a>,
    pub(crate) claims: Claims,
    /// The staging directory; created for the first result, `None` inside if it could not be created.
    pub(crate) stage: OnceLock<Option<Stage<'a>>>,
}

/// The result of rendering a target.
type Rendered = Result<Done>;

/// The work done for a target so far.
#[derive(Default)]
struct Done {
    built: Built,
    /// The files that wait in the staging directory.
    staged: Option<Staged>,
    /// All output files, if they were examined.
    files: Vec<String>,
    /// The questions that rendering asked the world, if they can be asked again.
    asked: Option<(Digest, BTreeSet<Question>)>,
}

impl<'a> Delivery<'a> {
    /// Builds all targets. Returns the outcome of each, with the data to keep.
    pub(crate) fn run(&self) -> Vec<Attempt> {
        if self.build.mode != Mode::Check {
            // Complete what a killed build had started.
            let may_write = |output: &str| self.may_write(output);
            Stage::recover(self.direct, state::DIRECTORY, &self.build.outputs, &may_write);
        }
        let render = |target: &Target| {
            let rendered = self.render(target);
            (self.build.progress)(target);
            rendered
        };
        self.place_all(self.build.targets.par_iter().map(render).collect())
    }

    fn render(&self, target: &Target) -> Rendered {
        let key = key(target, self.build.version);
        if self.build.mode != Mode::Force
            && let Some(unchanged) = self.state.up_to_date(&target.name, key, self.shared)
        {
            let inputs = self.state.inputs(&target.name);
            let built = Built { unchanged, inputs, was_up_to_date: true, ..Built::default() };
            return Ok(Done { built, ..Done::default() });
        }
        if let Some(output) = &target.output
            && self.build.mode != Mode::Check
            && self.may_write(&output.text)
        {
            output::remove_leftovers(self.direct, &output.text);
        }
        let world = Arc::new(Observer::new(self.shared));
        let work = (self.build.render)(target, Arc::clone(&world) as Arc<dyn World>)?;
        let asked = world.take_asked();
        let inputs: Vec<String> = asked.iter().flatten().filter_map(Question::input).collect();
        let mut done = self.stage(target, work, &inputs)?;
        done.built.inputs = inputs;
        // Forget targets with warnings, so that the next build shows the warnings again.
        done.asked = asked.filter(|_| done.built.warnings.is_empty()).map(|asked| (key, asked));
        Ok(done)
    }

    /// True if builds may write to the output directory.
    fn may_write(&self, output: &str) -> bool {
        self.build.writes_outside || outputs::is_inside(self.places, output)
    }

    /// Finds the files that differ and writes them to the staging directory. `inputs` are the files that were read.
    fn stage(&self, target: &Target, work: Work, inputs: &[String]) -> Rendered {
        let Work { files, warnings } = work;
        let directory = target.output.as_ref().map_or("", |output| output.text.as_str());
        let world = self.direct;
        if !self.build.writes_outside {
            outputs::check_inside(self.places, target)?;
        }
        if !target.keeps_other_files {
            outputs::check_place(self.places, target, self.inputs)?;
        }
        outputs::check_not_read(self.places, target, &files, inputs)?;
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
            return Ok(Done { built, ..Done::default() });
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
        let staged = match self.the_stage() {
            _ if fresh.is_empty() => None,
            Some(stage) => Some(stage.add(directory, &fresh)?),
            None => {
                output::write_files(world, directory, &fresh)?;
                None
            }
        };
        Ok(Done { built, staged, files: all, asked: None })
    }

    /// The staging directory. A single result does not need one.
    fn the_stage(&self) -> Option<&Stage<'a>> {
        if self.build.targets.len() < 2 {
            return None;
        }
        let open = || {
            state::prepare(self.direct).and_then(|()| Stage::open(self.direct, state::DIRECTORY))
        };
        self.stage.get_or_init(|| open().ok()).as_ref()
    }

    /// Moves all results to their places.
    fn place_all(&self, rendered: Vec<Rendered>) -> Vec<Attempt> {
        let stage = self.stage.get().and_then(Option::as_ref);
        let synced = stage.map_or(Ok(()), Stage::sync);
        // Delay an interrupt until all results are in place. Otherwise some targets would keep their old output.
        let _held = stage.map(|_| self.direct.defer_signals());
        let place = |rendered: Rendered| {
            let placed = rendered.and_then(|done| {
                synced.clone()?;
                self.place(done, stage)
            });
            placed.unwrap_or_else(|error| Attempt {
                built: Err(error),
                known: None,
                wrote: Vec::new(),
            })
        };
        rendered.into_par_iter().map(place).collect()
    }

    /// Moves the result of a target to its place and removes files that no longer belong there.
    fn place(&self, done: Done, stage: Option<&Stage<'_>>) -> Result<Attempt> {
        let Done { built, staged, files, asked } = done;
        if let (Some(stage), Some(staged)) = (stage, &staged) {
            stage.place(staged)?;
        }
        if self.build.mode != Mode::Check {
            for path in &built.removed {
                if let Err(error) = self.direct.remove_file(path) {
                    bail!(codes::OUTPUT_FAILED, describe("remove", path, &error));
                }
            }
        }
        let stamp = |path: &String| {
            Some(Written { stamp: self.shared.stamp(path).ok()?, path: path.clone() })
        };
        let known = asked.and_then(|(key, asked)| {
            let written = files.iter().map(stamp).collect::<Option<Vec<_>>>()?;
            Some(Learned { key, asked, written })
        });
        Ok(Attempt { built: Ok(built), known, wrote: files })
    }
}

/// A digest of everything that affects a target, except for the answers of the world.
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
