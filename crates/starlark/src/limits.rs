//! Limits on the resources of a program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yardstick_diagnostics::limits;

/// Limits on a program. Reaching one is an error that no program can catch.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Loop iterations and calls, and the work of native code in proportion to the size of its input.
    pub steps: u64,
    /// Nested calls of functions written in the language.
    pub call_depth: usize,
    /// Nested calls through native code (`sorted(key = ...)`, loading a module), which use the native stack.
    pub native_depth: usize,
    /// Bytes of all live values.
    pub memory: usize,
    /// Bytes of one string or collection that a single operation creates.
    pub value_bytes: usize,
    /// Nested brackets and blocks of the source.
    pub nesting: usize,
    /// Set by another thread to stop the program.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: limits::STEPS,
            call_depth: limits::CALL_DEPTH,
            native_depth: limits::NATIVE_DEPTH,
            memory: limits::MEMORY_BYTES,
            value_bytes: limits::VALUE_BYTES,
            nesting: limits::CODE_NESTING,
            cancel: None,
        }
    }
}
