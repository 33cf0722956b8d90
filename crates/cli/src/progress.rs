//! A progress line on the terminal during a long run, so that people can tell a slow run from one that hangs.

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

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_millis(200);

/// Whether the last line of the terminal is the progress line, which must be erased before other output.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Shows the elapsed time and the progress of a run until it is dropped.
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
        // If no thread is available, the run just shows no progress.
        let thread = thread::Builder::new().spawn(run).ok();
        Self { done, thread: thread.map(|thread| (stop, thread)) }
    }

    /// Counts one more finished item.
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

/// Erases the line, if there is one.
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
