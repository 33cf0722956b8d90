//! Paths as text, with `/` on all systems.
//!
//! Paths of inputs and outputs appear in messages and results, so they are cleaned as text, without looking at the
//! disk: `a/../b` is `b` even if `a` is a link.

use url::Url;

/// True if a path starts at the root of a file system.
pub fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || std::path::Path::new(path).is_absolute()
}

/// The `file` URL of `path`, if it is absolute.
pub fn file_url(path: &str) -> Option<Url> {
    let mut url = Url::parse("file:///").ok()?;
    let path = if is_drive(path) { path } else { path.strip_prefix('/')? };
    url.path_segments_mut().ok()?.clear().extend(path.split('/'));
    Some(url)
}

/// The path of a `file` URL; `None` for files of other machines.
pub fn of_file_url(url: &Url) -> Option<String> {
    let is_here = url.scheme() == "file" && matches!(url.host_str(), None | Some("localhost"));
    let pieces = url.path_segments().filter(|_| is_here)?;
    let path = pieces.map(percent_decoded).collect::<Vec<_>>().join("/");
    Some(if is_drive(&path) { path } else { format!("/{path}") })
}

/// True if a path starts with a drive letter, as on Windows: `c:/x`.
fn is_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// True if `text` is a URL that can be fetched.
pub fn is_url(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Decodes percent escapes in the text of a URL.
pub fn percent_decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// The shortest equivalent path: without `.` and `//`, and with `..` resolved where possible.
pub fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut pieces: Vec<&str> = Vec::new();
    for piece in path.split('/') {
        match piece {
            "" | "." => {}
            ".." => match pieces.last() {
                Some(&"..") | None if rooted && pieces.is_empty() => {}
                Some(&"..") | None => pieces.push(".."),
                Some(_) => {
                    pieces.pop();
                }
            },
            _ => pieces.push(piece),
        }
    }
    let joined = pieces.join("/");
    match (rooted, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// `name` below `directory`, cleaned. An absolute `name` stays below `directory` too.
pub fn join(directory: &str, name: &str) -> String {
    if directory.is_empty() {
        return clean(name);
    }
    clean(&format!("{directory}/{name}"))
}

/// The last component. Ignores trailing slashes.
pub fn base(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}

/// Makes `path` absolute; relative paths start at `directory`.
pub fn absolute(directory: &str, path: &str) -> String {
    if path.starts_with('/') { clean(path) } else { join(directory, path) }
}

/// True if `path` is `directory` or below it, by components. Both must be clean and absolute.
pub fn is_within(path: &str, directory: &str) -> bool {
    directory == "/"
        || path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_the_way_to_a_url_and_back() {
        for path in ["/", "/a/b.yml", "/with space/ä#1?.yml", "/100%.yml", "/a%20b", "c:/x.yml"] {
            let url = file_url(path).unwrap();
            assert_eq!(of_file_url(&url).as_deref(), Some(path), "{url}");
        }
        assert_eq!(file_url("a.yml"), None);
        for other in ["untitled:Untitled-1", "https://x.org/a", "file://server/a"] {
            assert_eq!(of_file_url(&Url::parse(other).unwrap()), None, "{other}");
        }
        let drive = Url::parse("file:///c%3A/x.yml").unwrap();
        assert_eq!(of_file_url(&drive).as_deref(), Some("c:/x.yml"));
    }

    /// The URLs have the form that other programs use.
    #[cfg(unix)]
    #[test]
    fn urls_of_files_are_the_usual_ones() {
        for path in ["/a/b.yml", "/with space/ä#1?.yml", "/100%.yml", "/a'b/[c]{d}|e^f`g"] {
            assert_eq!(file_url(path), Url::from_file_path(path).ok());
        }
    }

    #[test]
    fn cleaning_goes_by_letters() {
        for (path, cleaned) in [
            ("", "."),
            ("./", "."),
            ("a/./b//c/", "a/b/c"),
            ("a/../../b", "../b"),
            ("../..", "../.."),
            ("/../a", "/a"),
            ("/", "/"),
            ("a/..", "."),
        ] {
            assert_eq!(clean(path), cleaned, "{path:?}");
        }
        assert_eq!(join(".", "a.yml"), "a.yml");
        assert_eq!(join("./out/", "/a.yml"), "out/a.yml");
        assert_eq!(base("a/b/"), "b");
    }

    #[test]
    fn within_goes_by_pieces() {
        assert!(is_within("/a/b", "/a"));
        assert!(is_within("/a", "/a"));
        assert!(is_within("/a", "/"));
        assert!(!is_within("/ab", "/a"));
    }
}
