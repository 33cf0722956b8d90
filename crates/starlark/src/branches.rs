//! Which branches of code were taken: for tests that want to know what they do not reach.
//!
//! A program that is compiled with a list of branches notes there each branch it has and, as it runs, each that it
//! takes. Other programs have no code for it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use yardstick_diagnostics::Span;

/// What a branch is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BranchKind {
    /// What follows `if` or `elif`.
    Then,
    /// What follows `else`, or nothing where there is none.
    Otherwise,
    /// The body of a loop.
    Body,
}

/// A branch of a program.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// What it is of.
    pub kind: BranchKind,
    /// The condition, or what the loop goes over.
    pub span: Span,
    /// Whether it was taken.
    pub taken: bool,
}

/// The branches of all programs that were compiled with this list.
#[derive(Debug, Default)]
pub struct Branches(Mutex<Vec<Branch>>);

impl Branches {
    /// What is known by now.
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
