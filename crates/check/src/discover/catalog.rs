//! A catalog in the form of `SchemaStore`'s: `{"schemas": [{"fileMatch": [...], "url": "..."}]}`.

use yardstick_yaml::{NodeId, json::View};

use super::patterns::{Match, Patterns};

/// Schemas by the names of files.
#[derive(Debug, Default)]
pub struct Catalog {
    entries: Vec<(Patterns, String)>,
}

impl Catalog {
    /// The catalog in `view`.
    pub fn read(view: &View) -> Self {
        let member = |map: NodeId, name| {
            let map = view.node(map);
            map.is_map().then(|| view.get(map.id(), name)).flatten().map(|value| view.node(value))
        };
        let root = view.tree().document(0).map(|document| document.root().id());
        let schemas = root.and_then(|root| member(root, "schemas"));
        let mut entries = Vec::new();
        for entry in schemas.iter().flat_map(|schemas| schemas.items()) {
            let (Some(names), Some(url)) =
                (member(entry.id(), "fileMatch"), member(entry.id(), "url"))
            else {
                continue;
            };
            let mut patterns = Patterns::default();
            names.items().for_each(|name| patterns.add(name.dereferenced().text()));
            entries.push((patterns, url.text().to_owned()));
        }
        Self { entries }
    }

    /// The URL for `path`, and what the pattern that names it says.
    pub(super) fn find(&self, path: &str) -> Option<(&str, Match)> {
        self.entries.iter().find_map(|(patterns, url)| Some((url.as_str(), patterns.find(path)?)))
    }

    /// Whether any pattern spells out a hidden name.
    pub(super) fn names_hidden(&self) -> bool {
        self.entries.iter().any(|(patterns, _)| patterns.name_hidden())
    }
}
