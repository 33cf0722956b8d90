//! Incremental builds: renders every target that is out of date and writes only the files that changed.

mod deliver;

use std::{
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_workspace::output::Change;
use yardstick_world::{World, describe};

use deliver::{Attempt, Claims, Delivery};

use crate::{
    Observer, Render, Target,
    observe::Shared,
    outputs::{self, Inputs, Owned},
    state::{Done, State},
};

/// The purpose of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Write the files that changed.
    Write,
    /// Render every target, even those that are up to date, and write the files that changed.
    Force,
    /// Only find out whether a build would write anything.
    Check,
}

/// The parameters of a build.
pub struct Build<'a> {
    /// The world to build in.
    pub world: Arc<dyn World>,
    /// The directory of the project; empty for the current one.
    pub directory: &'a str,
    /// The targets to build.
    pub targets: Vec<Target>,
    /// The names of all targets of the project. Data about any other target is dropped.
    pub all: BTreeSet<String>,
    /// The output directories of all targets. The build completes there what a killed build had started.
    pub outputs: Vec<String>,
    /// The inputs of all targets, and the project's own files. No output directory may contain any of them.
    pub inputs: Vec<String>,
    /// Whether to remove files in output directories that no build wrote.
    pub removes_other_files: bool,
    /// Whether output directories may be outside the repository of the project.
    pub writes_outside: bool,
    /// The purpose of the build.
    pub mode: Mode,
    /// The program version, which also affects the output of targets.
    pub version: &'a str,
    /// The function that renders a target.
    pub render: &'a Render<'a>,
    /// Called after each target.
    pub progress: &'a (dyn Fn(&Target) + Sync),
}

/// The outcome of a target that was built successfully.
#[derive(Debug, Default)]
pub struct Built {
    /// Files that were created, or would be.
    pub created: Vec<String>,
    /// Files whose content changed.
    pub updated: Vec<String>,
    /// Files that no longer belong to the output.
    pub removed: Vec<String>,
    /// The number of files that did not change.
    pub unchanged: usize,
    /// True if this was known without rendering.
    pub was_up_to_date: bool,
    /// The files and directories that the target was built from, as far as they are known.
    pub inputs: Vec<String>,
    /// The differences, in [`Mode::Check`].
    pub changes: Vec<Change>,
    /// The warnings.
    pub warnings: Vec<Diagnostic>,
}

/// The outcome of a target.
#[derive(Debug)]
pub struct Outcome {
    /// The target.
    pub target: Target,
    /// The work done, or the error.
    pub built: Result<Built>,
}

/// Runs a build. A target that fails keeps its old output and does not stop the others.
pub fn build(build: &Build<'_>) -> Result<Vec<Outcome>> {
    outputs::check_apart(&build.targets)?;
    let shared = Shared::new(Arc::clone(&build.world), build.directory);
    let direct = Observer::direct(&shared);
    let state = State::read(&shared, &direct);
    let places = Observer::quiet(&Shared::new(Arc::clone(&build.world), build.directory));
    let owned = Owned::new(state.written());
    let inputs = Inputs::new(&build.inputs);
    let delivery = Delivery {
        build,
        shared: &shared,
        direct: &direct,
        places: &places,
        state: &state,
        owned: &owned,
        inputs: &inputs,
        claims: Claims::default(),
        stage: OnceLock::new(),
    };
    let done = delivery.run();
    drop(delivery);
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
            // The output is complete. Only the next build takes longer.
            let message = describe("write", "the state of the build", &error);
            let warning = Diagnostic::warning(codes::BUILD_STATE, message);
            if let Some(Ok(first)) = outcomes.first_mut().map(|one| one.built.as_mut()) {
                first.warnings.push(warning);
            }
        }
    }
    Ok(outcomes)
}
