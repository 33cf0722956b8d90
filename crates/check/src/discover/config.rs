//! `.yardstick.yaml`: which schema applies to which files.
//!
//! ```yaml
//! schemas:
//!   schemas/app.yaml: ["deploy/*.yaml", "app.yml"]
//! ```

use std::path::{Path, PathBuf};

use super::patterns::Patterns;
use crate::instance::View;

/// The project's configuration.
#[derive(Debug)]
pub struct Config {
    directory: PathBuf,
    schemas: Vec<(String, Patterns)>,
}

impl Config {
    /// The name of the file.
    pub const NAME: &str = ".yardstick.yaml";

    /// The configuration in `view`, which was read from a file in `directory`.
    pub fn read(view: &View, directory: &Path) -> Self {
        let mut schemas = Vec::new();
        let root = view.tree().document(0).map(|document| document.root().dereferenced().id().0);
        let table = root
            .filter(|&root| view.node(root).is_map())
            .and_then(|root| view.member(root, "schemas"))
            .map(|(_, table)| view.node(table));
        for (key, value) in
            table.filter(|table| table.is_map()).iter().flat_map(|table| view.members(table.id().0))
        {
            let mut patterns = Patterns::default();
            let value = view.node(value);
            if value.is_sequence() {
                value.items().for_each(|item| patterns.add(item.dereferenced().text()));
            } else {
                patterns.add(value.text());
            }
            schemas.push((view.name(key).to_owned(), patterns));
        }
        Self { directory: directory.to_owned(), schemas }
    }

    /// The schema of `path`, and the directory it is relative to.
    pub(super) fn find(&self, path: &Path) -> Option<(String, PathBuf)> {
        let (reference, _) = self.schemas.iter().find(|(_, patterns)| patterns.matches(path))?;
        Some((reference.clone(), self.directory.clone()))
    }
}
