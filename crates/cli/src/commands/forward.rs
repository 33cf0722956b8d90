//! `check` and `schema`: commands that read their arguments themselves, nearly all in the `check` crate.

use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
    sync::Arc,
};

use yardstick_check::{
    command,
    world::{Machine, World},
};

use super::schema_diff;
use crate::{args::PROGRAM, report::eprint};

type Run = fn(&[OsString], &Arc<dyn World>, &mut dyn Write, &mut dyn Write) -> io::Result<u8>;

/// `schema` with all its subcommands; those about schemas of data values are carried out here.
pub(crate) fn schema_command() -> clap::Command {
    command::schema_command().subcommand(schema_diff::command())
}

/// Runs the command that `words` begins with, if it is one of these.
pub(crate) fn run(words: &[OsString]) -> Option<ExitCode> {
    let (name, arguments) = words.split_first()?;
    let run: Run = match name.to_str()? {
        "check" => command::check,
        "schema" if arguments.first().is_some_and(|word| word == "diff") => {
            return Some(schema_diff::run(&arguments[1..]));
        }
        "schema" => |arguments, world, out, err| {
            command::schema_among(schema_command(), arguments, world, out, err)
        },
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
