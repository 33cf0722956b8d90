//! Starts the threads that check documents.

use std::io;

use crate::engine::STACK;

/// Runs `work` on a pool of `jobs` threads (0 means one per core) with stacks large enough for the engine.
pub fn on_threads<R: Send>(jobs: usize, work: impl FnOnce() -> R + Send) -> io::Result<R> {
    yardstick_world::on_threads(jobs, STACK, work)
}
