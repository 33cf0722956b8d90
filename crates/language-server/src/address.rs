//! Addresses of editors and paths of the world.

use lsp_types::Url;
use yardstick_world::paths;

/// The path of a file; nothing for documents that are in no file.
pub fn to_path(address: &Url) -> Option<String> {
    paths::of_file_url(address)
}

/// The address of the file at `path`, which is absolute.
pub fn from_path(path: &str) -> Option<Url> {
    paths::file_url(path)
}

/// What follows the last dot of a name: `yml`.
pub(crate) fn ending(path: &str) -> &str {
    path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, end)| end)
}

/// Whether a file is YAML by its name.
pub(crate) fn is_yaml(path: &str) -> bool {
    matches!(ending(path), "yml" | "yaml")
}

/// Whether a file is Starlark by its name.
pub(crate) fn is_starlark(path: &str) -> bool {
    ending(path) == "star"
}
