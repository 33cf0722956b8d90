//! The program `yardstick`.

use std::{process::ExitCode, sync::Arc};

use yardstick_world::{Real, World};

/// Many small values live and die in a run; this allocator makes that cheap.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let world: Arc<dyn World> = Arc::new(Real::new());
    ExitCode::from(yardstick_cli::run(&words, &world).print().code())
}
