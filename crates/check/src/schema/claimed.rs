//! Files that say by `$id` at which URL they are. A schema next to others need not be called like the last part of its
//! URL: `licenses.1.json` may well be `https://example.com/licenses.json`.

use std::sync::Arc;

use yardstick_diagnostics::{FileId, SourceFile};
use yardstick_world::{EntryKind, World};
use yardstick_yaml::json::{LoadOptions, Type, View};

use super::origin::{in_store, relative_to, stem};
use crate::read;

/// More files of a directory are not looked into, and none that is larger.
const FILES: usize = 2_000;
const BYTES: u64 = 32 << 20;

/// The schema in `directory` itself, not below it, that says that it is at `url`.
pub(super) fn find(world: &dyn World, directory: &str, url: &str) -> Option<Vec<u8>> {
    let mut names: Vec<String> = world
        .list(directory)
        .ok()?
        .into_iter()
        .filter(|entry| entry.kind == EntryKind::File && stem(&entry.name) != entry.name)
        .map(|entry| entry.name)
        .take(FILES)
        .collect();
    names.sort();
    names.iter().find_map(|name| {
        let path = relative_to(directory, name);
        let is_small = world.stamp(&path).is_ok_and(|stamp| stamp.size <= BYTES);
        let bytes = is_small.then(|| world.read(&path).ok()).flatten()?;
        let is_mentioned = memchr::memmem::find(&bytes, url.as_bytes()).is_some();
        (is_mentioned && is_called(&bytes, url)).then_some(bytes)
    })
}

/// Whether the schema in `bytes` says that it is at `url`, by any address of that place.
pub(super) fn is_called(bytes: &[u8], url: &str) -> bool {
    let source = Arc::new(SourceFile::new("", bytes.to_vec()));
    let Ok(tree) = read::parse(source, FileId(0)) else { return false };
    let (view, _) = View::new(tree, LoadOptions::default());
    let Some(root) = view.tree().document(0).map(|document| document.root().id()) else {
        return false;
    };
    if view.type_of(root) != Type::Object {
        return false;
    }
    let id = view.get(root, "$id").or_else(|| view.get(root, "id"));
    id.is_some_and(|id| {
        let id = view.node(id).text().trim_end_matches('#');
        let called = |url| in_store(url).map(stem);
        id == url || called(id).is_some_and(|name| called(url) == Some(name))
    })
}
