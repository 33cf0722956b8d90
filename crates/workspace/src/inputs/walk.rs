//! Lists all files below a directory.

use yardstick_diagnostics::{Diagnostic, Result, codes};

use super::check_file;
use crate::{
    SymlinkRules, World, paths,
    temporary::is_temporary,
    world::{EntryKind, describe},
};

/// The files below `root`, including hidden ones: the path below `root` and the full path of each. Links to
/// directories are not followed; they count as files.
pub(super) fn directory(
    world: &dyn World,
    root: &str,
    links: &SymlinkRules,
) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    let mut left = vec![String::new()];
    while let Some(directory) = left.pop() {
        let full =
            if directory.is_empty() { root.to_owned() } else { paths::join(root, &directory) };
        let mut entries = world.list(&full).map_err(|error| {
            Diagnostic::error(codes::MISSING_FILE, describe("open", &full, &error))
        })?;
        // The order only determines which error comes first. It must not depend on the disk.
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        let clean = paths::clean(&full);
        for entry in entries {
            // A killed run left this directory.
            if entry.kind == EntryKind::Directory && is_temporary(&entry.name) {
                continue;
            }
            let below = beside(&directory, &entry.name);
            if entry.kind == EntryKind::Directory {
                left.push(below);
            } else {
                let path = match &*clean {
                    "." => below.clone(),
                    directory => beside(directory, &entry.name),
                };
                check_file(world, &path, entry.kind, links)?;
                if entry.kind == EntryKind::Link
                    && let Ok(end @ (EntryKind::Pipe | EntryKind::Other)) = world.kind(&path)
                {
                    check_file(world, &path, end, links)?;
                }
                files.push((below, path));
            }
        }
    }
    Ok(files)
}

/// The path of the entry `name` of a directory. Both are clean, so the path is.
fn beside(directory: &str, name: &str) -> String {
    let separator = if directory.is_empty() || directory.ends_with('/') { "" } else { "/" };
    [directory, separator, name].concat()
}
