//! Builds: every target that is out of date is rendered, what differs is written, and the rest left alone.

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

/// What a build is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To write what changed.
    Write,
    /// To write what changed, after rendering every target again, even those that are up to date.
    Force,
    /// To find out whether there is anything to write.
    Check,
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
    /// The output directories of all of them: what a killed build had begun there is completed.
    pub outputs: Vec<String>,
    /// What all targets of the project are made from, and its own files: no output directory may hold any of it.
    pub inputs: Vec<String>,
    /// Whether files in output directories that no build wrote are removed.
    pub removes_other_files: bool,
    /// Whether output directories may be outside the repository of the project.
    pub writes_outside: bool,
    /// What it is for.
    pub mode: Mode,
    /// Whatever else decides what targets render to: the version of the program.
    pub version: &'a str,
    /// What renders targets.
    pub render: &'a Render<'a>,
    /// Called when a target is done.
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
