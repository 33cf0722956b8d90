//! Writing to the disk so that no other process sees or redirects it.
//!
//! Results often hold secrets. New files are for their owner alone; those that replace others keep their mode.
//! Names are made, never reused: what is there already, a link above all, is an error.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read, Write},
};

use yardstick_diagnostics::limits::STREAM_BYTES;

/// Makes a directory and the ones above it, each for its owner alone.
pub(crate) fn create_directory(path: &str) -> io::Result<()> {
    builder().recursive(true).create(path)
}

/// Makes a directory that is not there, with the mode of `like` if that is a directory.
pub(crate) fn create_new_directory(path: &str, like: Option<&str>) -> io::Result<()> {
    builder().create(path)?;
    match like.and_then(|like| fs::symlink_metadata(like).ok()) {
        Some(metadata) if metadata.is_dir() => fs::set_permissions(path, metadata.permissions()),
        _ => Ok(()),
    }
}

/// Writes a file that is not there, with the mode of `like` if that is a file.
pub(crate) fn write_new(path: &str, bytes: &[u8], like: Option<&str>) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    match like.and_then(|like| fs::symlink_metadata(like).ok()) {
        Some(metadata) if metadata.is_file() => file.set_permissions(metadata.permissions()),
        _ => Ok(()),
    }
}

/// Files from which on the whole disk is brought up to date at once, instead of one after the other.
#[cfg(target_os = "linux")]
const MANY: usize = 16;

/// Waits until the files have reached the disk. They are in `directory`.
pub(crate) fn sync(directory: &str, files: &[String]) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if files.len() > MANY {
        return Ok(rustix::fs::syncfs(File::open(directory)?)?);
    }
    for file in files {
        File::open(file)?.sync_all()?;
    }
    // That the directory itself cannot be opened is no failure: not every system lets it be.
    match File::open(directory) {
        Ok(directory) => directory.sync_all().or(Ok(())),
        Err(_) => Ok(()),
    }
}

/// Waits until no other run works in `directory`, in this or another container.
pub(crate) fn lock(directory: &str) -> io::Result<Option<File>> {
    // Some systems do not open directories, and some disks have no locks. Names are unique there all the same.
    let Ok(file) = File::open(directory) else { return Ok(None) };
    match file.lock() {
        Ok(()) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
        Err(_) => Ok(None),
    }
}

/// Locks a directory without waiting; `None` if another run works there, or if that is unknown.
pub(crate) fn try_lock(directory: &str) -> io::Result<Option<File>> {
    let file = File::open(directory)?;
    Ok(file.try_lock().is_ok().then_some(file))
}

/// The bytes of a file, unless there are more than `most`: a device may have no end.
pub(crate) fn read(path: &str, most: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let metadata = file.metadata();
    // What has no length may have no end, and memory for it grows by copying.
    let is_stream = metadata.as_ref().is_ok_and(|metadata| !metadata.is_file());
    let most = if is_stream { most.min(STREAM_BYTES) } else { most };
    let length = metadata.map_or(0, |metadata| metadata.len());
    if length > most {
        return Err(too_large(most));
    }
    // One more byte tells whether the end was reached without asking for room again.
    let mut bytes = Vec::with_capacity(length as usize + 1);
    if !is_stream && (1..=SMALL_FILE).contains(&length) {
        bytes.resize(length as usize + 1, 0);
        let read = read_some(&mut file, &mut bytes)?;
        bytes.truncate(read);
        // A file gives less than there is room for only at its end, so there is no need to ask again.
        if read as u64 == length {
            return Ok(bytes);
        }
    }
    file.take(most + 1 - bytes.len() as u64).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

/// Files of up to so many bytes are read in one go.
const SMALL_FILE: u64 = 64 * 1024;

/// Reads once, however often it is interrupted before it starts.
fn read_some(file: &mut File, bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// How much of standard input is read: as much as of a file if it is one, else as much as of a pipe.
pub(crate) fn most_of_stdin(most: u64) -> u64 {
    let is_file = fs::metadata("/dev/stdin").is_ok_and(|metadata| metadata.is_file());
    if is_file { most } else { most.min(STREAM_BYTES) }
}

pub(crate) fn too_large(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than the limit of {most} bytes"))
}

#[cfg(unix)]
fn builder() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn builder() -> DirBuilder {
    DirBuilder::new()
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(not(unix))]
fn private(_: &mut OpenOptions) {}
