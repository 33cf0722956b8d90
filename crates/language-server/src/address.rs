//! Converts between the URLs of editors and the paths of the world.

use lsp_types::Url;
use yardstick_world::paths;

/// The path of a file, which starts with a slash; `None` for documents that are not files.
pub fn to_path(address: &Url) -> Option<String> {
    if address.scheme() != "file" {
        return None;
    }
    // The path of a URL is percent-encoded.
    let decoded =
        address.path_segments()?.map(paths::percent_decoded).collect::<Vec<_>>().join("/");
    // `C:` and `c:` are the same. Use one form.
    let decoded = match decoded.as_bytes() {
        [drive, b':', ..] if drive.is_ascii_uppercase() => {
            format!("{}{}", char::from(drive.to_ascii_lowercase()), &decoded[1..])
        }
        _ => decoded,
    };
    Some(format!("/{decoded}"))
}

/// Converts a path to the form of the system. All paths here start with a slash, but those of Windows start with a
/// drive letter.
pub(crate) fn to_system(path: &str) -> &str {
    let is_drive =
        matches!(path.as_bytes(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic());
    if cfg!(windows) && is_drive { &path[1..] } else { path }
}

/// Converts a path of the system to the form used here.
pub(crate) fn from_system(path: String) -> String {
    if !cfg!(windows) {
        return path;
    }
    let path = path.replace('\\', "/");
    if path.starts_with('/') {
        path
    } else {
        format!("/{}{}", path[..1].to_lowercase(), &path[1..])
    }
}

/// The URL of the file at `path`, which must be absolute.
pub fn from_path(path: &str) -> Option<Url> {
    let mut address = Url::parse("file:///").ok()?;
    address.path_segments_mut().ok()?.clear().extend(path.trim_start_matches('/').split('/'));
    Some(address)
}

/// The text after the last dot of a name: `yml`.
pub(crate) fn ending(path: &str) -> &str {
    path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(_, end)| end)
}

/// True if the file name is that of a YAML file.
pub(crate) fn is_yaml(path: &str) -> bool {
    matches!(ending(path), "yml" | "yaml")
}

/// True if the file name is that of a JSON file or a JSON dialect.
pub(crate) fn is_json(path: &str) -> bool {
    matches!(ending(path), "json" | "jsonc" | "json5" | "jsonl" | "ndjson")
}

/// True if the file name is that of a TOML file.
pub(crate) fn is_toml(path: &str) -> bool {
    ending(path) == "toml"
}

/// True if the file name is that of a Starlark file.
pub(crate) fn is_starlark(path: &str) -> bool {
    ending(path) == "star"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_the_way_there_and_back() {
        for path in ["/a/b.yml", "/with space/ä#1?.yml", "/100%.yml"] {
            let address = from_path(path).unwrap();
            assert_eq!(to_path(&address).as_deref(), Some(path), "{address}");
        }
        assert_eq!(to_path(&Url::parse("untitled:Untitled-1").unwrap()), None);
        for windows in ["file:///c%3A/x.yml", "file:///C:/x.yml"] {
            let path = to_path(&Url::parse(windows).unwrap());
            assert_eq!(path.as_deref(), Some("/c:/x.yml"));
        }
    }
}
