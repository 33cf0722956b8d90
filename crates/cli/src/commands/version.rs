//! `version`: prints the version of the program.

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

/// The version of the program.
pub(super) const TEXT: &str = env!("CARGO_PKG_VERSION");

/// The commit that a release was built from; empty for other builds, or if unknown.
const COMMIT: &str = env!("YARDSTICK_COMMIT");

#[expect(clippy::unnecessary_wraps, reason = "all commands have this signature")]
pub(crate) fn run(_: &Parsed, _: &Session) -> Result<Output> {
    let commit = if COMMIT.is_empty() { String::new() } else { format!(" ({COMMIT})") };
    Ok(Output::text(format!("{PROGRAM} version {TEXT}{commit}\n")))
}
