//! What a program may use before it is stopped.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bounds on a program; each ends in a diagnostic that no program can catch.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Loop turns and calls.
    pub steps: u64,
    /// Nested calls of functions written in the language.
    pub call_depth: usize,
    /// Nested calls through native code (`sorted(key = ...)`, loading a module), which use the native stack.
    pub native_depth: usize,
    /// Bytes of all live strings and collections.
    pub memory: usize,
    /// Bytes of one string or collection made by a single operation.
    pub value_bytes: usize,
    /// Nested brackets and blocks of the source.
    pub nesting: usize,
    /// Set by another thread to stop the program.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 100_000_000,
            call_depth: 200_000,
            native_depth: 200,
            memory: 2 << 30,
            value_bytes: 256 << 20,
            nesting: 250,
            cancel: None,
        }
    }
}
