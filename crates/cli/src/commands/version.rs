//! `version`.

use yardstick_diagnostics::Result;

use crate::{
    args::{Command, PROGRAM, Parsed, command::Statuses, groups},
    report::{Output, Session},
};

pub(super) static COMMAND: Command = Command {
    path: &["version"],
    aliases: &[],
    about: "Print the version",
    details: "Example:
  yardstick version",
    operands: &[],
    groups: &[&groups::GENERAL],
    statuses: Statuses::REFERENCE,
    run,
};

/// What `version` prints after the program's name.
pub(super) const TEXT: &str = env!("CARGO_PKG_VERSION");

#[expect(clippy::unnecessary_wraps, reason = "all commands have this signature")]
pub(crate) fn run(_: &Parsed, _: &Session) -> Result<Output> {
    Ok(Output::text(format!("{PROGRAM} version {TEXT}\n")))
}
