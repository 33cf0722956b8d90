//! Limits the work that the engine may do for one document.
//!
//! A small schema can ask for more work than any machine can do: references that fork at every level double the work
//! each time. The engine itself has no limit, but it reads a document only through our types. So these count each
//! access, and unwind out of the engine when the budget is spent. The state of the engine is not used after that.
//! The same happens where the stack would end: references in a row and levels of a document multiply.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use yardstick_diagnostics::limits;
use yardstick_world::Instant;

/// Steps added per node of a document, so that large documents may take longer.
const STEPS_PER_NODE: u64 = 1_000;

/// The cost of an error, in steps. The engine keeps each error with its path until it is done.
pub(super) const ERROR: u64 = 500;

/// The cost of one problem, in steps, if an error lists several.
pub(crate) const PROBLEM: u64 = 200;

/// The bytes of the stack that are kept for what the engine does between two accesses.
const STACK_RESERVE: usize = 16 << 20;

thread_local! {
    /// The lowest address that the stack may reach. 0 outside of [`within`], and where it is unknown.
    static LOWEST: Cell<usize> = const { Cell::new(0) };
    /// The steps left. Unlimited outside of [`within`].
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Steps used by the last call of [`within`].
    static USED: Cell<u64> = const { Cell::new(0) };
    /// Time spent in patterns during the last call of [`within`].
    static SPENT_BEFORE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// The time limit for patterns.
    static ROOM: Cell<Duration> = const { Cell::new(OF_DOCUMENT) };
    /// Time spent in patterns so far.
    static SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// When the engine last asked for a member, if that time is measured.
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Length in bytes of the longest property name that patterns may be tried on.
    static LONGEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// The cost of the patterns that a schema applies to property names.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names {
    /// Whether one of them backtracks, so that it may give up.
    pub(crate) needs_backtracking: bool,
    /// The weight of the heaviest pattern.
    pub(crate) weight: u64,
}

impl Names {
    /// Whether to measure the time that these patterns take.
    fn count(self) -> bool {
        self.needs_backtracking || self.weight > LIGHT
    }
}

/// The largest weight of a pattern whose time is not measured. Matching takes at most this many steps per byte of
/// text.
pub(crate) const LIGHT: u64 = 32;

/// The time between two members that is too short to blame on a pattern.
const SHORT: Duration = Duration::from_millis(1);

/// The budget that all documents of a run share, beyond the steps that their nodes add.
#[derive(Debug)]
pub(crate) struct SharedBudget {
    steps: AtomicU64,
    /// Time left for patterns, in microseconds.
    time: AtomicU64,
}

/// The time limit for patterns per document.
const OF_DOCUMENT: Duration = Duration::from_secs(limits::PATTERNS_SECONDS);

/// Time for patterns added per node of a document.
const TIME_PER_NODE: Duration = Duration::from_micros(10);

impl Default for SharedBudget {
    fn default() -> Self {
        let time = 2 * OF_DOCUMENT.as_micros() as u64;
        Self { steps: AtomicU64::new(limits::CHECK_RUN_STEPS), time: AtomicU64::new(time) }
    }
}

impl SharedBudget {
    /// Returns the number of steps for a value with this many nodes. Sets the time limit for patterns, too.
    pub(crate) fn steps(&self, nodes: usize) -> u64 {
        let time = Duration::from_micros(self.time.load(Ordering::Relaxed)).min(OF_DOCUMENT);
        ROOM.set(time.saturating_add(free_time(nodes)));
        let left = self.steps.load(Ordering::Relaxed).min(limits::CHECK_STEPS);
        STEPS_PER_NODE.saturating_mul(nodes as u64).saturating_add(left)
    }

    /// Deducts what a value with this many nodes has used since the last call.
    pub(crate) fn pay(&self, nodes: usize) {
        let pay = |what: &AtomicU64, more: u64| {
            let less = |left: u64| Some(left.saturating_sub(more));
            let _ = what.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        };
        let used = USED.replace(0);
        pay(&self.steps, used.saturating_sub(STEPS_PER_NODE.saturating_mul(nodes as u64)));
        let time = SPENT_BEFORE.replace(Duration::ZERO).saturating_sub(free_time(nodes));
        pay(&self.time, time.as_micros() as u64);
        ROOM.set(OF_DOCUMENT);
    }
}

fn free_time(nodes: usize) -> Duration {
    TIME_PER_NODE.saturating_mul(u32::try_from(nodes).unwrap_or(u32::MAX))
}

/// The budget is spent.
#[derive(Debug)]
pub(crate) struct Exhausted;

/// Returns the number of steps for a document with this many nodes.
pub(crate) fn steps(nodes: usize) -> u64 {
    limits::CHECK_STEPS.saturating_add(STEPS_PER_NODE.saturating_mul(nodes as u64))
}

/// Runs `work`, which calls the engine, and stops it after `steps` steps.
pub(crate) fn within<T>(steps: u64, work: impl FnOnce() -> T) -> Result<T, Exhausted> {
    let before = (LEFT.replace(steps), SPENT.replace(Duration::ZERO));
    let lowest = LOWEST.replace(yardstick_world::stack_limit(STACK_RESERVE));
    let done = catch_unwind(AssertUnwindSafe(work));
    LOWEST.set(lowest);
    USED.set(if done.is_ok() { steps.saturating_sub(LEFT.get()) } else { steps });
    LEFT.set(before.0);
    SPENT_BEFORE.set(SPENT.replace(before.1));
    done.map_err(|reason| match reason.downcast::<Exhausted>() {
        Ok(exhausted) => *exhausted,
        Err(other) => resume_unwind(other),
    })
}

/// Adds the time that a pattern took. Steps do not reflect it.
pub(crate) fn spend(time: Duration) {
    let spent = SPENT.get().saturating_add(time);
    SPENT.set(spent);
    if spent > ROOM.get() {
        exhausted();
    }
}

/// Runs `work` like [`within`]. If patterns for property names may take long, the time between two members of an
/// object counts as theirs, because the engine does not report how long it tries them.
pub(crate) fn watched<T>(
    names: Names,
    steps: u64,
    work: impl FnOnce() -> T,
) -> Result<T, Exhausted> {
    let before = (
        ASKED.replace(names.count().then(Instant::now)),
        LONGEST.replace((limits::PATTERN_WORK / names.weight.max(1)) as usize),
    );
    let done = within(steps, work);
    ASKED.set(before.0);
    LONGEST.set(before.1);
    done
}

/// Called when the engine receives a property name. Ends the work if the name is too long for the patterns.
#[inline]
pub(super) fn name(bytes: usize) {
    if bytes > LONGEST.get() {
        exhausted();
    }
}

/// Called when the engine asks for a member. Counts the time since it last did, unless that is short.
#[inline]
pub(super) fn ask() {
    if let Some(before) = ASKED.get() {
        let now = Instant::now();
        ASKED.set(Some(now));
        let time = now.duration_since(before);
        if time > SHORT {
            spend(time);
        }
    }
}

/// Counts `steps` steps.
#[inline]
pub(crate) fn count(steps: u64) {
    let marker = 0_u8;
    if std::ptr::from_ref(&marker).addr() < LOWEST.get() {
        exhausted();
    }
    match LEFT.get().checked_sub(steps) {
        Some(left) => LEFT.set(left),
        None => exhausted(),
    }
}

#[cold]
fn exhausted() {
    // Unlike a panic, this prints no message.
    resume_unwind(Box::new(Exhausted));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_with_its_budget() {
        assert_eq!(within(10, || (0..10).for_each(|_| count(1))).ok(), Some(()));
        assert!(within(10, || (0..11).for_each(|_| count(1))).is_err());
        // Nothing is limited outside of `within`.
        count(1 << 40);
    }

    #[test]
    fn a_run_pays_for_what_its_documents_take() {
        let purse = SharedBudget::default();
        let documents = (0..1_000).filter(|_| {
            let done = within(purse.steps(1), || count(limits::CHECK_STEPS));
            purse.pay(1);
            done.is_ok()
        });
        assert_eq!(documents.count() as u64, limits::CHECK_RUN_STEPS / limits::CHECK_STEPS);
        // The steps that nodes add do not reduce the shared budget.
        assert!(within(purse.steps(10), || count(10 * STEPS_PER_NODE)).is_ok());
    }

    #[test]
    fn budgets_nest() {
        let inner = within(100, || {
            count(50);
            assert!(within(5, || count(6)).is_err());
            count(50);
        });
        assert!(inner.is_ok());
    }
}
