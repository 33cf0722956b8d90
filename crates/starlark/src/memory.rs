//! Accounts for the live memory of values, and drops deeply nested ones.
//!
//! Every value on the heap carries a [`Charge`] for its size, so that the evaluator can compare the live memory with
//! its limit. Native code calls [`reserve`] before it creates something large. Values nest without limit (`l = [l]`
//! in a loop), so containers pass their content to [`drop_deep`], which turns deep recursion into a queue.

use std::any::Any;
use std::cell::{Cell, RefCell};

use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::meter;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static BOUNDS: Cell<Bounds> = const { Cell::new(Bounds::NONE) };
    static DROP_DEPTH: Cell<u32> = const { Cell::new(0) };
    static PENDING: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Nested drops beyond this depth are queued.
const MAX_DROP_DEPTH: u32 = 64;

/// The overhead of the allocator and the reference counts for a value on the heap.
pub(crate) const OVERHEAD: usize = 32;

/// The number of bytes that are copied or created in the time of one step.
const BYTES_PER_STEP: usize = 64;

/// Bytes held by the strings and collections of this thread.
pub fn live() -> usize {
    LIVE.get()
}

/// Limits on values. The limits of the run that has control apply: several runs may take turns on one
/// operating-system thread, and one may start another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    value: usize,
    live: usize,
}

impl Bounds {
    /// The limits before the first run: values may be created without one.
    pub(crate) const NONE: Self = Self { value: 1 << 30, live: usize::MAX };

    pub(crate) fn of(limits: &Limits) -> Self {
        Self { value: limits.value_bytes, live: limits.memory }
    }
}

/// Applies `bounds` on this thread and returns the previous ones.
pub(crate) fn bound(bounds: Bounds) -> Bounds {
    BOUNDS.replace(bounds)
}

/// Checks whether a value of this many bytes may be created. Call it before creating a large one. Creating it counts
/// as work.
#[inline]
pub fn reserve(bytes: usize) -> Result<()> {
    if bytes > BOUNDS.get().value {
        return Err(too_large(bytes));
    }
    meter::work(bytes / BYTES_PER_STEP)?;
    check_live(bytes)
}

/// Like [`reserve`], for this many items of type `T`.
pub fn reserve_items<T>(items: usize) -> Result<()> {
    reserve(items.saturating_mul(size_of::<T>()))
}

#[cold]
fn too_large(bytes: usize) -> Error {
    let limit = BOUNDS.get().value;
    Error::limit(format!("a value of {bytes} bytes exceeds the limit of {limit} bytes"))
}

/// Checks that the live values and `more` bytes stay below the limit.
#[inline]
pub fn check_live(more: usize) -> Result<()> {
    let limit = BOUNDS.get().live;
    if LIVE.get().saturating_add(more) > limit {
        return Err(Error::limit(format!("values exceed the memory limit of {limit} bytes")));
    }
    Ok(())
}

/// The size of something that grows piece by piece and is not a value yet. It counts as live meanwhile.
#[derive(Debug)]
pub struct Growth {
    bytes: usize,
    counted: usize,
    /// Whether it will be one value, which has its own limit.
    is_value: bool,
    charge: Charge,
}

/// The number of bytes to collect before they are counted: counting each node would cost more than building it.
const GROWTH_STEP: usize = 1 << 16;

/// For the result of a file or a function, which is limited only by the total memory.
impl Default for Growth {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Growth {
    fn new(is_value: bool) -> Self {
        Self { bytes: 0, counted: 0, is_value, charge: Charge::new(0) }
    }

    /// Creates the size of something that will become one value.
    pub fn of_value() -> Self {
        Self::new(true)
    }

    /// Adds bytes that are about to be allocated. Fails if a limit is exceeded.
    #[inline]
    pub fn add(&mut self, bytes: usize) -> Result<()> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes - self.counted < GROWTH_STEP { Ok(()) } else { self.count() }
    }

    /// Adds items of type `T`.
    #[inline]
    pub fn add_items<T>(&mut self, items: usize) -> Result<()> {
        self.add(items.saturating_mul(size_of::<T>()))
    }

    /// Subtracts items that were added.
    #[inline]
    pub fn remove_items<T>(&mut self, items: usize) {
        self.bytes = self.bytes.saturating_sub(items * size_of::<T>());
        self.counted = self.counted.min(self.bytes);
    }

    /// Returns the total as a charge, for the owner that keeps it alive from now on.
    pub fn into_charge(self) -> Charge {
        self.charge.set(self.bytes);
        self.charge
    }

    #[cold]
    fn count(&mut self) -> Result<()> {
        if self.is_value && self.bytes > BOUNDS.get().value {
            return Err(too_large(self.bytes));
        }
        meter::work((self.bytes - self.counted) / BYTES_PER_STEP)?;
        check_live(self.bytes - self.counted)?;
        self.counted = self.bytes;
        self.charge.set(self.bytes);
        Ok(())
    }
}

/// Counts `bytes` as live until they are released.
#[inline]
pub(crate) fn count_live(bytes: usize) {
    LIVE.set(LIVE.get().wrapping_add(bytes));
}

/// Stops counting `bytes` as live.
#[inline]
pub(crate) fn release_live(bytes: usize) {
    LIVE.set(LIVE.get().wrapping_sub(bytes));
}

/// A number of bytes that count as live until it is dropped.
#[derive(Debug)]
pub struct Charge(Cell<usize>);

impl Charge {
    /// Counts `bytes` from now on.
    pub fn new(bytes: usize) -> Self {
        LIVE.set(LIVE.get().wrapping_add(bytes));
        Self(Cell::new(bytes))
    }

    /// Replaces the counted number by `bytes`.
    pub fn set(&self, bytes: usize) {
        let before = self.0.replace(bytes);
        LIVE.set(LIVE.get().wrapping_sub(before).wrapping_add(bytes));
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        LIVE.set(LIVE.get().wrapping_sub(self.0.get()));
    }
}

/// Drops `content`, which may contain deeply nested values, without deep recursion.
pub(crate) fn drop_deep<T: 'static>(content: T) {
    let depth = DROP_DEPTH.get();
    if depth >= MAX_DROP_DEPTH {
        // While the thread is being torn down, there is no queue, so recurse.
        let mut content = Some(content);
        let queued = PENDING.try_with(|pending| {
            if let (Ok(mut pending), Some(content)) = (pending.try_borrow_mut(), content.take()) {
                pending.push(Box::new(content));
            }
        });
        if queued.is_ok() {
            return;
        }
        drop(content);
        return;
    }
    DROP_DEPTH.set(depth + 1);
    drop(content);
    DROP_DEPTH.set(depth);
    if depth == 0 {
        while let Ok(Some(next)) = PENDING.try_with(|pending| pending.borrow_mut().pop()) {
            DROP_DEPTH.set(1);
            drop(next);
            DROP_DEPTH.set(0);
        }
    }
}
