//! Sets up a run of rendering or validating: its inputs, clock and progress line.

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, Sources, counted};
use yardstick_workspace::{self as workspace, InputFile, bulk, inputs};
use yardstick_world::World;

use crate::{
    args::render::{Destination, Inputs, RenderArgs},
    deadline::Deadline,
    progress::Progress,
    report::{self, Reporter, Session},
    report_style::Form,
    status::ExitStatus,
};

/// A run in progress. Its clock stops when it is dropped.
pub(super) struct Run<'a> {
    args: &'a RenderArgs,
    session: &'a Session,
    deadline: Option<Deadline>,
}

impl<'a> Run<'a> {
    pub(super) fn new(args: &'a RenderArgs, session: &'a Session) -> Result<Self> {
        let reporter = session.reporter.clone();
        let is_bulk = matches!(args.destination, Destination::Bulk);
        let end = move |error: &Diagnostic| end_process(error, is_bulk, &reporter);
        let deadline = args.timeout.map(|timeout| Deadline::start(timeout, end)).transpose()?;
        Ok(Self { args, session, deadline })
    }

    /// The input files, before file marks are applied.
    pub(super) fn files(&self) -> Result<Vec<InputFile>> {
        match &self.args.inputs {
            Inputs::Bulk(json) => bulk::read(json),
            Inputs::Files(values) => {
                inputs::resolve(&*self.session.world, values, &self.args.links)
            }
        }
    }

    /// The world of the run.
    pub(super) fn world(&self) -> &dyn World {
        &*self.session.world
    }

    pub(super) fn session(&self) -> workspace::Session {
        let mut session = self.session_in(Arc::clone(&self.session.world));
        session.print = report::printer(&self.session.world);
        session
    }

    /// A session in another world that discards the output of `print`.
    pub(super) fn session_in(&self, world: Arc<dyn World>) -> workspace::Session {
        let mut session = workspace::Session::new(world, Arc::clone(&self.session.sources));
        session.links = self.args.links.clone();
        session.limits.steps = self.args.max_steps.unwrap_or(session.limits.steps);
        session.limits.cancel = self.deadline.as_ref().map(Deadline::flag);
        let reporter = self.session.reporter.clone();
        session.thorough = Rc::new(move || {
            let style = reporter.style();
            style.notes || style.form != Form::Text
        });
        // With `--watch`, one process has many runs.
        session.short_lived = !self.args.watch;
        session
    }

    /// Starts a progress line for `doing` something to the files.
    pub(super) fn progress(&self, doing: &str, files: &[InputFile]) -> Progress {
        let files = counted(files.len(), "file");
        Progress::start(format!("{doing} {files}"), &*self.session.world)
    }

    /// Adds an explanation to an error that results from a limit the user set.
    pub(super) fn explain(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        match &self.deadline {
            Some(deadline) => deadline.explain(error),
            None => error,
        }
    }
}

/// Reports `error` and ends the process, for a run that cannot be stopped in another way.
fn end_process(error: &Diagnostic, is_bulk: bool, reporter: &Reporter) {
    crate::progress::clear();
    let status = if is_bulk {
        let json = bulk::write(&[], Some(&error.message));
        report::Answer { stdout: vec![json], stderr: String::new(), status: ExitStatus::Success }
    } else {
        reporter.failure(error, ExitStatus::Findings, &Arc::new(Sources::new()))
    }
    .print();
    std::process::exit(status.code().into());
}
