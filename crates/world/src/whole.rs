//! One file, written as a whole.

use std::io;

use crate::{EntryKind, World};

/// Writes `bytes` to `path`, in a new directory if need be. The file holds what it held before, or all of them: they are
/// written under another name first. A file that is there keeps its mode. What is no file itself, a link, a device or a
/// pipe, is not replaced: it takes the bytes as they come.
pub fn write_whole(world: &dyn World, path: &str, bytes: &[u8]) -> io::Result<()> {
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
        // Nothing can be put next to a file in a directory that is not ours, nor in the place of one that is mounted.
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::ResourceBusy => world.write(path, bytes),
        _ => Err(error),
    }
}
