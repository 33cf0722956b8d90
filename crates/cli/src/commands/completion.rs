//! `completion`: scripts that let a shell complete flags and commands.

use clap_complete::Shell;
use yardstick_diagnostics::{Result, bail, codes, spelling};

use crate::{
    args::{
        Command, PROGRAM, Parsed,
        command::{Operand, Statuses},
        groups, help,
    },
    commands,
    report::{Output, Session},
};

pub(super) static COMMAND: Command = Command {
    path: &["completion"],
    aliases: &[],
    about: "Print a completion script for a shell",
    details: "Examples:
  source <(yardstick completion bash)                            for this session
  yardstick completion zsh > ~/.zfunc/_yardstick                 for all sessions",
    operands: &[Operand {
        name: "SHELL",
        help: "bash, zsh, fish or powershell",
        is_required: false,
        is_repeated: false,
    }],
    groups: &[&groups::GENERAL],
    statuses: Statuses::REFERENCE,
    run,
};

const SHELLS: [&str; 4] = ["bash", "zsh", "fish", "powershell"];

/// The script; help if no shell is named.
fn run(parsed: &Parsed, _: &Session) -> Result<Output> {
    let shell = match parsed.operands.first().map(String::as_str) {
        Some("bash") => Shell::Bash,
        Some("zsh") => Shell::Zsh,
        Some("fish") => Shell::Fish,
        Some("powershell") => Shell::PowerShell,
        None => return Ok(Output::text(help::text(&COMMAND))),
        Some(other) => {
            let near = spelling::hint(other, SHELLS);
            bail!(
                codes::EXTRA_ARGUMENT, "there is no completion for '{other}'";
                notes: near; note: "the shells are bash, zsh, fish and powershell"
            );
        }
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::tree(commands::root()), PROGRAM, &mut script);
    Ok(Output::text(script))
}
