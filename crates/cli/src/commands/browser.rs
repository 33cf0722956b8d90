//! Limits of the program in a browser, which has no shell, no server, and no files that change under a program.

use yardstick_diagnostics::{Diagnostic, codes};

/// True in the program for a browser. A constant, so that unusable code is not part of the download.
pub(super) const IS_HERE: bool = cfg!(target_family = "wasm");

/// The error that `what` works only in an installed program.
pub(super) fn refusal(what: &str) -> Box<Diagnostic> {
    let message = format!("{what} does not work in a browser");
    Box::new(Diagnostic::error(codes::RUN_FAILED, message).note("install the program to use it"))
}
