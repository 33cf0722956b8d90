//! Time and stack of the machine, also where there is only one thread and no operating system (in a browser).

use std::io;

pub use web_time::Instant;

/// Does `work` on a stack of so many bytes, because it recurses to a fixed depth. Where there are no threads it
/// is done here: the program was linked with a stack that is large enough.
pub fn on_large_stack<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| io::Error::other("a thread failed"))
    })
}
