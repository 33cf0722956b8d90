//! `yardstick check` and `yardstick schema`: arguments, and what follows from them.
//!
//! Nothing here prints: output goes to the writers the caller hands in.

mod arguments;
mod check;
mod schema;
mod settings;

use std::{
    ffi::OsString,
    io::{self, Write},
    sync::Arc,
};

use yardstick_diagnostics::render::Rendered;
use yardstick_world::World;

use crate::STACK;

pub use arguments::{check_command, schema_command};

/// Runs `yardstick check` with `arguments` (those behind the word `check`) and returns the exit status.
pub fn check(
    arguments: &[OsString],
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    match parse(check_command(), "check", arguments) {
        Ok(matches) => check::run(&matches, world, out, err),
        Err(problem) => usage(&problem, out, err),
    }
}

/// Runs `yardstick schema` with `arguments` (those behind the word `schema`) and returns the exit status.
pub fn schema(
    arguments: &[OsString],
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    schema_among([], arguments, world, out, err)
}

/// The same, where `others` are commands below `schema` that live elsewhere: help lists them, and mistakes
/// are compared with their names. The caller runs them.
pub fn schema_among(
    others: impl IntoIterator<Item = clap::Command>,
    arguments: &[OsString],
    world: &Arc<dyn World>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    match parse(schema_command().subcommands(others), "schema", arguments) {
        Ok(matches) => schema::run(&matches, world, out, err),
        Err(problem) => usage(&problem, out, err),
    }
}

fn parse(
    command: clap::Command,
    name: &'static str,
    arguments: &[OsString],
) -> Result<clap::ArgMatches, clap::Error> {
    let all = std::iter::once(OsString::from(name)).chain(arguments.iter().cloned());
    command.try_get_matches_from(all)
}

/// Help goes to standard output with status 0, mistakes to standard error with status 2.
fn usage(problem: &clap::Error, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    if problem.use_stderr() {
        write!(err, "{problem}")?;
        Ok(2)
    } else {
        write!(out, "{problem}")?;
        Ok(0)
    }
}

fn print(report: &Rendered, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<()> {
    err.write_all(report.stderr.as_bytes())?;
    out.write_all(report.stdout.as_bytes())
}

/// Runs `work` on a pool of `jobs` threads (0: one per core) with stacks deep enough for the engine.
fn on_threads<R: Send>(jobs: usize, work: impl FnOnce() -> R + Send) -> io::Result<R> {
    if jobs == 1 {
        // One thread needs no pool, which saves a small run most of its time.
        return std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            thread.join().map_err(|_| io::Error::other("a thread failed"))
        });
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build();
    Ok(pool.map_err(io::Error::other)?.install(work))
}
