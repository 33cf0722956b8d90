//! The commands, one file each.

mod completion;
mod fmt;
mod help;
mod render;

use std::sync::Arc;

use yardstick_diagnostics::{Result, Sources};
use yardstick_workspace::World;

use crate::{
    args::{Command, PROGRAM},
    report::Output,
};

/// Carries `command` out.
pub(crate) fn run(
    command: Command,
    world: &Arc<dyn World>,
    sources: &Arc<Sources>,
) -> Result<Output> {
    match command {
        Command::Render(args) => render::run(&args, world, sources),
        Command::Fmt(args) => fmt::run(&args, &**world, sources),
        Command::Version => {
            Ok(Output::text(format!("{PROGRAM} version {}\n", env!("CARGO_PKG_VERSION"))))
        }
        Command::Help(subject) => Ok(help::run(subject)),
        Command::Completion(shell) => completion::run(&shell),
    }
}
