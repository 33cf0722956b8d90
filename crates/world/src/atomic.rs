//! Writes one file atomically, so that an interrupted run or a full disk never leaves a partial file.

use std::io;

use crate::{EntryKind, World};

/// Writes `bytes` to `path`, and creates its directory if needed. At any time the file has its old or its complete new
/// content, because the bytes are written under another name first. An existing file keeps its mode. A link, a device
/// or a pipe is not replaced: the bytes are written to it directly.
pub fn write_atomically(world: &dyn World, path: &str, bytes: &[u8]) -> io::Result<()> {
    let fresh = format!("{path}.{:016x}.new", world.unique_number());
    let written = match world.entry(path) {
        Ok(EntryKind::File) => world.write_new(&fresh, bytes, Some(path)),
        Ok(_) => return world.write(path, bytes),
        Err(_) => {
            let directory = path.rsplit_once('/').map_or(".", |(directory, _)| directory);
            if !directory.is_empty() {
                world.create_directory(directory)?;
            }
            world.write(&fresh, bytes)
        }
    };
    let placed = written.and_then(|()| world.rename(&fresh, path));
    let Err(error) = placed else { return Ok(()) };
    let _ = world.remove_file(&fresh);
    match error.kind() {
        // In a directory that we do not own, no file can be created beside the target, and a mounted file cannot be
        // replaced. Then write in place.
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::ResourceBusy => world.write(path, bytes),
        _ => Err(error),
    }
}
