//! Threads that check.

use std::io;

use crate::engine::STACK;

/// Runs `work` on a pool of `jobs` threads (0: one per core) with stacks deep enough for the engine.
pub fn on_threads<R: Send>(jobs: usize, work: impl FnOnce() -> R + Send) -> io::Result<R> {
    yardstick_world::on_threads(jobs, STACK, work)
}
