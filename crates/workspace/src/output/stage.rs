//! Stages the results for many directories in one place.
//!
//! Syncing the disk and creating temporary directories take longer than rendering. So the results of many runs are
//! written to one directory and synced once. Then each result is moved to its place as [`write_files`] does it:
//! completely or not at all.

use std::{
    io::ErrorKind,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use yardstick_diagnostics::Result;

use super::{
    OutputFile,
    directory::{
        check, create, failed, parents, place_all, refuse_if_interrupted, take, write_files,
    },
    journal::{self, Move, digest},
};
use crate::{
    World, paths,
    temporary::{is_temporary, temporary_name},
    world::{Entry, EntryKind, Lock},
};

/// A staging directory for results. It is removed on drop.
pub struct Stage<'a> {
    world: &'a dyn World,
    path: String,
    count: AtomicUsize,
    /// The files added so far.
    added: Mutex<Vec<Move>>,
    /// As long as we hold the lock, no other run takes the directory for a leftover.
    _ours: Lock,
}

/// A staged result.
#[derive(Debug)]
pub struct Staged {
    directory: String,
    /// Subdirectories that it needs.
    parents: Vec<String>,
    /// The source and target of each move.
    moves: Vec<(String, String)>,
    /// The paths below the directory, and whether each is YAML.
    below: Vec<(String, bool)>,
}

impl<'a> Stage<'a> {
    /// Completes what killed runs left in `parent`, if it belongs below those of `directories` that `may_write`
    /// allows, and removes it.
    pub fn recover(
        world: &dyn World,
        parent: &str,
        directories: &[String],
        may_write: &dyn Fn(&str) -> bool,
    ) {
        let is_left =
            |entry: &Entry| entry.kind == EntryKind::Directory && is_temporary(&entry.name);
        let mut left = world.list(parent).unwrap_or_default();
        left.retain(is_left);
        if left.is_empty() {
            return;
        }
        let directories = directories.iter().filter(|directory| may_write(directory));
        let directories: Vec<String> = directories.cloned().collect();
        let _one_at_a_time = world.lock(parent);
        for entry in left {
            let path = paths::join(parent, &entry.name);
            if let Ok(Some(_ours)) = world.try_lock(&path)
                && journal::complete(world, &path, parent, &directories)
            {
                let _ = world.remove_directory(&path);
            }
        }
    }

    /// Creates a staging directory in `parent`, which should be on the same disk as the results.
    pub fn open(world: &'a dyn World, parent: &str) -> std::io::Result<Self> {
        world.create_directory(parent)?;
        let _one_at_a_time = world.lock(parent)?;
        let path = paths::join(parent, &temporary_name(world));
        world.create_new_directory(&path, None)?;
        let ours = world.lock(&path)?;
        Ok(Self { world, path, count: AtomicUsize::new(0), added: Mutex::default(), _ours: ours })
    }

    /// Writes `files`, which belong below `directory`, to the stage.
    pub fn add(&self, directory: &str, files: &[OutputFile]) -> Result<Staged> {
        check(self.world, directory, files)?;
        let mut staged = Staged {
            directory: directory.to_owned(),
            parents: parents(files).into_iter().map(str::to_owned).collect(),
            moves: Vec::with_capacity(files.len()),
            below: Vec::with_capacity(files.len()),
        };
        let mut list = Vec::with_capacity(files.len());
        for file in files {
            let number = self.count.fetch_add(1, Ordering::Relaxed);
            let from = format!("{}/{number}", self.path);
            let to = paths::join(directory, &file.path);
            let written = self.world.write_new(&from, &file.contents, Some(&to));
            written.map_err(|error| failed("write", &to, &error))?;
            list.push(Move {
                from: number.to_string(),
                directory: directory.to_owned(),
                to: file.path.clone(),
                digest: digest(&file.contents),
            });
            staged.moves.push((from, to));
            staged.below.push((file.path.clone(), file.is_yaml));
        }
        self.added.lock().unwrap_or_else(PoisonError::into_inner).extend(list);
        Ok(staged)
    }

    /// Waits until all added files and their journal are on the disk.
    pub fn sync(&self) -> Result<()> {
        let added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        if added.is_empty() {
            return Ok(());
        }
        let files: Vec<String> =
            added.iter().map(|one| format!("{}/{}", self.path, one.from)).collect();
        let synced = self.world.sync(&self.path, &files);
        synced.map_err(|error| failed("sync", &self.path, &error))?;
        let written = journal::write(self.world, &self.path, &added);
        written.map_err(|error| failed("write", &self.path, &error))
    }

    /// Moves a result to its place, after [`sync`](Self::sync).
    pub fn place(&self, staged: &Staged) -> Result<()> {
        let (world, directory) = (self.world, staged.directory.as_str());
        let is_new = world.entry(directory).is_err();
        create(world, directory)?;
        let ours = if is_new {
            world.lock(directory).map_err(|error| failed("lock", directory, &error))?
        } else {
            take(world, directory)?
        };
        let held = world.defer_signals();
        refuse_if_interrupted(&*held)?;
        let parents = staged.parents.iter().map(|parent| paths::join(directory, parent));
        let parents: Vec<String> = parents.filter(|path| world.entry(path).is_err()).collect();
        let made = parents.iter().try_for_each(|parent| create(world, parent));
        let placed = match made.map(|()| place_all(world, &staged.moves)) {
            Ok(Ok(())) => return Ok(()),
            // The output is on another disk than the stage.
            Ok(Err((_, error))) if error.kind() == ErrorKind::CrossesDevices => {
                drop(ours);
                return self.copy(staged);
            }
            Ok(Err((to, error))) => Err(failed("open", to, &error)),
            Err(error) => Err(error),
        };
        for parent in parents.iter().rev() {
            let _ = world.remove_directory(parent);
        }
        placed
    }

    /// Copies a result from the stage to another disk.
    fn copy(&self, staged: &Staged) -> Result<()> {
        let read = |((from, to), (below, is_yaml)): (&(String, String), &(String, bool))| {
            let contents = self.world.read(from).map_err(|error| failed("read", to, &error))?;
            Ok(OutputFile { path: below.clone(), contents, is_yaml: *is_yaml })
        };
        let files: Vec<OutputFile> =
            staged.moves.iter().zip(&staged.below).map(read).collect::<Result<_>>()?;
        write_files(self.world, &staged.directory, &files).map(drop)
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        journal::remove(self.world, &self.path);
        // If this fails, the next run removes it.
        let _ = self.world.remove_directory(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Memory;

    fn file(path: &str) -> OutputFile {
        OutputFile::yaml(path.to_owned(), b"a: 1\n".to_vec())
    }

    #[test]
    fn results_wait_until_they_are_placed() {
        let world = Memory::new()
            .with_file("out/a/old.yml", "")
            .with_file("kept/.yardstick-00000000000000ff.new/0", "half");
        Stage::recover(&world, "kept", &[], &|_| true);
        let stage = Stage::open(&world, "kept").unwrap();
        let one = stage.add("out/a", &[file("x.yml"), file("d/y.yml")]).unwrap();
        let other = stage.add("out/b", &[file("x.yml")]).unwrap();
        stage.sync().unwrap();
        let placed = || -> Vec<String> {
            let all = world.files().into_keys();
            all.filter(|path| path.starts_with("/project/out")).collect()
        };
        assert_eq!(placed(), ["/project/out/a/old.yml"]);
        stage.place(&one).unwrap();
        stage.place(&other).unwrap();
        drop(stage);
        let all: Vec<String> = world.files().into_keys().collect();
        assert_eq!(
            all,
            [
                "/project/out/a/d/y.yml",
                "/project/out/a/old.yml",
                "/project/out/a/x.yml",
                "/project/out/b/x.yml"
            ]
        );
    }

    #[test]
    fn what_cannot_be_placed_is_refused_before() {
        let world = Memory::new().with_directory("out/x.yml");
        let stage = Stage::open(&world, "kept").unwrap();
        let error = stage.add("out", &[file("x.yml")]).unwrap_err();
        assert_eq!(error.message, "open out/x.yml: is a directory");
        assert!(stage.add("out", &[file("../x.yml")]).is_err());
    }
}
