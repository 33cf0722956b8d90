//! `help`: what a command does and which flags it has.

use yardstick_diagnostics::Result;

use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        groups, help,
    },
    commands,
    report::{Output, Session},
};

pub(super) static COMMAND: Command = Command {
    path: &["help"],
    aliases: &[],
    about: "Print help for a command",
    details: "",
    operands: &[Operand {
        name: "COMMAND",
        help: "The command, e.g. schema diff",
        is_required: false,
        is_repeated: true,
    }],
    groups: &[&groups::GENERAL],
    statuses: Statuses::REFERENCE,
    run,
};

/// The help of the command that the words name, as far as they name one.
#[expect(clippy::unnecessary_wraps, reason = "all commands have this signature")]
fn run(parsed: &Parsed, _: &Session) -> Result<Output> {
    let mut command = commands::root();
    for word in &parsed.operands {
        command = commands::below(command, word).unwrap_or(command);
    }
    Ok(Output::text(help::text(command)))
}
