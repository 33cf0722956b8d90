//! `help`: describes a command on one screen.

use yardstick_diagnostics::{Result, bail, codes, spelling};

use crate::{
    args::{
        Command, Parsed,
        command::{Operand, Statuses},
        groups, summary,
    },
    commands,
    report::{Output, Session},
};

pub(super) static COMMAND: Command = Command {
    path: &["help"],
    aliases: &[],
    about: "Print help for a command",
    details: "-h prints the same as `help`: a summary on one screen. --help lists all flags.

Examples:
  yardstick help check           what `check` does, and its common flags
  yardstick help schema diff     a command of `schema`
  yardstick check --help         all flags of `check`",
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

/// The help of the command that the words name.
fn run(parsed: &Parsed, _: &Session) -> Result<Output> {
    let mut command = commands::root();
    for word in &parsed.operands {
        let Some(inner) = commands::below(command, word) else {
            let hint = spelling::hint(word, commands::names_below(command));
            let topic = format!(
                "for an error code, an annotation or a function write: yardstick explain {word}"
            );
            bail!(codes::EXTRA_ARGUMENT, "{} has no command '{word}'", command.invocation(); notes: hint; note: topic);
        };
        command = inner;
    }
    Ok(Output::text(summary::text(command)))
}
