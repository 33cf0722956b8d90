//! `completion`: scripts that let a shell complete flags and commands.

use clap_complete::Shell;
use yardstick_diagnostics::{Diagnostic, Result, codes};

use crate::{
    args::{PROGRAM, all_commands},
    report::Output,
};

/// The script for `shell`.
pub(crate) fn run(shell: &str) -> Result<Output> {
    let shell: Shell = shell.parse().map_err(|_| {
        Diagnostic::error(codes::INVALID_ARGUMENT, format!("no completion for shell '{shell}'"))
    })?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut all_commands(), PROGRAM, &mut script);
    Ok(Output::text(script))
}
