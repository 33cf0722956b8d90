//! The allocator. It ends the run with a message if memory is exhausted.
//!
//! Limits bound what input can ask for, but not every machine has as much memory as they allow. The standard library
//! would then abort with a backtrace and a core file. Ending here loses nothing, because results replace files only
//! when they are complete.

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

/// A run allocates many short-lived small values; mimalloc makes that cheap.
pub(crate) struct Allocator;

// SAFETY: every call is passed to `MiMalloc` unchanged, and every pointer returned comes from it.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of this same method.
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

/// Allocates no memory itself: its output is not buffered.
#[cold]
fn out_of_memory() -> ! {
    let message = b"yardstick: Error: Out of memory\n  note: the input needs more memory than this process may have: split it, or raise the limit\n";
    let _ = io::stderr().write_all(message);
    process::exit(1);
}
