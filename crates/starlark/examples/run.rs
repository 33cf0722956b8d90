//! Runs files of standard Starlark: `cargo run -p yardstick-starlark --example run -- FILE.star`.
//!
//! Files of the public test suites run unchanged: chunks separated by `---`, expected errors as `### text`. `print`
//! writes to standard error; on failure, the diagnostic is printed and the status is 1.
#![allow(clippy::print_stderr)] // It is a command.

#[path = "../tests/support/mod.rs"]
mod support;

use std::process::ExitCode;

use yardstick_starlark::Dialect;

fn main() -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    let dialect = Dialect { recursion: false, ..Dialect::standard_relaxed() };
    for path in std::env::args().skip(1) {
        let text = match std::fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                eprintln!("Error: {path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        for chunk in support::chunks(&path, &text) {
            for problem in chunk.run(&dialect, true) {
                eprintln!("Error: {path}:{}: {problem}", chunk.name());
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}
