//! Records which branches of code were taken, for tests that measure coverage.
//!
//! A program that is compiled with a list of branches adds each of its branches to the list, and marks those that it
//! takes while it runs. Other programs contain no code for this.

use std::sync::{Mutex, MutexGuard, PoisonError};

use yardstick_diagnostics::Span;

/// The kind of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BranchKind {
    /// The block after `if` or `elif`.
    Then,
    /// The block after `else`; empty if there is no `else`.
    Otherwise,
    /// The body of a loop.
    Body,
}

/// A branch of a program.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The kind of the branch.
    pub kind: BranchKind,
    /// The condition, or the value that the loop iterates over.
    pub span: Span,
    /// Whether it was taken.
    pub taken: bool,
}

/// The branches of all programs that were compiled with this list.
#[derive(Debug, Default)]
pub struct Branches(Mutex<Vec<Branch>>);

impl Branches {
    /// Returns the branches recorded so far.
    pub fn all(&self) -> Vec<Branch> {
        self.lock().clone()
    }

    pub(crate) fn add(&self, kind: BranchKind, span: Span) -> u32 {
        let mut all = self.lock();
        all.push(Branch { kind, span, taken: false });
        all.len() as u32 - 1
    }

    pub(crate) fn take(&self, number: u32) {
        if let Some(branch) = self.lock().get_mut(number as usize) {
            branch.taken = true;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Branch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
