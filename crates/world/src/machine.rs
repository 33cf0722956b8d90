//! Stack space and threads. Also works in a browser, with only one thread and no operating system.

use std::{cell::Cell, hint::black_box, io};

pub use web_time::Instant;

thread_local! {
    /// The start of this thread's stack and its size in bytes, if the thread was created here.
    static STACK: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// Stack that is not available for work: frames below the first that we see, and guard pages.
const MARGIN: usize = 64 << 10;

/// An address near the current end of the stack.
#[inline(never)]
fn here() -> usize {
    let marker = 0_u8;
    std::ptr::from_ref(black_box(&marker)).addr()
}

/// The free bytes on the stack of this thread; 0 if unknown.
fn left() -> usize {
    let left = |(start, bytes): (usize, usize)| bytes.saturating_sub(start.abs_diff(here()));
    STACK.get().map_or(0, left).saturating_sub(MARGIN)
}

/// Runs `work` on a stack of at least `bytes` bytes, because it recurses to a fixed depth. A thread with that much
/// space left runs it itself. Without threads it also runs here: the program was linked with a stack that is large
/// enough.
pub fn on_large_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    if left() >= bytes {
        return Ok(work());
    }
    let on_new_stack = || {
        STACK.set(Some((here(), bytes)));
        work()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes);
        let thread = thread.spawn_scoped(scope, on_new_stack)?;
        thread.join().map_err(|_| io::Error::other("a thread failed"))
    })
}

/// Runs `work` on a pool of `jobs` threads (0: one per core) with stacks of `bytes` bytes. Parallel code finds the
/// pool by itself. Without threads, `work` runs on the current one.
pub fn on_threads<T: Send>(
    jobs: usize,
    bytes: usize,
    work: impl FnOnce() -> T + Send,
) -> io::Result<T> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    if jobs == 1 {
        // One thread needs no pool. This saves most of the time of a small run.
        return on_large_stack(bytes, work);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(bytes).build();
    Ok(pool.map_err(io::Error::other)?.install(work))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_started_only_for_more_stack() {
        let this = || std::thread::current().id();
        let inner = |bytes| on_large_stack(bytes, this).unwrap();
        let (outer, small, large) =
            on_large_stack(8 << 20, || (this(), inner(4 << 20), inner(8 << 20))).unwrap();
        assert_ne!(outer, this());
        assert_eq!(small, outer);
        assert_ne!(large, outer);
        assert_ne!(inner(1 << 20), this());
    }
}
