//! A sign of life on a terminal while a long run is under way.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use yardstick_world::{Instant, Stream, World};

use crate::{args::called, report::eprint};

/// Runs that take less say nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_millis(200);

/// Whether the last line of the terminal is ours, to be wiped before anything else is printed.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Shows how long the run takes and how far it is, as long as it lives.
pub(crate) struct Progress {
    done: Arc<AtomicUsize>,
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts the clock, if there is a terminal to show it on.
    pub(crate) fn start(what: String, world: &dyn World) -> Self {
        let done = Arc::new(AtomicUsize::new(0));
        if !world.is_terminal(Stream::Error) {
            return Self { done, thread: None };
        }
        let counted = Arc::clone(&done);
        let (stop, stopped) = mpsc::channel();
        let started = Instant::now();
        let run = move || {
            let mut wait = PATIENCE;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = PERIOD;
                IS_SHOWN.store(true, Ordering::Relaxed);
                eprint(&line(&what, counted.load(Ordering::Relaxed), started.elapsed()));
            }
            clear();
        };
        // Without a thread to spare the run is silent, no more.
        let thread = thread::Builder::new().spawn(run).ok();
        Self { done, thread: thread.map(|thread| (stop, thread)) }
    }

    /// One more of what there is to do is done.
    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.thread.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}

/// Wipes the line, if there is one.
pub(crate) fn clear() {
    if IS_SHOWN.swap(false, Ordering::Relaxed) {
        eprint("\r\x1B[K");
    }
}

fn line(what: &str, done: usize, elapsed: Duration) -> String {
    let done = if done == 0 { String::new() } else { format!(", {done} done") };
    format!("\r{}: {what}{done} ({:.1} s)\x1B[K", called(), elapsed.as_secs_f32())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_replaces_itself() {
        let text = line("rendering 3 files", 0, Duration::from_millis(1250));
        assert_eq!(text, "\ryardstick: rendering 3 files (1.2 s)\x1B[K");
        let text = line("building 480 targets", 120, Duration::from_millis(1250));
        assert_eq!(text, "\ryardstick: building 480 targets, 120 done (1.2 s)\x1B[K");
    }
}
