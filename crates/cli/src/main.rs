//! The command `yardstick`: arguments in, text and an exit status out.
//!
//! Nothing is printed before all of it is known, so that a failing run leaves standard output empty.

mod args;
mod commands;
mod report;

use std::{process::ExitCode, sync::Arc};

use args::{Invocation, Terminal};
use report::Reporter;
use yardstick_diagnostics::Sources;
use yardstick_workspace::{World, world::RealWorld};

/// Many small values live and die in a run; this allocator makes that cheap.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let sources = Arc::new(Sources::new());
    let words: Result<Vec<String>, _> =
        std::env::args_os().skip(1).map(std::ffi::OsString::into_string).collect();
    let words = match words {
        Ok(words) => words,
        Err(word) => return Reporter::default().fail(&args::not_text(&word), &sources),
    };
    let Invocation { command, terminal } = match args::parse(&words) {
        Ok(invocation) => invocation,
        Err(error) => return Reporter::new(Terminal::guess(&words)).fail(&error, &sources),
    };
    let world: Arc<dyn World> = Arc::new(RealWorld::new());
    match commands::run(command, &world, &sources) {
        Ok(output) => report::finish(&output),
        Err(error) => Reporter::new(terminal).fail(&error, &sources),
    }
}
