//! `check` and `schema` as a program of their own: `check -f schema.yaml file.yaml`.

use std::{ffi::OsString, io, process::ExitCode, sync::Arc};

use yardstick_check::command;
use yardstick_world::{Real, World};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let world: Arc<dyn World> = Arc::new(Real::new());
    let (mut out, mut err) = (io::stdout().lock(), io::stderr().lock());
    let status = match arguments.first().and_then(|name| name.to_str()) {
        Some("check") => command::check(&arguments[1..], &world, &mut out, &mut err)?,
        Some("schema") => command::schema(&arguments[1..], &world, &mut out, &mut err)?,
        _ => 2,
    };
    Ok(ExitCode::from(status))
}
