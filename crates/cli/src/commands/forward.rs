//! `check` and `schema`: commands that read their arguments themselves, most of them in the `check` and
//! `bridge` crates.

use std::{
    ffi::{OsStr, OsString},
    io::{self, Write},
    process::ExitCode,
    sync::Arc,
};

use clap::Command;
use yardstick_bridge::command as bridge;
use yardstick_check::command;
use yardstick_world::{Real, World};

use super::{schema_diff, schema_export};
use crate::{args::called, report::eprint};

/// Runs the command that `words` begins with, if it is one of these.
pub(crate) fn run(words: &[OsString]) -> Option<ExitCode> {
    let (name, arguments) = words.split_first()?;
    let run = match (name.to_str()?, arguments) {
        ("schema", [what, rest @ ..]) if what == "diff" => return Some(schema_diff::run(rest)),
        ("schema", [what, rest @ ..]) if what == "export" => return Some(schema_export::run(rest)),
        ("schema", _) => schema,
        ("check", _) => command::check,
        _ => return None,
    };
    let world: Arc<dyn World> = Arc::new(Real::new());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let status = run(arguments, &world, &mut out, &mut io::stderr())
        .and_then(|status| out.flush().map(|()| status));
    Some(match status {
        Ok(status) => ExitCode::from(status),
        // Whoever reads has had enough; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            eprint(&format!("{}: Error: {error}\n", called()));
            ExitCode::FAILURE
        }
    })
}

/// `schema` with all commands below it, wherever they live.
pub(crate) fn schema_command() -> Command {
    command::schema_command().subcommands(elsewhere())
}

/// Commands below `schema` that do not live in the `check` crate.
fn elsewhere() -> [Command; 3] {
    [bridge::import_command(), bridge::export_command(), schema_diff::command()]
}

fn schema(
    arguments: &[OsString],
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    match arguments.split_first() {
        Some((name, rest)) if name == "import" => bridge::run(rest, world, out, err),
        Some((name, _)) if !is_known(name) => {
            // Of `schema diff` 2 means that something breaks, and this may be a misspelt one.
            command::schema_among(elsewhere(), arguments, world, out, err)
                .map(|_| schema_diff::FAILED)
        }
        _ => command::schema_among(elsewhere(), arguments, world, out, err),
    }
}

/// Whether `word` is a command below `schema`, or no command at all.
fn is_known(word: &OsStr) -> bool {
    let Some(word) = word.to_str() else { return false };
    word.starts_with('-') || word == "help" || schema_command().find_subcommand(word).is_some()
}
