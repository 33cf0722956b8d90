//! How the program starts on Linux: with the C library's `main` instead of the standard library's.
//!
//! The standard library reads the list of all mapped memory before `main`, to report "stack overflow" where a stack ends,
//! and does it again for each thread. That takes longer than rendering a small file, and no input makes the program
//! recurse that deep: trees have a maximum depth. This module does the rest of what the standard library does at the start.

#![expect(unsafe_code, reason = "the C library calls this, and is called")]

use std::{
    ffi::c_int,
    panic, ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

/// The status of a program that ended with a panic, as the standard library has it.
const PANIC: c_int = 101;

/// Memory that small runs share: the least that the allocator manages as one piece.
const HEAP: usize = 32 << 20;

/// The part of it that has pages of the usual size. A small run uses a few hundred KB, and a large page would be most of
/// its memory.
const SMALL_PAGES: usize = 2 << 20;

/// The part that has large pages, and none if the system gave no memory.
static LARGE_PAGES: AtomicPtr<libc::c_void> = AtomicPtr::new(ptr::null_mut());

/// Where a large page may start.
const LARGE_PAGE: usize = 2 << 20;

/// Memory below a stack that cannot be used, so that a stack that grows too far ends the program. Larger than any page.
const GUARD: usize = 64 << 10;

unsafe extern "C" {
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
    prepare_memory();
    prepare_streams();
    yardstick_world::change_stacks_with(on_new_stack);
    yardstick_world::use_small_pages_with(use_small_pages);
    panic::catch_unwind(|| -> c_int { crate::run() }).unwrap_or(PANIC)
}

/// Gives the allocator its first memory, before it asks the system for some. Later it asks for large pages only.
fn prepare_memory() {
    // SAFETY: the memory is new, nobody else knows of it, and it is never given back. Only whole pages inside of it are
    // advised about. If there is none, the allocator will find out by itself.
    unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let memory = libc::mmap(ptr::null_mut(), HEAP + LARGE_PAGE, access, kind, -1, 0);
        if memory == libc::MAP_FAILED {
            return;
        }
        let start = memory.byte_add(memory.addr().wrapping_neg() % LARGE_PAGE);
        let rest = start.byte_add(SMALL_PAGES);
        libc::madvise(rest, HEAP - SMALL_PAGES, libc::MADV_HUGEPAGE);
        mi_manage_os_memory(start, HEAP, true, false, true, -1);
        LARGE_PAGES.store(rest, Ordering::Relaxed);
    }
}

/// Makes the first memory have pages of the usual size only. What the run needs beyond it still has large ones.
fn use_small_pages() {
    let rest = LARGE_PAGES.load(Ordering::Relaxed);
    if !rest.is_null() {
        // SAFETY: the memory is ours, and is never given back. The advice changes none of its contents.
        unsafe { libc::madvise(rest, HEAP - SMALL_PAGES, libc::MADV_NOHUGEPAGE) };
    }
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
