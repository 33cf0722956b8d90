//! How much work the engine may do for one document.
//!
//! A small schema can ask for more work than any machine can do: references that fork at every level double it
//! each time. The engine knows no limit, but all it learns about a document it learns from our values. So they
//! count, and leave it by unwinding when the budget is spent. Nothing of the engine is used afterwards.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use yardstick_diagnostics::limits;
use yardstick_world::Instant;

/// Steps that each node of a document adds: large documents may take longer.
const STEPS_PER_NODE: u64 = 1_000;

/// What an error costs: the engine keeps it, with its path, until all are known.
pub(super) const ERROR: u64 = 500;

/// What a problem costs that is one of many in an error.
pub(crate) const PROBLEM: u64 = 200;

thread_local! {
    /// Outside of [`within`] nothing is limited.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Steps that the last [`within`] has taken.
    static USED: Cell<u64> = const { Cell::new(0) };
    /// The time that patterns have taken in the last [`within`].
    static SPENT_BEFORE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// The time that patterns may take.
    static ROOM: Cell<Duration> = const { Cell::new(OF_DOCUMENT) };
    /// The time that patterns have taken.
    static SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// When the engine last asked for a member, if the time between counts.
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Bytes of the longest name that patterns may be tried on.
    static LONGEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// What patterns for names may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Names {
    /// Whether one of them goes back, and so perhaps gives up.
    pub(crate) go_back: bool,
    /// What the heaviest of them weighs.
    pub(crate) weight: u64,
}

impl Names {
    /// Whether the time that they take counts.
    fn count(self) -> bool {
        self.go_back || self.weight > LIGHT
    }
}

/// What a pattern weighs whose time need not count: a text takes at most so many steps of an engine for each byte.
pub(crate) const LIGHT: u64 = 32;

/// Time between two members that is no reason to think of a pattern.
const SHORT: Duration = Duration::from_millis(1);

/// What all documents of a run may take together, beyond the steps that their nodes add.
#[derive(Debug)]
pub(crate) struct Purse {
    steps: AtomicU64,
    /// The time of patterns, in microseconds.
    time: AtomicU64,
}

/// The time that patterns may take on one document.
const OF_DOCUMENT: Duration = Duration::from_secs(limits::PATTERNS_SECONDS);

/// The time of patterns that each node of a document adds.
const TIME_PER_NODE: Duration = Duration::from_micros(10);

impl Default for Purse {
    fn default() -> Self {
        let time = 2 * OF_DOCUMENT.as_micros() as u64;
        Self { steps: AtomicU64::new(limits::CHECK_RUN_STEPS), time: AtomicU64::new(time) }
    }
}

impl Purse {
    /// The steps that a value of so many nodes may take. Patterns get time for it, too.
    pub(crate) fn steps(&self, nodes: usize) -> u64 {
        let time = Duration::from_micros(self.time.load(Ordering::Relaxed)).min(OF_DOCUMENT);
        ROOM.set(time.saturating_add(free_time(nodes)));
        let left = self.steps.load(Ordering::Relaxed).min(limits::CHECK_STEPS);
        STEPS_PER_NODE.saturating_mul(nodes as u64).saturating_add(left)
    }

    /// Pays for what a value of so many nodes has taken since the last time.
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

/// The budget was spent.
#[derive(Debug)]
pub(crate) struct Exhausted;

/// The steps that a document of so many nodes may take.
pub(crate) fn steps(nodes: usize) -> u64 {
    limits::CHECK_STEPS.saturating_add(STEPS_PER_NODE.saturating_mul(nodes as u64))
}

/// Runs `work`, which asks the engine, unless it takes more than `steps`.
pub(crate) fn within<T>(steps: u64, work: impl FnOnce() -> T) -> Result<T, Exhausted> {
    let before = (LEFT.replace(steps), SPENT.replace(Duration::ZERO));
    let done = catch_unwind(AssertUnwindSafe(work));
    USED.set(if done.is_ok() { steps.saturating_sub(LEFT.get()) } else { steps });
    LEFT.set(before.0);
    SPENT_BEFORE.set(SPENT.replace(before.1));
    done.map_err(|reason| match reason.downcast::<Exhausted>() {
        Ok(exhausted) => *exhausted,
        Err(other) => resume_unwind(other),
    })
}

/// Counts the time that a pattern has taken, which no steps tell.
pub(crate) fn spend(time: Duration) {
    let spent = SPENT.get().saturating_add(time);
    SPENT.set(spent);
    if spent > ROOM.get() {
        exhausted();
    }
}

/// Runs `work` like [`within`]. Where patterns for names may take long, the time that the engine takes from one member of an
/// object to the next counts as theirs: it does not say how long it tries them.
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

/// Notes that the engine gets a name.
#[inline]
pub(super) fn name(bytes: usize) {
    if bytes > LONGEST.get() {
        exhausted();
    }
}

/// Notes that the engine asks for a member.
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

/// Counts so many steps.
#[inline]
pub(crate) fn count(steps: u64) {
    match LEFT.get().checked_sub(steps) {
        Some(left) => LEFT.set(left),
        None => exhausted(),
    }
}

#[cold]
fn exhausted() {
    // Unlike a panic it says nothing.
    resume_unwind(Box::new(Exhausted));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_with_its_budget() {
        assert_eq!(within(10, || (0..10).for_each(|_| count(1))).ok(), Some(()));
        assert!(within(10, || (0..11).for_each(|_| count(1))).is_err());
        // Outside nothing is counted.
        count(1 << 40);
    }

    #[test]
    fn a_run_pays_for_what_its_documents_take() {
        let purse = Purse::default();
        let documents = (0..1_000).filter(|_| {
            let done = within(purse.steps(1), || count(limits::CHECK_STEPS));
            purse.pay(1);
            done.is_ok()
        });
        assert_eq!(documents.count() as u64, limits::CHECK_RUN_STEPS / limits::CHECK_STEPS);
        // What the nodes of a document add is free.
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
