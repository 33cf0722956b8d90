//! How deep trees are walked.

use yardstick_diagnostics::{codes, limits};

use std::cell::Cell;

use crate::failure::{Failure, Result};

/// Levels of a tree that are walked; nothing that is meant reaches it, and the native stack holds it.
pub(crate) const MAX_DEPTH: usize = limits::NESTING as usize;

thread_local! {
    /// Levels that are being walked now, over all overlays under way: functions given to an overlay can
    /// apply overlays themselves.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// One level that is being walked; left when dropped.
#[derive(Debug)]
pub(crate) struct Level(());

impl Level {
    /// Enters another level.
    pub(crate) fn enter() -> Result<Self> {
        let depth = DEPTH.get();
        if depth >= MAX_DEPTH {
            let message = format!("Expected nodes to be nested at most {MAX_DEPTH} levels");
            return Err(Failure::new(codes::OVERLAY_MISFIT, message));
        }
        DEPTH.set(depth + 1);
        Ok(Self(()))
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}
