//! Limits the depth of tree walks.

use yardstick_diagnostics::{codes, limits};

use std::cell::Cell;

use crate::failure::{Failure, Result};

/// The maximum depth. No real tree reaches it, and the native stack is large enough for it.
pub(crate) const MAX_DEPTH: usize = limits::NESTING as usize;

thread_local! {
    /// The current depth, over all active overlays: functions in an overlay can apply overlays themselves.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// One level of a walk. Dropping it leaves the level.
#[derive(Debug)]
pub(crate) struct Level(());

impl Level {
    /// Enters another level, or fails if the limit is reached.
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
