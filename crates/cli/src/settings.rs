//! What the project's configuration says about reports: `diagnostics` and `notes` in the project file.
//!
//! A file that cannot be used says nothing here; `check`, which needs all of it, reports what is wrong.

use std::sync::Arc;

use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_world::{When, World};

use crate::voice::Wish;

/// What the configuration says about reports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) diagnostics: Option<Wish>,
    pub(crate) notes: Option<When>,
}

impl Settings {
    /// What the configuration of the current directory's project says.
    pub(crate) fn of_project(world: &dyn World) -> Self {
        yardstick_project::locate(world)
            .and_then(|path| Self::read(&path, world.read(&path).ok()?))
            .unwrap_or_default()
    }

    fn read(path: &str, bytes: Vec<u8>) -> Option<Self> {
        let file = Arc::new(SourceFile::new(path, bytes));
        let tree =
            yardstick_yaml::parse(file, FileId(0), &yardstick_yaml::Options::default()).ok()?;
        let root = tree.document(0)?.root().dereferenced();
        if !root.is_map() {
            return None;
        }
        let word = |name: &str| {
            let entry = root.entries().find(|entry| entry.key.text() == name)?;
            Some(entry.value.dereferenced())
                .filter(|value| value.is_scalar())
                .map(yardstick_yaml::NodeRef::text)
        };
        Some(Self {
            diagnostics: word("diagnostics").and_then(Wish::from_name),
            notes: word("notes").and_then(When::from_name),
        })
    }
}
