//! Stack space and threads. Also works in a browser, with only one thread and no operating system.

use std::{
    cell::Cell,
    hint::black_box,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::OnceLock,
};

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

/// The lowest address that the stack of this thread should reach, so that at least `reserve` bytes, or half of what is
/// left if that is less, stay free; 0 if unknown.
pub fn stack_limit(reserve: usize) -> usize {
    let limit = |(start, bytes): (usize, usize)| {
        let end = start.saturating_sub(bytes).saturating_add(MARGIN);
        end.saturating_add(reserve.min(left() / 2))
    };
    STACK.get().map_or(0, limit)
}

/// Runs work on a new stack of so many bytes, on the current thread. Returns whether it could: if there is no memory
/// for the stack, the work has not run. The work never unwinds.
pub type ChangeStack = fn(bytes: usize, work: &mut dyn FnMut()) -> bool;

static CHANGE_STACK: OnceLock<ChangeStack> = OnceLock::new();

/// Lets `on_large_stack` change the stack instead of starting a thread, which takes longer. Only the program itself can
/// provide that, because it needs unsafe code.
pub fn change_stacks_with(change: ChangeStack) {
    let _ = CHANGE_STACK.set(change);
}

/// Tells the system that memory will be used in many small pieces.
pub type UseSmallPages = fn();

static USE_SMALL_PAGES: OnceLock<UseSmallPages> = OnceLock::new();

/// Lets `expect_small_pieces` do something. Only the program itself can provide that, because it needs unsafe code.
pub fn use_small_pages_with(change: UseSmallPages) {
    let _ = USE_SMALL_PAGES.set(change);
}

/// Prepares for work that takes little memory at a time and gives it back, such as one small file after another. Large
/// pages would only make the program look large.
pub fn expect_small_pieces() {
    if let Some(change) = USE_SMALL_PAGES.get() {
        change();
    }
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
    let mut work = Some(work);
    let mut result = None;
    let mut on_new_stack = || {
        let before = STACK.replace(Some((here(), bytes)));
        result = work.take().map(|work| catch_unwind(AssertUnwindSafe(work)));
        STACK.set(before);
    };
    if !CHANGE_STACK.get().is_some_and(|change| change(bytes, &mut on_new_stack)) {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(bytes);
            thread.spawn_scoped(scope, on_new_stack).map(drop)
        })?;
    }
    match result {
        Some(Ok(value)) => Ok(value),
        _ => Err(io::Error::other("a thread failed")),
    }
}

/// Starts a thread with a name and a stack of `bytes` bytes, which runs until `work` returns.
pub fn start_thread(
    name: &str,
    bytes: usize,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<()> {
    let work = move || {
        STACK.set(Some((here(), bytes)));
        work();
    };
    let thread = std::thread::Builder::new().name(name.to_owned()).stack_size(bytes);
    thread.spawn(work).map(drop)
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
    let note_stack = move |_| STACK.set(Some((here(), bytes)));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(bytes);
    let pool = pool.start_handler(note_stack).build();
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

    #[test]
    fn a_panic_is_an_error() {
        let failing = || -> u8 { panic!("on purpose") };
        assert!(on_large_stack(1 << 20, failing).is_err());
    }
}
