//! `check` and `schema`: commands of the `check` and `bridge` crates, which read their arguments themselves.

use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
    sync::Arc,
};

use clap::Command;
use yardstick_bridge::command as bridge;
use yardstick_check::{
    command,
    world::{Machine, World},
};

use super::schema_export;
use crate::{args::PROGRAM, report::eprint};

/// Runs the command that `words` begins with, if it is one of these.
pub(crate) fn run(words: &[OsString]) -> Option<ExitCode> {
    let (name, arguments) = words.split_first()?;
    if let [schema, export, rest @ ..] = words
        && schema == "schema"
        && export == "export"
    {
        return Some(schema_export::run(rest));
    }
    let run = match name.to_str()? {
        "check" => command::check,
        "schema" => schema,
        _ => return None,
    };
    let world: Arc<dyn World> = Arc::new(Machine);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let status = run(arguments, &world, &mut out, &mut io::stderr())
        .and_then(|status| out.flush().map(|()| status));
    Some(match status {
        Ok(status) => ExitCode::from(status),
        // Whoever reads has had enough; there is nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Err(error) => {
            eprint(&format!("{PROGRAM}: Error: {error}\n"));
            ExitCode::FAILURE
        }
    })
}

/// `schema` with all commands below it, wherever they live.
pub(crate) fn schema_command() -> Command {
    command::schema_command().subcommands(elsewhere())
}

/// Commands below `schema` that do not live in the `check` crate.
fn elsewhere() -> [Command; 2] {
    [bridge::import_command(), bridge::export_command()]
}

fn schema(
    arguments: &[OsString],
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    match arguments.split_first() {
        Some((name, rest)) if name == "import" => bridge::run(rest, world, out, err),
        _ => command::schema_among(elsewhere(), arguments, world, out, err),
    }
}
