//! One directory in the place of another, in one step.

use std::{fs, io};

use crate::World;

/// Puts `fresh` at `target` and removes what was there. Where the system can let two names change places,
/// `target` names the old or the new directory at any time, also if the process is killed.
pub(super) fn directory(world: &dyn World, fresh: &str, target: &str) -> io::Result<()> {
    match fs::symlink_metadata(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return fs::rename(fresh, target),
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    if let Some(exchanged) = exchange(fresh, target) {
        exchanged?;
        return world.remove_directory(fresh);
    }
    // Between the two steps nothing is at `target`; the old directory is still next to it.
    let old = format!("{fresh}.old");
    fs::rename(target, &old)?;
    if let Err(error) = fs::rename(fresh, target) {
        let _ = fs::rename(&old, target);
        return Err(error);
    }
    world.remove_directory(&old)
}

/// Lets two names change places; nothing if the system or the disk cannot do that.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(a: &str, b: &str) -> Option<io::Result<()>> {
    use rustix::{
        fs::{CWD, RenameFlags, renameat_with},
        io::Errno,
    };
    match renameat_with(CWD, a, CWD, b, RenameFlags::EXCHANGE) {
        Ok(()) => Some(Ok(())),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => None,
        Err(error) => Some(Err(error.into())),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(_: &str, _: &str) -> Option<io::Result<()>> {
    None
}
