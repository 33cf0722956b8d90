//! What rendering and validating have in common: inputs, and what watches over the run.

use std::{rc::Rc, sync::Arc};

use yardstick_diagnostics::{Diagnostic, Result, Sources};
use yardstick_workspace::{InputFile, Session, World, bulk, inputs};

use crate::{
    args::{Destination, Inputs, RenderArgs},
    deadline::Deadline,
    progress::Progress,
    report::{self, Reporter, eprint},
};

/// A run under way. The clock and the progress line end with it.
pub(super) struct Setting<'a> {
    args: &'a RenderArgs,
    world: &'a Arc<dyn World>,
    sources: &'a Arc<Sources>,
    deadline: Option<Deadline>,
}

impl<'a> Setting<'a> {
    pub(super) fn new(
        args: &'a RenderArgs,
        world: &'a Arc<dyn World>,
        sources: &'a Arc<Sources>,
        reporter: Reporter,
    ) -> Result<Self> {
        let is_bulk = matches!(args.destination, Destination::Bulk);
        let end = move |error: &Diagnostic| end_process(error, is_bulk, reporter);
        let deadline = args.timeout.map(|timeout| Deadline::start(timeout, end)).transpose()?;
        Ok(Self { args, world, sources, deadline })
    }

    /// The input files, before marks.
    pub(super) fn files(&self) -> Result<Vec<InputFile>> {
        match &self.args.inputs {
            Inputs::Bulk(json) => bulk::read(json),
            Inputs::Files(values) => inputs::resolve(&**self.world, values, &self.args.links),
        }
    }

    pub(super) fn session(&self) -> Session {
        let mut session = Session::new(Arc::clone(self.world), Arc::clone(self.sources));
        session.print = Rc::new(report::print_line);
        session.links = self.args.links.clone();
        session.limits.steps = self.args.max_steps.unwrap_or(session.limits.steps);
        session.limits.cancel = self.deadline.as_ref().map(Deadline::flag);
        // With `--watch` there are many runs in one process.
        session.short_lived = !self.args.watch;
        session
    }

    /// A line on the terminal that tells how long `doing` it to the files takes.
    pub(super) fn progress(doing: &str, files: &[InputFile]) -> Progress {
        let count = files.len();
        let noun = if count == 1 { "file" } else { "files" };
        Progress::start(format!("{doing} {count} {noun}"))
    }

    /// Says where an error comes from a limit that the user set.
    pub(super) fn explain(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        match &self.deadline {
            Some(deadline) => deadline.explain(error),
            None => error,
        }
    }
}

/// Ends the process where a run could not be asked to stop.
fn end_process(error: &Diagnostic, is_bulk: bool, reporter: Reporter) {
    crate::progress::clear();
    if is_bulk {
        let json = bulk::write(&[], Some(&error.message));
        let output = report::Output::text(json);
        let _ = reporter.finish(&output, &Sources::new());
        std::process::exit(0);
    }
    eprint(&reporter.error(error, &Sources::new()));
    std::process::exit(1);
}
