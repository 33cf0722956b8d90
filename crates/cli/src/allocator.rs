//! The allocator, which ends the run with a message where there is no memory left.
//!
//! Limits keep what input can ask for in bounds, but not every machine has as much as they allow. The standard library
//! would abort then, with a trace of calls and a core file. Nothing is lost by ending here: results are put in their
//! places only when they are complete.

#![expect(
    unsafe_code,
    reason = "allocators are unsafe by nature; this one only looks at what another returns"
)]

use std::{
    alloc::{GlobalAlloc, Layout},
    io::{self, Write},
    process,
};

use mimalloc::MiMalloc;

/// Many small values live and die in a run; mimalloc makes that cheap.
pub(crate) struct Allocator;

// SAFETY: every call goes to `MiMalloc` as it is; no pointer is changed, and none is returned that it did not give.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps to the contract of this same method.
        checked(unsafe { MiMalloc.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { MiMalloc.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { MiMalloc.realloc(pointer, layout, size) })
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }
}

#[inline]
fn checked(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() {
        out_of_memory();
    }
    pointer
}

/// Needs no memory itself: what it writes is not buffered.
#[cold]
fn out_of_memory() -> ! {
    let message = b"yardstick: Error: Out of memory\n  note: the input needs more memory than this process may have: split it, or raise the limit\n";
    let _ = io::stderr().write_all(message);
    process::exit(1);
}
