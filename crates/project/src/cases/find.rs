//! Where the cases are.

use yardstick_diagnostics::{Result, Sources, bail, codes};
use yardstick_world::{EntryKind, World, describe, paths};

use super::Case;
use crate::Project;

/// Files that make a folder a case.
const MARKERS: [&str; 5] = ["test.yml", "test.yaml", "args", "values.yml", "values.yaml"];

/// How deep folders of cases may be in each other; links may make circles.
const DEEPEST: usize = 32;

/// The cases below `directory`, in the order of their names. Paths lead from the project's directory.
pub fn find(
    world: &dyn World,
    sources: &Sources,
    project: Option<&Project>,
    directory: &str,
) -> Result<Vec<Case>> {
    let directory = paths::clean(directory);
    let mut folders = Vec::new();
    collect(world, &directory, 0, &mut folders)?;
    folders
        .iter()
        .map(|(folder, files)| Case::read(world, sources, project, folder, files))
        .collect()
}

/// A folder with the names in it.
type Folder = (String, Vec<String>);

fn collect(world: &dyn World, folder: &str, depth: usize, found: &mut Vec<Folder>) -> Result<()> {
    let mut entries = match world.list(folder) {
        Ok(entries) => entries,
        Err(error) => bail!(
            codes::TEST_CASE, describe("open", folder, &error);
            note: "test cases are folders below `tests`; or name another directory: yardstick test DIRECTORY"
        ),
    };
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    if entries.iter().any(|entry| MARKERS.contains(&entry.name.as_str())) {
        let names = entries.into_iter().map(|entry| entry.name).collect();
        found.push((folder.to_owned(), names));
        return Ok(());
    }
    for entry in entries {
        let path = paths::join(folder, &entry.name);
        let is_folder = match entry.kind {
            EntryKind::Directory => true,
            EntryKind::File => false,
            _ => world.is_directory(&path),
        };
        if is_folder && !entry.name.starts_with('.') && depth < DEEPEST {
            collect(world, &path, depth + 1, found)?;
        }
    }
    Ok(())
}
