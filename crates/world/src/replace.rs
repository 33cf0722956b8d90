//! Replaces a directory with another one in one step, so that other processes never see a mixture of old and new
//! files.

use std::{fs, io};

/// Puts `fresh` at `target` and returns the path where the old directory is now. If the system can exchange two names,
/// `target` always names the old or the new directory, even if the process is killed.
pub(super) fn directory(fresh: &str, target: &str) -> io::Result<String> {
    let old = format!("{fresh}.old");
    match fs::symlink_metadata(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::rename(fresh, target)?;
            return Ok(old);
        }
        Err(error) => return Err(error),
        Ok(_) => {}
    }
    if let Some(exchanged) = exchange(fresh, target) {
        exchanged?;
        return Ok(fresh.to_owned());
    }
    // Between the two steps there is nothing at `target`, but the old directory is still next to it.
    fs::rename(target, &old)?;
    if let Err(error) = fs::rename(fresh, target) {
        let _ = fs::rename(&old, target);
        return Err(error);
    }
    Ok(old)
}

/// Exchanges two names; `None` if the system or the disk cannot do that.
#[cfg(any(target_os = "linux", target_os = "macos"))]
pub(super) fn exchange(a: &str, b: &str) -> Option<io::Result<()>> {
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
pub(super) fn exchange(_: &str, _: &str) -> Option<io::Result<()>> {
    None
}
