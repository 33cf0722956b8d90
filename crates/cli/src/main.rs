//! The command `yardstick`: arguments in, text and an exit status out.
//!
//! Nothing is printed before all of it is known, so that a failing run leaves standard output empty.

mod args;
mod commands;
mod report;

use std::process::ExitCode;

use args::Invocation;
use report::Reporter;
use yardstick_diagnostics::Sources;
use yardstick_workspace::world::RealWorld;

/// Many small values live and die in a run; this allocator makes that cheap.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Result<Vec<String>, _> =
        std::env::args_os().skip(1).map(std::ffi::OsString::into_string).collect();
    let sources = Sources::new();
    let mut reporter = Reporter::default();
    let outcome = words
        .map_err(|word| args::not_text(&word))
        .and_then(|words| args::parse(&words))
        .and_then(|Invocation { command, terminal }| {
            reporter = Reporter::new(terminal);
            commands::run(command, &RealWorld::new(), &sources)
        });
    match outcome {
        Ok(output) => report::finish(&output),
        Err(error) => reporter.fail(&error, &sources),
    }
}
