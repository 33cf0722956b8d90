//! The command `yardstick`: arguments in, text and an exit status out.
//!
//! Nothing is printed before all of it is known, so that a failing run leaves standard output empty.

mod args;
mod commands;
mod deadline;
mod progress;
mod report;

use std::{ffi::OsString, process::ExitCode, sync::Arc};

use args::{Command, Invocation, Terminal};
use commands::{forward, watch};
use report::Reporter;
use yardstick_diagnostics::Sources;
use yardstick_world::{Real, World};

/// Many small values live and die in a run; this allocator makes that cheap.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(status) = forward::run(&words) {
        return status;
    }
    let words: Result<Vec<String>, _> = words.into_iter().map(OsString::into_string).collect();
    let words = match words {
        Ok(words) => words,
        Err(word) => return Reporter::default().fail(&args::not_text(&word), &Sources::new()),
    };
    let Invocation { command, terminal } = match args::parse(&words) {
        Ok(invocation) => invocation,
        Err(error) => return Reporter::new(Terminal::guess(&words)).fail(&error, &Sources::new()),
    };
    let reporter = Reporter::new(terminal);
    match &command {
        Command::Render(args) | Command::Validate(args) if args.watch => {
            watch::run(args, reporter, || once(&command, reporter))
        }
        _ => once(&command, reporter),
    }
}

/// One run, from the inputs as they are now.
fn once(command: &Command, reporter: Reporter) -> ExitCode {
    let sources = Arc::new(Sources::new());
    let world: Arc<dyn World> = Arc::new(Real::new());
    match commands::run(command, &world, &sources, reporter) {
        Ok(output) => reporter.finish(&output, &sources),
        Err(error) => reporter.fail(&error, &sources),
    }
}
