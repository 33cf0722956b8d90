//! Measures the work of a run in steps: loop iterations and calls of its program, and the work of native code.
//!
//! Native code calls [`work`] with the amount that it is about to do: one step for an item, or for some dozens of
//! bytes. So a program cannot hide work in `sorted` or `in`. The meter of the run that has control is stored per
//! operating-system thread, because many operations on values have no access to the run.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigInt;

use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::memory;

/// The number of steps between checks of all limits.
pub(crate) const SLICE: u32 = 1024;

/// The number of bytes that are searched or compared in the time of one step.
const SCANNED_PER_STEP: usize = 16;

thread_local! {
    /// The number of steps before the limits are checked again.
    static LEFT: Cell<u32> = const { Cell::new(0) };
    static METER: RefCell<Meter> = const { RefCell::new(Meter::FREE) };
}

/// The remaining steps of a run.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    /// Steps that have not been handed out yet.
    left: u64,
    limit: u64,
    cancel: Option<Arc<AtomicBool>>,
}

impl Meter {
    /// The meter outside all runs.
    const FREE: Self = Self { left: u64::MAX, limit: u64::MAX, cancel: None };

    pub(crate) fn of(limits: &Limits) -> Self {
        Self { left: limits.steps, limit: limits.steps, cancel: limits.cancel.clone() }
    }

    /// Whether no steps are left, or the run must stop.
    pub(crate) fn is_spent(&self) -> bool {
        let is_cancelled = self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        is_cancelled || (self.left == 0 && self.limit != u64::MAX)
    }

    /// Swaps with the meter in control, at the start and at the end of a run.
    pub(crate) fn swap(&mut self) {
        let unused = LEFT.replace(0);
        METER.with(|meter| {
            let mut meter = meter.borrow_mut();
            meter.left = meter.left.saturating_add(u64::from(unused));
            std::mem::swap(&mut *meter, self);
        });
    }
}

/// Whether the run in control has no steps left, or must stop.
pub(crate) fn is_spent() -> bool {
    METER.with(|meter| LEFT.get() == 0 && meter.borrow().is_spent())
}

/// Counts `steps` of native work. Fails if the run has none left or must stop.
#[inline]
pub fn work(steps: usize) -> Result<()> {
    let left = LEFT.get();
    if steps < left as usize {
        LEFT.set(left - steps as u32);
        return Ok(());
    }
    spend(steps as u64)
}

/// Counts the work of scanning this many bytes.
#[inline]
pub fn scan(bytes: usize) -> Result<()> {
    work(bytes / SCANNED_PER_STEP)
}

/// Counts the work of processing the digits of an integer.
pub(crate) fn digits(integer: &BigInt) -> Result<()> {
    scan((integer.bits() / 8) as usize)
}

/// Counts `steps` and checks all limits.
#[cold]
pub(crate) fn spend(steps: u64) -> Result<()> {
    let unused = LEFT.replace(0);
    METER.with(|meter| {
        let mut meter = meter.borrow_mut();
        if meter.cancel.as_ref().is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(Error::cancelled());
        }
        let left = meter.left.saturating_add(u64::from(unused));
        if left <= steps && meter.limit != u64::MAX {
            meter.left = 0;
            let limit = meter.limit;
            let message = format!("program takes more than {limit} steps");
            let note =
                "a loop or a function that calls itself may never end; --max-steps allows more";
            return Err(Error::limit(message).note(Some(note.to_owned())));
        }
        meter.left = left.saturating_sub(steps);
        let handed = u64::from(SLICE).min(meter.left) as u32;
        meter.left -= u64::from(handed);
        LEFT.set(handed);
        memory::check_live(0)
    })
}
