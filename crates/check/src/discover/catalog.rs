//! A catalog in the form of `SchemaStore`'s: `{"schemas": [{"fileMatch": [...], "url": "..."}]}`.
//!
//! It comes from a file, a directory or a URL. Schemas that are next to a catalog on disk are read there.

use yardstick_diagnostics::Diagnostic;
use yardstick_world::paths;
use yardstick_yaml::{NodeId, json::View};

use super::{
    directory_of,
    patterns::{Match, Patterns},
};
use crate::schema::SchemaStore;

/// The word for `SchemaStore`'s own catalog, and where that is.
const SCHEMA_STORE: (&str, &str) =
    ("schemastore", "https://www.schemastore.org/api/json/catalog.json");

/// Where the catalog is in a directory: in one made for it, or in a copy of `SchemaStore`'s repository.
const FILES: [&str; 3] = ["catalog.json", "api/json/catalog.json", "src/api/json/catalog.json"];

/// Where schemas are, as seen from the directory of a catalog.
const DIRECTORIES: [&str; 4] = ["", "schemas", "schemas/json", "../../schemas/json"];

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
            for name in names.items() {
                // Catalogs are other people's: a pattern that cannot be read matches nothing.
                let _ = patterns.add(name.dereferenced().text());
            }
            entries.push((patterns, url.text().to_owned()));
        }
        Self { entries }
    }

    /// The catalog that `reference` names: a file, a directory, a URL, or `schemastore`.
    pub fn load(reference: &str, store: &SchemaStore) -> Result<Self, Box<Diagnostic>> {
        let path = Self::file(reference, store);
        let file = store.load_setting(&path, "catalog").map_err(|problem| {
            let help = format!(
                "`yardstick schema fetch --catalog {reference}` copies it, with the schemas for the files here"
            );
            Box::new(problem.notes(path.contains("://").then_some(help)))
        })?;
        let catalog = Self::read(&file.view);
        if !path.contains("://") {
            let here = directory_of(&path);
            for (_, url) in &catalog.entries {
                let Some((prefix, _)) = url.rsplit_once('/') else { continue };
                for directory in DIRECTORIES {
                    let directory = match (here, directory) {
                        ("", "") => ".".to_owned(),
                        (here, "") => here.to_owned(),
                        (here, directory) => paths::join(here, directory),
                    };
                    if store.is_directory(&directory) {
                        store.add_directory(&format!("{prefix}/"), &directory);
                    }
                }
            }
        }
        Ok(catalog)
    }

    /// The path or URL of the catalog that `reference` names.
    pub fn file(reference: &str, store: &SchemaStore) -> String {
        if reference == SCHEMA_STORE.0 && !store.exists(reference) {
            return SCHEMA_STORE.1.to_owned();
        }
        if !store.is_directory(reference) {
            return reference.to_owned();
        }
        let mut files = FILES.iter().map(|name| paths::join(reference, name));
        files.find(|path| store.exists(path)).unwrap_or_else(|| paths::join(reference, FILES[0]))
    }

    /// The URL of the schema for `path`.
    pub fn url_for(&self, path: &str) -> Option<&str> {
        self.find(path).map(|(url, _)| url)
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
