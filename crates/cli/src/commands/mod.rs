//! The commands, one file each.

mod completion;
mod diff;
mod fmt;
pub(crate) mod forward;
mod help;
mod render;
pub(crate) mod schema_diff;
mod schema_export;
mod setting;
mod validate;
pub(crate) mod watch;

use std::sync::Arc;

use yardstick_diagnostics::{Result, Sources};
use yardstick_workspace::World;

use crate::{
    args::{Command, PROGRAM},
    report::{Output, Reporter},
};

/// Carries `command` out.
pub(crate) fn run(
    command: &Command,
    world: &Arc<dyn World>,
    sources: &Arc<Sources>,
    reporter: Reporter,
) -> Result<Output> {
    match command {
        Command::Render(args) => render::run(args, world, sources, reporter),
        Command::Validate(args) => validate::run(args, world, sources, reporter),
        Command::Fmt(args) => fmt::run(args, &**world, sources),
        Command::Version => {
            Ok(Output::text(format!("{PROGRAM} version {}\n", env!("CARGO_PKG_VERSION"))))
        }
        Command::Help(subject, below) => Ok(help::run(*subject, below.as_deref())),
        Command::Completion(shell) => completion::run(shell),
    }
}
