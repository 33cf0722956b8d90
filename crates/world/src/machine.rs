//! Time and stack of the machine, also where there is only one thread and no operating system (in a browser).

use std::{cell::Cell, hint::black_box, io};

pub use web_time::Instant;

thread_local! {
    /// Where the stack of this thread started, and how many bytes it has, if it was made here.
    static STACK: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// What is on the stack besides the work: frames below the first that we see, and pages that must not be touched.
const MARGIN: usize = 64 << 10;

/// A place near the end of the stack as it is now.
#[inline(never)]
fn here() -> usize {
    let marker = 0_u8;
    std::ptr::from_ref(black_box(&marker)).addr()
}

/// Bytes that are left of the stack of this thread, if that is known.
fn left() -> usize {
    let left = |(start, bytes): (usize, usize)| bytes.saturating_sub(start.abs_diff(here()));
    STACK.get().map_or(0, left).saturating_sub(MARGIN)
}

/// Does `work` on a stack of so many bytes, because it recurses to a fixed depth. Where there are no threads it
/// is done here: the program was linked with a stack that is large enough. A thread that has so much left does it itself.
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
