//! What a browser has no use for: it has no shell, no server, no files that change under a program.

use yardstick_diagnostics::{Diagnostic, codes};

/// Whether this is the program for a browser. It is a constant, so that what a browser has no use for is not in its
/// download.
pub(super) const IS_HERE: bool = cfg!(target_family = "wasm");

/// Says that `what` works only where the program is installed.
pub(super) fn refusal(what: &str) -> Box<Diagnostic> {
    let message = format!("{what} does not work in a browser");
    Box::new(Diagnostic::error(codes::RUN_FAILED, message).note("install the program to use it"))
}
