//! What the project's configuration says about reports: `diagnostics` and `notes` in `.yardstick.yaml`.
//!
//! It is read only when there is something to report. The file is looked for in the current directory and then in
//! those above it. A file that cannot be used says nothing here; `check`, which needs all of it, reports what is wrong.

use std::sync::Arc;

use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_world::{When, World, paths};

use crate::voice::Wish;

/// The name of the file.
const NAME: &str = ".yardstick.yaml";

/// What the configuration says about reports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) diagnostics: Option<Wish>,
    pub(crate) notes: Option<When>,
}

impl Settings {
    /// What the configuration of the current directory's project says.
    pub(crate) fn of_project(world: &dyn World) -> Self {
        let found = find(world).and_then(|path| world.read(&path).ok());
        found.and_then(Self::read).unwrap_or_default()
    }

    fn read(bytes: Vec<u8>) -> Option<Self> {
        let file = Arc::new(SourceFile::new(NAME, bytes));
        let tree =
            yardstick_yaml::parse(file, FileId(0), &yardstick_yaml::Options::default()).ok()?;
        let root = tree.document(0)?.root().dereferenced();
        if !root.is_map() {
            return None;
        }
        let word = |name: &str| {
            let entry = root.entries().find(|entry| entry.key.text() == name)?;
            Some(entry.value.dereferenced()).filter(|value| value.is_scalar()).map(|one| one.text())
        };
        Some(Self {
            diagnostics: word("diagnostics").and_then(Wish::from_name),
            notes: word("notes").and_then(When::from_name),
        })
    }
}

/// The nearest configuration.
fn find(world: &dyn World) -> Option<String> {
    let mut directory = world.current_directory().ok()?;
    loop {
        let path = paths::join(&directory, NAME);
        if world.is_readable(&path) {
            return Some(path);
        }
        directory.truncate(directory.rfind('/')?);
    }
}
