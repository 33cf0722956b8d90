//! Threads that check.

use std::io;

use crate::engine::STACK;

/// Runs `work` on a pool of `jobs` threads (0: one per core) with stacks deep enough for the engine.
pub fn on_threads<R: Send>(jobs: usize, work: impl FnOnce() -> R + Send) -> io::Result<R> {
    if jobs == 1 {
        // One thread needs no pool, which saves a small run most of its time.
        return std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            thread.join().map_err(|_| io::Error::other("a thread failed"))
        });
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
    Ok(pool.map_err(io::Error::other)?.install(work))
}
