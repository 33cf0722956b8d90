//! `--timeout`: the end of a run that takes too long.
//!
//! Template code looks at a flag while it runs and ends with its place. Whatever else is under way (a
//! large file, a slow server) cannot be asked to stop; then the process ends. Nothing has been printed or
//! written at that time, so either way nothing is left half done.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use yardstick_diagnostics::{Diagnostic, Result, codes};
use yardstick_world::no_thread;

use crate::{progress, report::Reporter, status::ExitStatus};

/// How long template code gets to notice.
const GRACE: Duration = Duration::from_millis(300);

/// A clock that runs as long as this lives.
pub(crate) struct Deadline {
    passed: Arc<AtomicBool>,
    duration: Duration,
    /// Closing it stops the clock.
    _alive: Sender<()>,
}

impl Deadline {
    /// Starts the clock; `end` ends the process if nothing else did.
    pub(crate) fn start(
        duration: Duration,
        end: impl FnOnce(&Diagnostic) + Send + 'static,
    ) -> Result<Self> {
        let (alive, gone) = mpsc::channel::<()>();
        let passed = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&passed);
        let run = move || {
            if gone.recv_timeout(duration) == Err(RecvTimeoutError::Timeout) {
                flag.store(true, Ordering::Relaxed);
                if gone.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
                    end(&Diagnostic::error(codes::TIMEOUT, message(duration)));
                }
            }
        };
        thread::Builder::new()
            .spawn(run)
            .map_err(|error| no_thread(&error).within("Starting the clock of --timeout"))?;
        Ok(Self { passed, duration, _alive: alive })
    }

    /// A clock that ends the process with a report by `reporter`.
    pub(crate) fn of_process(
        duration: Duration,
        reporter: &Reporter,
        status: ExitStatus,
    ) -> Result<Self> {
        let reporter = reporter.clone();
        Self::start(duration, move |error| {
            progress::clear();
            let answer = reporter.failure(error, status, &Arc::default());
            std::process::exit(answer.print().code().into());
        })
    }

    /// What template code looks at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.passed)
    }

    /// Says so where an error comes from the clock.
    pub(crate) fn explain(&self, error: Box<Diagnostic>) -> Box<Diagnostic> {
        if self.passed.load(Ordering::Relaxed) {
            let error = error.within(message(self.duration));
            return Box::new(Diagnostic { code: codes::TIMEOUT, ..error });
        }
        error
    }
}

fn message(duration: Duration) -> String {
    format!("Stopped after --timeout {}", duration.as_secs_f64())
}
