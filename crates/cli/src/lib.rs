//! The command line of Yardstick: takes arguments, returns text and an exit status.
//!
//! [`args`] parses the arguments with the flags of the commands in [`commands`], one file each. [`report`] is the only
//! place that prints their results. It prints nothing before the whole result is known, so that a failing run leaves
//! standard output empty.
//!
//! ```
//! use std::sync::Arc;
//!
//! use yardstick_cli::{ExitStatus, run};
//! use yardstick_world::{Memory, World};
//!
//! let world: Arc<dyn World> = Arc::new(Memory::new().with_file("a.yml", "a: #@ 1 + 1\n"));
//! let answer = run(&["-f".into(), "a.yml".into()], &world);
//! assert_eq!(answer.stdout.concat(), b"a: 2\n");
//! assert_eq!(answer.status, ExitStatus::Success);
//! ```

mod args;
mod commands;
mod deadline;
pub mod explain;
mod progress;
mod report;
mod report_style;
mod settings;
mod status;

use std::{ffi::OsString, sync::Arc};

use yardstick_diagnostics::{Result, Sources};
use yardstick_world::{Stream, World};

use args::{Misuse, Parsed, Terminal, groups};
pub use commands::lsp::host as language_host;
use deadline::Deadline;
pub use report::Answer;
use report::{Output, Reporter, Session};
pub use status::ExitStatus;

/// Runs the command line `words`, which do not include the program's name.
pub fn run(words: &[OsString], world: &Arc<dyn World>) -> Answer {
    let not_text = words.iter().find(|word| word.to_str().is_none());
    let text: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let parsed = match (args::parse(&text), not_text) {
        (Ok(parsed), None) => parsed,
        (Err(misuse), None) => return refuse(misuse, &text, world),
        (Ok(Parsed { command, .. }) | Err(Misuse { command, .. }), Some(word)) => {
            return refuse(Misuse { command, error: args::not_text(word) }, &text, world);
        }
    };
    if let Some(error) = report_style::misspelt_variable(&**world) {
        return refuse(Misuse { command: parsed.command, error }, &text, world);
    }
    let session = Session::new(world, Terminal::new(&parsed), parsed.command);
    let outcome = if parsed.given.is_on(&groups::HELP) {
        Ok(Output::text(help(parsed.command, &text)))
    } else if words.is_empty()
        && world.is_terminal(Stream::Error)
        && world.is_terminal(Stream::Output)
    {
        // A user who types only the program's name needs help, not an error about missing files.
        Ok(Output::text(args::summary::text(parsed.command)))
    } else {
        timed(&parsed, &session).map_err(|error| args::with_one_dash(parsed.command, &text, error))
    };
    session.reporter.answer(outcome, &session.sources)
}

/// `-h` prints a summary, `--help` the full help.
fn help(command: &'static args::Command, words: &[String]) -> String {
    let is_long = words.iter().any(|word| word.starts_with("--help"));
    if is_long { args::help::text(command) } else { args::summary::text(command) }
}

/// Runs the command. Commands that run templates start the clock of `--timeout` themselves, because they can stop
/// template code at a known place.
fn timed(parsed: &Parsed, session: &Session) -> Result<Output> {
    let has_clock =
        parsed.command.groups.iter().any(|group| std::ptr::eq(*group, &raw const groups::CLOCK));
    let timeout = parsed.given.seconds(&groups::TIMEOUT).filter(|_| has_clock);
    let status = parsed.command.statuses.failure;
    let start = |timeout| Deadline::of_process(timeout, &session.reporter, status);
    let _clock = timeout.map(start).transpose()?;
    (parsed.command.run)(parsed, session)
}

/// Reports why the command line is invalid.
fn refuse(misuse: Misuse, words: &[String], world: &Arc<dyn World>) -> Answer {
    let Misuse { command, error } = misuse;
    let reporter = Reporter::new(Terminal::guess(words), command, world);
    reporter.failure(&error, command.statuses.usage, &Arc::new(Sources::new()))
}
