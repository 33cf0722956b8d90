//! Computes the changes that writing the result would make, without writing it.

use std::{collections::BTreeMap, io};

use yardstick_diagnostics::{Result, bail, codes};

use super::{OutputFile, destination};
use crate::{
    SymlinkRules, World, inputs, paths,
    world::{EntryKind, describe},
};

/// A file that would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its path, including the directory.
    pub path: String,
    /// The current content; `None` if it does not exist.
    pub before: Option<Vec<u8>>,
    /// The new content; `None` if it would be removed.
    pub after: Option<Vec<u8>>,
}

/// The number of new, changed and unchanged files in a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Files that did not exist.
    pub created: usize,
    /// Files with different content.
    pub updated: usize,
    /// Files with the same content.
    pub unchanged: usize,
}

/// Counts the effect of writing `files` into `directory`.
pub fn tally(world: &dyn World, directory: &str, files: &[OutputFile]) -> Tally {
    let mut tally = Tally::default();
    for file in files {
        match world.read_found(&paths::join(directory, &file.path)) {
            Ok(before) if before == file.contents => tally.unchanged += 1,
            Err(error) if error.kind() == io::ErrorKind::NotFound => tally.created += 1,
            // The file exists, even if it cannot be read.
            Ok(_) | Err(_) => tally.updated += 1,
        }
    }
    tally
}

/// The changes of writing `files` into `directory`, sorted by path. Other files there are removed if the directory is
/// emptied, and kept otherwise.
pub fn changes(
    world: &dyn World,
    directory: &str,
    files: &[OutputFile],
    emptied: bool,
) -> Result<Vec<Change>> {
    destination::check_inside(files)?;
    // Of two files with the same path, the later one wins.
    let mut wanted: BTreeMap<String, Option<&OutputFile>> =
        files.iter().map(|file| (paths::join(directory, &file.path), Some(file))).collect();
    if emptied && matches!(world.entry(directory), Ok(EntryKind::Directory)) {
        let everything = SymlinkRules { allow_all: true, allowed: Vec::new() };
        for file in inputs::resolve(world, &[directory], &everything)? {
            wanted.entry(paths::join(directory, file.path())).or_default();
        }
    }
    let mut changes = Vec::new();
    for (path, file) in wanted {
        let before = match world.read_found(&path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                bail!(codes::OUTPUT_FAILED, describe("open", &path, &error));
            }
        };
        let after = file.map(|file| file.contents.clone());
        if before != after {
            changes.push(Change { path, before, after });
        }
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Memory;

    #[test]
    fn only_what_would_change_is_named() {
        let world = Memory::new()
            .with_file("out/same.yml", "a: 1\n")
            .with_file("out/old.yml", "a: 0\n")
            .with_file("out/other.txt", "x");
        let file = |path: &str| OutputFile::yaml(path.to_owned(), b"a: 1\n".to_vec());
        let files = [file("same.yml"), file("old.yml"), file("d/new.yml")];
        let summary = |emptied| {
            let changes = changes(&world, "out", &files, emptied).unwrap();
            let one = |c: Change| (c.path, c.before.is_some(), c.after.is_some());
            changes.into_iter().map(one).collect::<Vec<_>>()
        };
        let counts = Tally { created: 1, updated: 1, unchanged: 1 };
        assert_eq!(tally(&world, "out", &files), counts);
        let kept =
            vec![("out/d/new.yml".to_owned(), false, true), ("out/old.yml".to_owned(), true, true)];
        assert_eq!(summary(false), kept);
        let removed = vec![("out/other.txt".to_owned(), true, false)];
        assert_eq!(summary(true), [kept, removed].concat());
    }
}
