//! How the program starts on Linux: with the C library's `main` instead of the standard library's.
//!
//! The standard library reads the list of all mapped memory before `main`, to report "stack overflow" where a stack ends,
//! and does it again for each thread. That takes longer than rendering a small file, and no input makes the program
//! recurse that deep: trees have a maximum depth. This module does the rest of what the standard library does at the start.

#![expect(unsafe_code, reason = "the C library calls this, and is called")]

use std::{
    ffi::c_int,
    panic, ptr,
    sync::{
        Once,
        atomic::{AtomicBool, AtomicPtr, Ordering},
    },
};

/// The status of a program that ended with a panic, as the standard library has it.
const PANIC: c_int = 101;

/// The least memory that the allocator manages as one piece.
const HEAP: usize = 32 << 20;

/// Where that memory is, if the allocator has it.
static MEMORY: AtomicPtr<libc::c_void> = AtomicPtr::new(ptr::null_mut());

/// Starts the allocator once.
static STARTED: Once = Once::new();

/// Prepares the memory once.
static PREPARED: Once = Once::new();

/// Whether memory will be used in many small pieces.
static SMALL_PIECES: AtomicBool = AtomicBool::new(false);

/// Where a large page may start.
const LARGE_PAGE: usize = 2 << 20;

/// Memory below a stack that cannot be used, so that a stack that grows too far ends the program. Larger than any page.
const GUARD: usize = 64 << 10;

unsafe extern "C" {
    /// Starts the allocator. Compiled with our settings (`.cargo/config.toml`), it does not do so by itself before `main`;
    /// otherwise this changes nothing.
    fn _mi_auto_process_init();

    /// Lets the allocator use memory from `start` on.
    fn mi_manage_os_memory(
        start: *mut libc::c_void,
        size: usize,
        is_committed: bool,
        is_pinned: bool,
        is_zero: bool,
        numa_node: c_int,
    ) -> bool;
}

/// The arguments are where the standard library finds them: the C library hands them to it before.
#[unsafe(no_mangle)]
extern "C" fn main() -> c_int {
    // Where no linker tells of new threads, it must start before any of them.
    if cfg!(not(threads_are_announced)) {
        start_allocator();
    }
    prepare_streams();
    yardstick_world::change_stacks_with(on_new_stack);
    yardstick_world::use_small_pages_with(use_small_pages);
    panic::catch_unwind(|| -> c_int { crate::run() }).unwrap_or(PANIC)
}

/// Starts the allocator, which a small run need not wait for: nothing calls it while there is room in the first memory.
///
/// The thread that starts it is the first one to it, for which it has the tables that never go away. So it starts in the first
/// thread: because memory is needed, or because another thread is about to start.
pub(crate) fn start_allocator() {
    // SAFETY: it takes nothing, and nothing calls the allocator before.
    STARTED.call_once(|| unsafe { _mi_auto_process_init() });
}

/// Gives the allocator its memory when a run turns out not to be small: with large pages, which the system provides in a
/// fraction of the time.
pub(crate) fn prepare_memory() {
    PREPARED.call_once(|| {
        start_allocator();
        // SAFETY: the memory is new, nobody else knows of it, and it is never given back. Only whole pages inside of it
        // are advised about. If there is none, the allocator will find out by itself.
        unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let memory = libc::mmap(ptr::null_mut(), HEAP + LARGE_PAGE, access, kind, -1, 0);
            if memory == libc::MAP_FAILED {
                return;
            }
            let start = memory.byte_add(memory.addr().wrapping_neg() % LARGE_PAGE);
            MEMORY.store(start, Ordering::Relaxed);
            advise(start, HEAP);
            mi_manage_os_memory(start, HEAP, true, false, true, -1);
        }
    });
}

/// Makes this memory have pages of the usual size only. What the run needs beyond it still has large ones.
fn use_small_pages() {
    SMALL_PIECES.store(true, Ordering::Relaxed);
    let memory = MEMORY.load(Ordering::Relaxed);
    if !memory.is_null() {
        advise(memory, HEAP);
    }
}

/// Tells the system which pages the memory should have.
pub(crate) fn advise(memory: *mut libc::c_void, size: usize) {
    let pages = if SMALL_PIECES.load(Ordering::Relaxed) {
        libc::MADV_NOHUGEPAGE
    } else {
        libc::MADV_HUGEPAGE
    };
    // SAFETY: the memory is ours. The advice changes none of its contents.
    unsafe { libc::madvise(memory, size, pages) };
}

/// A closed standard stream must not become the next file that is opened, and a reader that has seen enough is an error
/// of writing, not the end of the process.
fn prepare_streams() {
    // SAFETY: the calls take numbers and text that lives forever.
    unsafe {
        for stream in 0..=2 {
            if libc::fcntl(stream, libc::F_GETFD) == -1 {
                libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
            }
        }
        libc::signal(libc::SIGPIPE, libc::SIG_IGN);
    }
}

/// Runs `work` on a new stack. A thread would do as well, but starting one, with its own heap, takes longer than to check a
/// small file.
fn on_new_stack(bytes: usize, work: &mut dyn FnMut()) -> bool {
    // SAFETY: the memory is new, all of it above the guard can be used, and it is given back when nothing runs on it any
    // more. The work never unwinds.
    unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        let size = bytes.next_multiple_of(GUARD);
        let memory = libc::mmap(ptr::null_mut(), GUARD + size, access, kind, -1, 0);
        if memory == libc::MAP_FAILED {
            return false;
        }
        libc::mprotect(memory, GUARD, libc::PROT_NONE);
        psm::on_stack(memory.byte_add(GUARD).cast(), size, work);
        libc::munmap(memory, GUARD + size);
    }
    true
}
