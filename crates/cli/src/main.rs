//! The program `yardstick`.

#![cfg_attr(all(target_os = "linux", target_env = "gnu", not(test)), no_main)]

#[cfg(not(test))]
mod allocator;
mod first_memory;
#[cfg(all(target_os = "linux", target_env = "gnu", not(test)))]
mod large_memory;
#[cfg(threads_are_announced)]
mod new_threads;
#[cfg(all(target_os = "linux", target_env = "gnu", not(test)))]
mod start;

use std::{process, sync::Arc};

use yardstick_world::{Real, World};

#[cfg(not(test))]
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(test))))]
fn main() {
    run();
}

fn run() -> ! {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let world: Arc<dyn World> = Arc::new(Real::new());
    let answer = yardstick_cli::run(&words, &world);
    // Exit without freeing memory: the system reclaims it all at once, which is faster.
    process::exit(answer.print().code().into());
}
