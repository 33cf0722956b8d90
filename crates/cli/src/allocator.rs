//! The allocator. It ends the run with a message if memory is exhausted.
//!
//! Limits bound what input can ask for, but not every machine has as much memory as they allow. The standard library
//! would then abort with a backtrace and a core file. Ending here loses nothing, because results replace files only
//! when they are complete.
//!
//! `MiMalloc` asks for an alignment every time, and mimalloc then sets aside more than needed for sizes such as 48. All
//! memory that it gives out is aligned for ordinary values anyway, so those take the plain functions.

#![expect(
    unsafe_code,
    reason = "allocators are unsafe by nature; this one only chooses functions of another and looks at what they return"
)]

use std::{
    alloc::{GlobalAlloc, Layout},
    io::{self, Write},
    process,
};

use libmimalloc_sys::{mi_malloc, mi_realloc, mi_zalloc};
use mimalloc::MiMalloc;

/// mimalloc aligns memory of at least this size to it, and smaller memory to its size.
const ORDINARY: usize = 16;

/// A run allocates many short-lived small values; mimalloc makes that cheap.
pub(crate) struct Allocator;

// SAFETY: every pointer returned comes from mimalloc, whose functions may be mixed: one function frees what all others
// return. The plain functions are used only where their alignment is enough.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_ordinary(layout, layout.size()) {
            // SAFETY: any size is fine.
            return checked(unsafe { mi_malloc(layout.size()) }.cast());
        }
        // SAFETY: the caller upholds the contract of this same method.
        checked(unsafe { MiMalloc.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_ordinary(layout, layout.size()) {
            // SAFETY: any size is fine.
            return checked(unsafe { mi_zalloc(layout.size()) }.cast());
        }
        // SAFETY: as above.
        checked(unsafe { MiMalloc.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_ordinary(layout, size) {
            // SAFETY: the pointer comes from mimalloc, and the caller does not use it any more.
            return checked(unsafe { mi_realloc(pointer.cast(), size) }.cast());
        }
        // SAFETY: as above.
        checked(unsafe { MiMalloc.realloc(pointer, layout, size) })
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }
}

/// Whether memory of `size` bytes has the alignment of `layout` without asking for it.
#[inline]
fn is_ordinary(layout: Layout, size: usize) -> bool {
    layout.align() <= ORDINARY && layout.align() <= size
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
