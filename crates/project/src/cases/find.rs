//! Finds the test cases of a project.

use yardstick_diagnostics::{Diagnostic, Result, Sources, bail, codes};
use yardstick_world::{Entry, EntryKind, World, describe, nearby, paths};

use super::{Case, overlooked};
use crate::Project;

/// The default directory of test cases.
pub const DIRECTORY: &str = "tests";

/// A folder with one of these files is a test case.
pub(super) const MARKERS: [&str; 5] =
    ["test.yml", "test.yaml", "args", "values.yml", "values.yaml"];

/// The maximum nesting of folders, because links may form cycles.
const DEEPEST: usize = 32;

/// The result of a search below a directory.
#[derive(Debug, Default)]
pub struct Found {
    /// The cases, sorted by name.
    pub cases: Vec<Case>,
    /// Warnings about folders that look like a case but are not.
    pub warnings: Vec<Diagnostic>,
}

/// Finds the cases below `directory`. Paths are relative to the directory of the project.
pub fn find(
    world: &dyn World,
    sources: &Sources,
    project: Option<&Project>,
    directory: &str,
) -> Result<Found> {
    let directory = paths::clean(directory);
    let mut folders = Folders::default();
    folders.collect(world, &directory, 0)?;
    let read = |(folder, files): &Folder| Case::read(world, sources, project, folder, files);
    Ok(Found {
        cases: folders.cases.iter().map(read).collect::<Result<_>>()?,
        warnings: overlooked::warnings(world, sources, &folders.others),
    })
}

/// True if there is a case below `directory`.
pub(crate) fn any(world: &dyn World, directory: &str) -> bool {
    let mut folders = Folders::default();
    folders.collect(world, directory, 0).is_ok() && !folders.cases.is_empty()
}

/// A folder with the names of its entries.
pub(super) type Folder = (String, Vec<String>);

#[derive(Default)]
struct Folders {
    cases: Vec<Folder>,
    /// Folders that are not cases, with their files; `None` for a completely empty folder.
    others: Vec<(String, Option<Vec<String>>)>,
}

impl Folders {
    fn collect(&mut self, world: &dyn World, folder: &str, depth: usize) -> Result<()> {
        let mut entries = match world.list(folder) {
            Ok(entries) => entries,
            Err(error) => {
                let below = paths::join(DIRECTORY, folder);
                let note = if world.is_directory(&below) {
                    format!("there is {below}; `--filter {folder}` chooses cases by their names")
                } else if let Some(near) = Some(folder)
                    .filter(|folder| *folder != DIRECTORY)
                    .and_then(|folder| nearby::hint(world, folder))
                {
                    near
                } else {
                    "test cases are folders below `tests`; or name another directory: yardstick test DIRECTORY".to_owned()
                };
                bail!(codes::TEST_CASE, describe("open", folder, &error); note: note)
            }
        };
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        if entries.iter().any(|entry| MARKERS.contains(&entry.name.as_str())) {
            let names = entries.into_iter().map(|entry| entry.name).collect();
            self.cases.push((folder.to_owned(), names));
            return Ok(());
        }
        let is_folder = |entry: &Entry| match entry.kind {
            EntryKind::Directory => true,
            EntryKind::File => false,
            _ => world.is_directory(&paths::join(folder, &entry.name)),
        };
        let is_empty = entries.is_empty();
        let (folders, files): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(is_folder);
        let files: Vec<String> = files.into_iter().map(|file| file.name).collect();
        self.others.push((folder.to_owned(), (!is_empty).then_some(files)));
        for entry in folders {
            if !entry.name.starts_with('.') && depth < DEEPEST {
                self.collect(world, &paths::join(folder, &entry.name), depth + 1)?;
            }
        }
        Ok(())
    }
}
