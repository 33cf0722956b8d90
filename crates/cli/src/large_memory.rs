//! Large pieces of memory: each is a mapping of its own.
//!
//! mimalloc never uses the room of a large piece for small ones again. So the nodes of a file would stay in memory while
//! the values that were made of them grow. A mapping goes back to the system as soon as it is given back, and becomes
//! longer without being in memory twice.

#![expect(unsafe_code, reason = "the system is asked for memory")]

use std::ptr;

/// What is at least as large is large. The system puts mappings of whole large pages where large pages start; with pages of
/// the usual size, a file of 500 KB took a quarter longer.
pub(crate) const LEAST: usize = 2 << 20;

/// A mapping starts at least here.
pub(crate) const ALIGNMENT: usize = 4 << 10;

/// New memory, all zero; null if there is none.
pub(crate) fn take(size: usize) -> *mut u8 {
    let Some(size) = mapped(size) else { return ptr::null_mut() };
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: the mapping is new, and the advice changes none of its contents.
    unsafe {
        let memory = libc::mmap(ptr::null_mut(), size, access, kind, -1, 0);
        if memory == libc::MAP_FAILED {
            return ptr::null_mut();
        }
        crate::start::advise(memory, size);
        memory.cast()
    }
}

/// Changes the size of a piece, and moves it if it must; null if there is no room.
///
/// # Safety
///
/// The piece is one of these, of `before` bytes, and not used any more if it moved.
pub(crate) unsafe fn resize(pointer: *mut u8, before: usize, size: usize) -> *mut u8 {
    let (Some(before), Some(size)) = (mapped(before), mapped(size)) else {
        return ptr::null_mut();
    };
    if before == size {
        return pointer;
    }
    // SAFETY: the caller owns the mapping.
    let memory = unsafe { libc::mremap(pointer.cast(), before, size, libc::MREMAP_MAYMOVE) };
    if memory == libc::MAP_FAILED { ptr::null_mut() } else { memory.cast() }
}

/// Gives a piece back to the system.
///
/// # Safety
///
/// The piece is one of these, of `size` bytes, and not used any more.
pub(crate) unsafe fn give_back(pointer: *mut u8, size: usize) {
    if let Some(size) = mapped(size) {
        // SAFETY: the caller owns the mapping.
        unsafe { libc::munmap(pointer.cast(), size) };
    }
}

/// The length of the mapping for a piece, if there are that many addresses.
fn mapped(size: usize) -> Option<usize> {
    size.checked_next_multiple_of(LEAST)
}
