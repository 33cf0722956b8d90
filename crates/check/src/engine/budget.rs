//! How much work the engine may do for one document.
//!
//! A small schema can ask for more work than any machine can do: references that fork at every level double it
//! each time. The engine knows no limit, but all it learns about a document it learns from our values. So they
//! count, and leave it by unwinding when the budget is spent. Nothing of the engine is used afterwards.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
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
    /// The time that patterns have taken.
    static SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// When the engine last asked for a member, if the time between counts.
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Time between two members that is no reason to think of a pattern.
const SHORT: Duration = Duration::from_millis(1);

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
    LEFT.set(before.0);
    SPENT.set(before.1);
    done.map_err(|reason| match reason.downcast::<Exhausted>() {
        Ok(exhausted) => *exhausted,
        Err(other) => resume_unwind(other),
    })
}

/// Counts the time that a pattern has taken, which no steps tell.
pub(crate) fn spend(time: Duration) {
    let spent = SPENT.get().saturating_add(time);
    SPENT.set(spent);
    if spent > Duration::from_secs(limits::PATTERNS_SECONDS) {
        exhausted();
    }
}

/// Runs `work` like [`within`]. If `has_patterns`, the time that the engine takes from one member of an object to the
/// next counts as that of patterns: it does not say how long it tries those for names.
pub(crate) fn watched<T>(
    has_patterns: bool,
    steps: u64,
    work: impl FnOnce() -> T,
) -> Result<T, Exhausted> {
    let before = ASKED.replace(has_patterns.then(Instant::now));
    let done = within(steps, work);
    ASKED.set(before);
    done
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
    fn budgets_nest() {
        let inner = within(100, || {
            count(50);
            assert!(within(5, || count(6)).is_err());
            count(50);
        });
        assert!(inner.is_ok());
    }
}
