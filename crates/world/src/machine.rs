//! Time and stack of the machine, also where there is only one thread and no operating system (in a browser).

use std::io;

pub use web_time::Instant;

/// Does `work` on a stack of so many bytes, because it recurses to a fixed depth. Where there are no threads it
/// is done here: the program was linked with a stack that is large enough.
pub fn on_large_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| io::Error::other("a thread failed"))
    })
}

/// Does `work` on a pool of `jobs` threads (0: one for each core) with stacks of so many bytes. What runs in parallel
/// there finds the pool by itself. Where there are no threads it is done here.
pub fn on_threads<T: Send>(
    jobs: usize,
    bytes: usize,
    work: impl FnOnce() -> T + Send,
) -> io::Result<T> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    if jobs == 1 {
        // One thread needs no pool, which saves a small run most of its time.
        return on_large_stack(bytes, work);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(bytes).build();
    Ok(pool.map_err(io::Error::other)?.install(work))
}
