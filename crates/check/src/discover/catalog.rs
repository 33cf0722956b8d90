//! A catalog in the form of `SchemaStore`'s: `{"schemas": [{"fileMatch": [...], "url": "..."}]}`.

use std::path::Path;

use super::patterns::Patterns;
use crate::instance::View;

/// Schemas by the names of files.
#[derive(Debug, Default)]
pub struct Catalog {
    entries: Vec<(Patterns, String)>,
}

impl Catalog {
    /// The catalog in `view`.
    pub fn read(view: &View) -> Self {
        let member = |map: u32, name| {
            let map = view.node(map);
            map.is_map()
                .then(|| view.member(map.id().0, name))
                .flatten()
                .map(|(_, value)| view.node(value))
        };
        let root = view.tree().document(0).map(|document| document.root().id().0);
        let schemas = root.and_then(|root| member(root, "schemas"));
        let mut entries = Vec::new();
        for entry in schemas.iter().flat_map(|schemas| schemas.items()) {
            let (Some(names), Some(url)) =
                (member(entry.id().0, "fileMatch"), member(entry.id().0, "url"))
            else {
                continue;
            };
            let mut patterns = Patterns::default();
            names.items().for_each(|name| patterns.add(name.dereferenced().text()));
            entries.push((patterns, url.text().to_owned()));
        }
        Self { entries }
    }

    /// The URL for `path`.
    pub(super) fn find(&self, path: &Path) -> Option<&str> {
        self.entries
            .iter()
            .find(|(patterns, _)| patterns.matches(path))
            .map(|(_, url)| url.as_str())
    }
}
