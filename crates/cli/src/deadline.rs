//! `--timeout`: ends a run that takes too long.
//!
//! Template code checks a flag while it runs and fails with its place. Other work (a large file, a slow server) cannot
//! be asked to stop, so the process ends instead. Nothing has been printed or written at that time, so either way no
//! partial result remains.

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

/// The time that template code has to notice the flag.
const GRACE: Duration = Duration::from_millis(300);

/// A clock that runs until it is dropped.
pub(crate) struct Deadline {
    passed: Arc<AtomicBool>,
    duration: Duration,
    /// Dropping it stops the clock.
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

    /// The flag that template code checks.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.passed)
    }

    /// Adds an explanation to an error that the clock caused.
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
