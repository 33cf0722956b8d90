//! Schema catalogs in the format of `SchemaStore`: `{"schemas": [{"fileMatch": [...], "url": "..."}]}`.
//!
//! A catalog comes from a file, a directory or a URL. Schemas next to a catalog on disk are read from there.

use rustc_hash::FxHashSet;
use yardstick_diagnostics::{Diagnostic, codes, spelling};
use yardstick_world::paths;
use yardstick_yaml::{NodeId, NodeRef, json::View};

use super::{
    directory_of,
    patterns::{Match, Patterns},
};
use crate::schema::SchemaStore;

/// The keyword for the public catalog of `SchemaStore`, and the URL of that catalog.
const SCHEMA_STORE: (&str, &str) =
    ("schemastore", "https://www.schemastore.org/api/json/catalog.json");

/// Where to look for the catalog in a directory: a directory made for it, or a clone of the `SchemaStore` repository.
const FILES: [&str; 3] = ["catalog.json", "api/json/catalog.json", "src/api/json/catalog.json"];

/// Where to look for schemas, relative to the directory of the catalog.
const DIRECTORIES: [&str; 4] = ["", "schemas", "schemas/json", "../../schemas/json"];

/// Maps file names to schemas.
#[derive(Debug, Default)]
pub struct Catalog {
    entries: Vec<(Patterns, String)>,
    /// The path or URL of the catalog, for messages.
    name: String,
}

impl Catalog {
    /// Reads the catalog in `view`.
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
            // One pattern may be written without a list.
            let one = names.is_scalar().then_some(names);
            for name in one.into_iter().chain(names.items()) {
                // Other people maintain catalogs, so an invalid pattern is not an error: it matches nothing.
                patterns.add_unchecked(name.dereferenced().text());
            }
            entries.push((patterns, url.text().to_owned()));
        }
        Self { entries, name: view.tree().source().name().to_owned() }
    }

    /// Returns the error for a file that is no catalog: it has no list of schemas, or no entry names files.
    fn not_a_catalog(view: &View) -> Option<Diagnostic> {
        let example =
            r#"a catalog is {"schemas": [{"fileMatch": ["*.yml"], "url": "schema.json"}]}"#;
        let tree = view.tree();
        let root = tree.document(0).map(|document| document.root().dereferenced());
        let list =
            root.filter(|root| root.is_map()).and_then(|root| view.get(root.id(), "schemas"));
        let name = tree.source().name();
        let Some(list) = list.map(|list| view.node(list)).filter(|list| list.is_sequence()) else {
            let message = format!("{name} is not a catalog: it has no list `schemas`");
            let at = root.map_or(tree.span(0, 0), NodeRef::content_span);
            let at = tree.span(at.start, at.start);
            return Some(Diagnostic::error(codes::CONFIGURATION, message).at(at).note(example));
        };
        // Entries without patterns are common: those schemas are for files that name them.
        let has = |name: &str| {
            let maps = list.items().map(NodeRef::dereferenced).filter(|one| one.is_map());
            maps.into_iter().any(|entry| view.get(entry.id(), name).is_some())
        };
        if list.is_empty() || has("fileMatch") {
            return None;
        }
        let maps = list.items().map(NodeRef::dereferenced).filter(|one| one.is_map());
        let keys = maps.flat_map(|entry| view.members(entry.id()).map(|member| member.key));
        let near = keys
            .into_iter()
            .find(|&key| spelling::nearest(view.name(key), ["fileMatch"]).is_some());
        let message =
            format!("no schema of {name} says which files it is for: `fileMatch` is missing");
        let at = near.map_or_else(|| list.content_span(), |key| view.written(key).content_span());
        let at = if near.is_some() { at } else { tree.span(at.start, at.start) };
        let note = near.map(|_| spelling::did_you_mean("fileMatch"));
        let problem = Diagnostic::error(codes::CONFIGURATION, message).at(at);
        Some(problem.note(note.unwrap_or_else(|| example.to_owned())))
    }

    /// Loads the catalog that `reference` names: a file, a directory, a URL, or `schemastore`.
    pub fn load(reference: &str, store: &SchemaStore) -> Result<Self, Box<Diagnostic>> {
        let path = Self::file(reference, store);
        let file = store.load_setting(&path, "catalog").map_err(|problem| {
            let help = format!(
                "`yardstick schema fetch --catalog {reference}` copies it, with the schemas for the files here"
            );
            let is_remote = path.contains("://");
            let near = spelling::hint(reference, [SCHEMA_STORE.0]).filter(|_| !is_remote);
            Box::new(problem.notes(is_remote.then_some(help)).notes(near))
        })?;
        if let Some(problem) = Self::not_a_catalog(&file.view) {
            return Err(Box::new(problem));
        }
        let mut catalog = Self::read(&file.view);
        if !path.contains("://") {
            let here = directory_of(&path);
            for (_, url) in &mut catalog.entries {
                if !url.contains("://") {
                    *url = store.url_of(url, here);
                }
            }
            catalog.add_directories(here, store);
        }
        Ok(catalog)
    }

    /// Lets `store` look for the schemas of this catalog next to it: in and below the directory `here`.
    fn add_directories(&self, here: &str, store: &SchemaStore) {
        let near = DIRECTORIES.iter().map(|directory| match (here, *directory) {
            ("", "") => ".".to_owned(),
            (here, "") => here.to_owned(),
            (here, directory) => paths::join(here, directory),
        });
        let near: Vec<String> = near.filter(|directory| store.is_directory(directory)).collect();
        // Most schemas of a catalog have the same address, up to the last part.
        let mut seen = FxHashSet::default();
        let prefixes = self.entries.iter().filter_map(|(_, url)| Some(url.rsplit_once('/')?.0));
        let homes = prefixes.filter(|prefix| seen.insert(*prefix)).flat_map(|prefix| {
            near.iter().map(move |directory| (format!("{prefix}/"), directory.clone()))
        });
        store.add_directories(homes.collect());
    }

    /// Returns the path or URL of the catalog that `reference` names.
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

    /// Returns the URL of the schema for the file at `path`.
    pub fn url_for(&self, path: &str) -> Option<&str> {
        self.find(path).map(|(url, _)| url)
    }

    /// Returns the URL of the schema for the file at `path`, with details about the pattern that matched.
    pub(super) fn find(&self, path: &str) -> Option<(&str, Match)> {
        self.entries.iter().find_map(|(patterns, url)| Some((url.as_str(), patterns.find(path)?)))
    }

    /// Returns the path or URL of the catalog.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether any pattern explicitly names a hidden file or directory.
    pub(super) fn names_hidden(&self) -> bool {
        self.entries.iter().any(|(patterns, _)| patterns.name_hidden())
    }
}
