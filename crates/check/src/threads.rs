//! Threads that check.

use std::io;

use yardstick_world::on_large_stack;

use crate::engine::STACK;

/// Runs `work` on a pool of `jobs` threads (0: one per core) with stacks deep enough for the engine.
pub fn on_threads<R: Send>(jobs: usize, work: impl FnOnce() -> R + Send) -> io::Result<R> {
    if jobs == 1 {
        // One thread needs no pool, which saves a small run most of its time.
        return on_large_stack(STACK, work);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
    Ok(pool.map_err(io::Error::other)?.install(work))
}
