//! Writes to the disk so that no other process can see or redirect the result.
//!
//! Output often contains secrets. New files are readable by their owner only; a file that replaces another keeps the
//! mode of the old one. Temporary names are always new: if something already has the name, in particular a link, that
//! is an error.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Read, Write},
};
#[cfg(unix)]
use std::{
    io::{Seek, SeekFrom},
    os::unix::fs::FileExt,
    sync::{Mutex, PoisonError},
    thread,
};

use yardstick_diagnostics::limits::STREAM_BYTES;

/// Creates a directory and its parents, each accessible by its owner only.
pub(crate) fn create_directory(path: &str) -> io::Result<()> {
    builder().recursive(true).create(path)
}

/// Creates a directory that must not exist, with the mode of `like` if that is a directory.
pub(crate) fn create_new_directory(path: &str, like: Option<&str>) -> io::Result<()> {
    builder().create(path)?;
    match like.and_then(|like| fs::symlink_metadata(like).ok()) {
        Some(metadata) if metadata.is_dir() => fs::set_permissions(path, metadata.permissions()),
        _ => Ok(()),
    }
}

/// Writes a file that must not exist, with the mode of `like` if that is a file.
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

/// With more files than this, the whole disk is synced at once instead of file by file.
#[cfg(target_os = "linux")]
const MANY: usize = 16;

/// Waits until `files`, which are in `directory`, have reached the disk.
pub(crate) fn sync(directory: &str, files: &[String]) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if files.len() > MANY {
        return Ok(rustix::fs::syncfs(File::open(directory)?)?);
    }
    for file in files {
        File::open(file)?.sync_all()?;
    }
    // Not every system can open a directory, so that is not an error.
    match File::open(directory) {
        Ok(directory) => directory.sync_all().or(Ok(())),
        Err(_) => Ok(()),
    }
}

/// Waits until no other run works in `directory`, in this or another container.
pub(crate) fn lock(directory: &str) -> io::Result<Option<File>> {
    // Some systems cannot open directories, and some disks have no locks. Unique names are enough there.
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

/// Reads a file of at most `most` bytes. The limit matters because a device may be endless.
pub(crate) fn read(path: &str, most: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let metadata = file.metadata();
    // Something without a length may be endless, and its buffer grows by copying.
    let is_stream = metadata.as_ref().is_ok_and(|metadata| !metadata.is_file());
    let most = if is_stream { most.min(STREAM_BYTES) } else { most };
    let length = metadata.map_or(0, |metadata| metadata.len());
    if length > most {
        return Err(too_large(most));
    }
    let is_large = !is_stream && length >= LARGE_FILE;
    // The additional byte shows that the end was reached, without another allocation.
    let room = length as usize + 1;
    let mut bytes = if is_large { read_pieces(&mut file, room) } else { Vec::with_capacity(room) };
    if !is_stream && (1..=SMALL_FILE).contains(&length) {
        bytes.resize(room, 0);
        let read = read_some(&mut file, &mut bytes)?;
        bytes.truncate(read);
        // A file returns less than requested only at its end, so a second read is not needed.
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

/// Files of at least this number of bytes are read on several threads: most of the time is copying, and clearing new memory.
const LARGE_FILE: u64 = 4 << 20;

/// The number of bytes that a thread reads at a time: a large page of memory.
#[cfg(unix)]
const PIECE: usize = 2 << 20;

/// Reads a file on several threads, into memory of `room` bytes, the length of the file and one. The file goes on after what
/// was read. Reads nothing if that fails, for example because the file has become shorter.
///
/// The threads are not those of a pool: while one of them waits for others, it takes up other work, which may wait for what
/// the caller has locked. And there may be as few of them as the system allows.
#[cfg(unix)]
fn read_pieces(file: &mut File, room: usize) -> Vec<u8> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(room.div_ceil(PIECE));
    if threads == 1 {
        return Vec::with_capacity(room);
    }
    let mut bytes = vec![0; room];
    bytes.pop();
    let pieces = Mutex::new(bytes.chunks_mut(PIECE).zip(0..));
    let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
    let from: &File = file;
    let read = || -> io::Result<()> {
        while let Some((piece, index)) = next() {
            from.read_exact_at(piece, index * PIECE as u64)?;
        }
        Ok(())
    };
    let is_read = thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, read).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let is_read = read().is_ok();
        others.into_iter().fold(is_read, |all, other| matches!(other.join(), Ok(Ok(()))) && all)
    });
    if !is_read || file.seek(SeekFrom::Start(bytes.len() as u64)).is_err() {
        bytes.clear();
    }
    bytes
}

/// Other systems read a file from its start to its end.
#[cfg(not(unix))]
fn read_pieces(_: &mut File, room: usize) -> Vec<u8> {
    Vec::with_capacity(room)
}

/// Files of up to this number of bytes are read at once.
const SMALL_FILE: u64 = 64 * 1024;

/// Reads once; repeats the call if a signal interrupts it.
fn read_some(file: &mut File, bytes: &mut [u8]) -> io::Result<usize> {
    loop {
        match file.read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// The limit for standard input: that of a file if it is a file, otherwise that of a pipe.
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn large_files_are_read_in_pieces() {
        let path = std::env::temp_dir().join(format!("yardstick-pieces-{}", std::process::id()));
        let written: Vec<u8> = (0..LARGE_FILE as usize + 7).map(|at| (at % 251) as u8).collect();
        fs::write(&path, &written).unwrap();
        let name = path.to_str().unwrap();
        assert!(read(name, u64::MAX / 2).unwrap() == written);
        assert!(read(name, LARGE_FILE).is_err());
        // Pieces of a file that has become shorter are not mixed with zeros.
        let mut file = File::open(&path).unwrap();
        assert_eq!(read_pieces(&mut file, 3 * PIECE), b"");
        let mut rest = Vec::new();
        file.read_to_end(&mut rest).unwrap();
        assert!(rest == written);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn who_reads_does_nothing_else_meanwhile() {
        use std::cell::Cell;

        use rayon::prelude::*;

        thread_local! {
            static READS: Cell<bool> = const { Cell::new(false) };
        }
        let path = std::env::temp_dir().join(format!("yardstick-alone-{}", std::process::id()));
        fs::write(&path, vec![b'x'; 8 * LARGE_FILE as usize]).unwrap();
        let name = path.to_str().unwrap();
        let one = |_| {
            // Otherwise a caller that holds a lock might wait for itself.
            assert!(!READS.replace(true), "another read began on the same thread");
            assert_eq!(read(name, u64::MAX / 2).unwrap().len() as u64, 8 * LARGE_FILE);
            READS.set(false);
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
        pool.install(|| (0..50).into_par_iter().for_each(one));
        fs::remove_file(&path).unwrap();
    }
}
