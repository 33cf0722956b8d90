//! The allocator. It ends the run with a message if memory is exhausted.
//!
//! Limits bound what input can ask for, but not every machine has as much memory as they allow. The standard library
//! would then abort with a backtrace and a core file. Ending here loses nothing, because results replace files only
//! when they are complete.
//!
//! `MiMalloc` asks for an alignment every time, and mimalloc then sets aside more than needed for sizes such as 48. All
//! memory that it gives out is aligned for ordinary values anyway, so those take the plain functions.
//!
//! A small run never gets as far as mimalloc: `first_memory` is enough for it. Large pieces come from the system itself, where
//! `large_memory` knows how to ask it. The choice between them is made in functions of the C calling convention, because
//! those cannot unwind: otherwise every caller would be prepared for that, which makes the program a twentieth larger. What
//! is rare has functions of its own, so that the compiler decides about it with one comparison.

#![expect(
    unsafe_code,
    reason = "allocators are unsafe by nature; this one only chooses between others and looks at what they return"
)]

use std::{
    alloc::{GlobalAlloc, Layout},
    io::{self, Write},
    process, ptr,
};

use libmimalloc_sys::{mi_free, mi_malloc, mi_realloc, mi_zalloc};
use mimalloc::MiMalloc;

use crate::first_memory::Row;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use crate::large_memory as large;

use large::{ALIGNMENT, LEAST};

/// mimalloc aligns memory of at least this size to it, and smaller memory to its size.
const ORDINARY: usize = 16;

/// What has at least this size and does not fit into the first memory leaves it open. If anything smaller does not fit, it
/// is full.
const LEAVES_OPEN: usize = 4 << 10;

/// Elsewhere nothing is large: mimalloc has all of it.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod large {
    pub(super) const LEAST: usize = 1 << (usize::BITS - 1);
    pub(super) const ALIGNMENT: usize = 1;

    pub(super) fn take(_: usize) -> *mut u8 {
        std::ptr::null_mut()
    }

    pub(super) unsafe fn resize(_: *mut u8, _: usize, _: usize) -> *mut u8 {
        std::ptr::null_mut()
    }

    pub(super) unsafe fn give_back(_: *mut u8, _: usize) {}
}

static FIRST: Row = Row::new();

/// A run allocates many short-lived small values; mimalloc makes that cheap.
pub(crate) struct Allocator;

// SAFETY: every pointer returned comes from the first memory, which knows its own, from a mapping, which its size and
// alignment tell, or from mimalloc, whose functions may be mixed: one function frees what all others return. The plain
// functions are used only where their alignment is enough.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if FIRST.is_open() {
            alloc_first(layout.size(), layout.align())
        } else {
            alloc_next(layout)
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        alloc_zeroed(layout.size(), layout.align())
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller upholds the contract of this same method.
        unsafe { realloc(pointer, layout.size(), layout.align(), size) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { dealloc(pointer, layout.size(), layout.align()) }
    }
}

/// Memory out of the first memory, until that is full.
#[inline(never)]
extern "C" fn alloc_first(size: usize, align: usize) -> *mut u8 {
    let layout = layout(size, align);
    take_first(layout).unwrap_or_else(|| alloc_next(layout))
}

/// Memory out of the first memory. If there is none, prepares what comes after it.
fn take_first(layout: Layout) -> Option<*mut u8> {
    let taken = FIRST.take(layout);
    if taken.is_none() {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        crate::start::prepare_memory();
        if layout.size() < LEAVES_OPEN {
            FIRST.close();
        }
    }
    taken
}

/// Memory out of what comes after the first memory.
#[inline]
fn alloc_next(layout: Layout) -> *mut u8 {
    if is_ordinary(layout, layout.size()) {
        // SAFETY: any size is fine.
        return checked(unsafe { mi_malloc(layout.size()) }.cast());
    }
    alloc_unusual(layout)
}

/// Memory that is large or has an unusual alignment.
#[cold]
#[inline(never)]
fn alloc_unusual(layout: Layout) -> *mut u8 {
    if is_large(layout, layout.size()) {
        return checked(large::take(layout.size()));
    }
    // SAFETY: the size is not 0, as the callers of an allocator promise.
    checked(unsafe { MiMalloc.alloc(layout) })
}

#[inline(never)]
extern "C" fn alloc_zeroed(size: usize, align: usize) -> *mut u8 {
    let layout = layout(size, align);
    if is_large(layout, size) {
        // New memory is zero already.
        return alloc_first(size, align);
    }
    // The same is true of what does not fit into the first memory: writing zeros would make all of it real.
    if FIRST.is_open()
        && let Some(pointer) = take_first(layout)
    {
        // SAFETY: the memory is that long, and nobody else has it.
        unsafe { pointer.write_bytes(0, size) };
        return pointer;
    }
    if is_ordinary(layout, size) {
        // SAFETY: any size is fine.
        return checked(unsafe { mi_zalloc(size) }.cast());
    }
    // SAFETY: as in `alloc_next`.
    checked(unsafe { MiMalloc.alloc_zeroed(layout) })
}

/// # Safety
///
/// As for the method of the same name.
#[inline(never)]
unsafe extern "C" fn realloc(
    pointer: *mut u8,
    before: usize,
    align: usize,
    size: usize,
) -> *mut u8 {
    let layout = layout(before, align);
    if FIRST.holds(pointer) {
        // SAFETY: as above.
        return unsafe { realloc_first(pointer, layout, size) };
    }
    // Large sizes start at a power of two, so that one of both is large if their bits together are.
    if (before | size) >= LEAST {
        // SAFETY: as above.
        return unsafe { realloc_large(pointer, layout, size) };
    }
    if is_ordinary(layout, size) {
        // SAFETY: the pointer comes from mimalloc, and the caller does not use it any more.
        return checked(unsafe { mi_realloc(pointer.cast(), size) }.cast());
    }
    // SAFETY: as above.
    checked(unsafe { MiMalloc.realloc(pointer, layout, size) })
}

/// Changes the size of memory that was among the first, and moves it if it must.
///
/// # Safety
///
/// As for `realloc`.
unsafe fn realloc_first(pointer: *mut u8, before: Layout, size: usize) -> *mut u8 {
    if FIRST.resize(pointer, before, size) {
        return pointer;
    }
    let moved = alloc_first(size, before.align());
    // SAFETY: both pieces of memory are at least as long as what is copied, and nobody uses the new one yet.
    unsafe { ptr::copy_nonoverlapping(pointer, moved, before.size().min(size)) };
    moved
}

/// Changes the size of memory of at least a large size, before or after.
///
/// # Safety
///
/// As for `realloc`.
#[cold]
#[inline(never)]
unsafe fn realloc_large(pointer: *mut u8, before: Layout, size: usize) -> *mut u8 {
    // SAFETY: the new memory is the caller's alone, and both pieces are at least as long as what is copied.
    unsafe {
        if is_large(before, before.size()) && is_large(before, size) {
            return checked(large::resize(pointer, before.size(), size));
        }
        let moved = alloc_next(layout(size, before.align()));
        ptr::copy_nonoverlapping(pointer, moved, before.size().min(size));
        dealloc(pointer, before.size(), before.align());
        moved
    }
}

/// # Safety
///
/// As for the method of the same name.
#[inline(never)]
unsafe extern "C" fn dealloc(pointer: *mut u8, size: usize, align: usize) {
    if FIRST.holds(pointer) {
        return FIRST.give_back(pointer, size);
    }
    if size >= LEAST {
        // SAFETY: as above.
        return unsafe { dealloc_large(pointer, size, align) };
    }
    // SAFETY: the pointer comes from mimalloc, and the caller does not use it any more.
    unsafe { mi_free(pointer.cast()) }
}

/// # Safety
///
/// As for `dealloc`.
#[cold]
#[inline(never)]
unsafe fn dealloc_large(pointer: *mut u8, size: usize, align: usize) {
    // SAFETY: the caller does not use the memory any more, which comes from where its size and alignment say.
    unsafe {
        if is_large(layout(size, align), size) {
            large::give_back(pointer, size);
        } else {
            mi_free(pointer.cast());
        }
    }
}

/// The layout that was taken apart for a call.
#[inline]
fn layout(size: usize, align: usize) -> Layout {
    // SAFETY: the numbers come out of a layout, or from a caller who promises that they make one.
    unsafe { Layout::from_size_align_unchecked(size, align) }
}

/// Whether memory of `size` bytes is not large, and has the alignment of `layout` without asking for it.
#[inline]
fn is_ordinary(layout: Layout, size: usize) -> bool {
    // One comparison says that the size is neither below the alignment nor large.
    layout.align() <= ORDINARY && size.wrapping_sub(layout.align()) < LEAST - ORDINARY
}

/// Whether memory of `size` bytes comes from the system, as far as the alignment of `layout` allows.
#[inline]
fn is_large(layout: Layout, size: usize) -> bool {
    size >= LEAST && layout.align() <= ALIGNMENT
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
extern "C" fn out_of_memory() -> ! {
    let message = b"yardstick: Error: Out of memory\n  note: the input needs more memory than this process may have: split it, or raise the limit\n";
    let _ = io::stderr().write_all(message);
    process::exit(1);
}
