//! The first memory of a run: one row of bytes that is handed out from start to end.
//!
//! Most runs are small. mimalloc keeps memory for each size apart, so even a small run touches pages all over its first
//! 2 MB, and the system has to provide each of them. One large page would be most of the memory of the run. A small run
//! that takes its memory from the row instead touches no more pages than it fills. Memory in the row is reused only if it
//! was handed out last, so the row is short: a run that is not small leaves it soon.

#![expect(unsafe_code, reason = "allocators are unsafe by nature")]

use std::{
    alloc::Layout,
    cell::UnsafeCell,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Enough for small projects: most of the examples take less.
const SIZE: usize = 256 << 10;

/// A row of bytes, and how many of them are handed out. If all are, the row is closed.
#[repr(C, align(4096))]
pub(crate) struct Row {
    bytes: UnsafeCell<[u8; SIZE]>,
    used: AtomicUsize,
}

// SAFETY: each byte belongs to whoever asked for it, and `used` decides who that is.
unsafe impl Sync for Row {}

impl Row {
    #[expect(clippy::large_stack_arrays, reason = "only statics and tests call this")]
    pub(crate) const fn new() -> Row {
        Row { bytes: UnsafeCell::new([0; SIZE]), used: AtomicUsize::new(0) }
    }

    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.used.load(Ordering::Relaxed) < SIZE
    }

    pub(crate) fn close(&self) {
        self.used.store(SIZE, Ordering::Relaxed);
    }

    /// Whether the pointer points into the row.
    #[inline]
    pub(crate) fn holds(&self, pointer: *mut u8) -> bool {
        self.offset(pointer) < SIZE
    }

    /// Memory for `layout`, if there is room.
    pub(crate) fn take(&self, layout: Layout) -> Option<*mut u8> {
        let row = self.bytes.get().cast::<u8>();
        let mut used = self.used.load(Ordering::Relaxed);
        loop {
            let start = used + row.wrapping_add(used).align_offset(layout.align());
            let end = start.checked_add(layout.size()).filter(|end| *end < SIZE)?;
            match self.used.compare_exchange_weak(used, end, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return Some(row.wrapping_add(start)),
                Err(now) => used = now,
            }
        }
    }

    /// Changes the size of memory in the row where it is. Returns whether it could: only what was handed out last can become
    /// longer.
    pub(crate) fn resize(&self, pointer: *mut u8, layout: Layout, size: usize) -> bool {
        let start = self.offset(pointer);
        let end = start.checked_add(size).filter(|end| *end < SIZE);
        end.is_some_and(|end| self.move_end(start + layout.size(), end)) || size <= layout.size()
    }

    /// Takes back memory in the row. What was not handed out last stays unused.
    pub(crate) fn give_back(&self, pointer: *mut u8, size: usize) {
        let start = self.offset(pointer);
        self.move_end(start + size, start);
    }

    /// Moves the end of what is handed out, if that is where it was thought to be. Whoever gets the memory next, perhaps in
    /// another thread, sees that its last owner is done with it: otherwise that one's writes could come later.
    fn move_end(&self, from: usize, to: usize) -> bool {
        self.used.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    #[inline]
    fn offset(&self, pointer: *mut u8) -> usize {
        pointer.addr().wrapping_sub(self.bytes.get().addr())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: usize, align: usize) -> Layout {
        Layout::from_size_align(size, align).unwrap()
    }

    #[test]
    fn memory_is_aligned_and_apart() {
        let row = Box::new(Row::new());
        let first = row.take(layout(3, 1)).unwrap();
        let second = row.take(layout(8, 64)).unwrap();
        assert!(row.holds(first) && row.holds(second));
        assert_eq!(second.addr() % 64, 0);
        assert!(second.addr() >= first.addr() + 3);
    }

    #[test]
    fn only_the_last_memory_grows_or_is_reused() {
        let row = Box::new(Row::new());
        let (first, second) =
            (row.take(layout(16, 16)).unwrap(), row.take(layout(16, 16)).unwrap());
        assert!(!row.resize(first, layout(16, 16), 32));
        assert!(row.resize(first, layout(16, 16), 8));
        assert!(row.resize(second, layout(16, 16), 32));
        row.give_back(first, 8);
        row.give_back(second, 32);
        assert_eq!(row.take(layout(1, 1)), Some(second));
    }

    #[test]
    fn threads_never_share_memory() {
        let row = Box::new(Row::new());
        let use_memory = |mark: u8| {
            for round in 0..20_000 {
                let layout = layout(1 + round % 64, 1 << (round % 5));
                let Some(pointer) = row.take(layout) else { continue };
                let size = if row.resize(pointer, layout, 80) { 80 } else { layout.size() };
                // SAFETY: the row gave the memory to this thread, which has not returned it yet.
                let bytes = unsafe { std::slice::from_raw_parts_mut(pointer, size) };
                bytes.fill(mark);
                std::hint::black_box(&mut *bytes);
                assert!(bytes.iter().all(|byte| *byte == mark));
                row.give_back(pointer, size);
            }
        };
        std::thread::scope(|scope| {
            for mark in 0..4 {
                scope.spawn(move || use_memory(mark));
            }
        });
    }

    #[test]
    fn what_does_not_fit_leaves_the_row_open() {
        let row = Box::new(Row::new());
        assert_eq!(row.take(layout(SIZE, 1)), None);
        assert!(row.is_open() && row.take(layout(1, 1)).is_some());
        row.close();
        assert!(!row.is_open() && row.take(layout(1, 1)).is_none());
    }
}
