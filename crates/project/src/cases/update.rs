//! Compares and updates the complete results in the folder of a test case.

use yardstick_diagnostics::{Result, bail, codes};
use yardstick_workspace::output::Change;
use yardstick_world::{World, describe, write_atomically};

use super::{Case, run::at};

/// The difference between the file `name` of the case and `after`.
pub(super) fn changed(
    world: &dyn World,
    case: &Case,
    name: &str,
    after: &[u8],
) -> Result<Option<Change>> {
    let path = at(case, name);
    let before = if case.has(name) { Some(read(world, &path)?) } else { None };
    let differs = before.as_deref() != Some(after);
    Ok(differs.then(|| Change { path, before, after: Some(after.to_vec()) }))
}

/// The removal of the file `name`.
pub(super) fn removed(world: &dyn World, case: &Case, name: &str) -> Result<Option<Change>> {
    let path = at(case, name);
    Ok(Some(Change { before: Some(read(world, &path)?), path, after: None }))
}

fn read(world: &dyn World, path: &str) -> Result<Vec<u8>> {
    match world.read_found(path) {
        Ok(bytes) => Ok(bytes),
        Err(error) => bail!(codes::TEST_CASE, describe("open", path, &error)),
    }
}

/// Applies `changes` to the files.
pub(super) fn write(world: &dyn World, changes: &[Change]) -> Result<()> {
    for Change { path, after, .. } in changes {
        let done = match after {
            Some(bytes) => write_atomically(world, path, bytes),
            None => world.remove_file(path),
        };
        if let Err(error) = done {
            bail!(codes::OUTPUT_FAILED, describe("write", path, &error));
        }
    }
    Ok(())
}
