//! `completion`: prints scripts that let a shell complete flags and commands.

use clap_complete::Shell;
use yardstick_diagnostics::{Diagnostic, Result, codes, spelling};

use crate::{
    args::{
        Command, PROGRAM, Parsed,
        command::{Operand, Statuses},
        groups, help,
    },
    commands::{self, browser},
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

/// The script; help for an unknown shell.
fn run(parsed: &Parsed, _: &Session) -> Result<Output> {
    let shell = match parsed.operands.first().map(String::as_str) {
        Some("bash") => Shell::Bash,
        Some("zsh") => Shell::Zsh,
        Some("fish") => Shell::Fish,
        Some("powershell") => Shell::PowerShell,
        other => {
            // The reference also prints its help, but into the file of the script, where nobody sees it.
            let unknown = |shell: &str| {
                let message = format!("there is no completion script for '{shell}'");
                let hint = spelling::hint(shell, SHELLS)
                    .unwrap_or_else(|| format!("the shells are {}", SHELLS.join(", ")));
                Diagnostic::warning(codes::INVALID_ARGUMENT, message).note(hint)
            };
            let output = Output::text(help::text(&COMMAND));
            return Ok(match other {
                Some(shell) => output.warn(vec![unknown(shell)]),
                None => output,
            });
        }
    };
    if browser::IS_HERE {
        return Err(browser::refusal("`completion`"));
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::tree(commands::root()), PROGRAM, &mut script);
    Ok(Output::text(script))
}
