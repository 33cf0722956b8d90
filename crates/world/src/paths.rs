//! Paths as text, with `/` on all systems.
//!
//! Paths of inputs and outputs appear in messages and results, so they are cleaned by their letters
//! only, without a look at the disk: `a/../b` is `b` even if `a` is a link.

use url::Url;

/// Whether a path starts at the root of a file system.
pub fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || std::path::Path::new(path).is_absolute()
}

/// The address of a file.
#[cfg(not(target_family = "wasm"))]
pub fn file_url(path: &str) -> Option<Url> {
    Url::from_file_path(path).ok()
}

/// The address of a file. Where there is no file system paths look as they do on Unix.
#[cfg(target_family = "wasm")]
pub fn file_url(path: &str) -> Option<Url> {
    let mut url = Url::parse("file:///").ok()?;
    path.starts_with('/').then(|| url.set_path(&path.replace('%', "%25")))?;
    Some(url)
}

/// The path that a `file` URL names.
#[cfg(not(target_family = "wasm"))]
pub fn of_file_url(url: &Url) -> Option<String> {
    url.to_file_path().ok()?.into_os_string().into_string().ok()
}

/// The path that a `file` URL names. Where there is no file system paths look as they do on Unix.
#[cfg(target_family = "wasm")]
pub fn of_file_url(url: &Url) -> Option<String> {
    let pieces = url.path_segments().filter(|_| url.scheme() == "file")?;
    // The parser of query strings is the decoder that the crate has; `+` stands for itself in a path.
    let decode = |piece: &str| {
        let query = piece.replace('+', "%2B").replace('&', "%26").replace('=', "%3D");
        url::form_urlencoded::parse(query.as_bytes()).map(|(name, _)| name.into_owned()).collect()
    };
    let pieces: Vec<String> = pieces.map(decode).collect();
    Some(format!("/{}", pieces.join("/")))
}

/// The shortest path with the same pieces: no `.`, no `//`, `..` applied where it can be.
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

/// `name` below `directory`, cleaned; an absolute `name` stays below too.
pub fn join(directory: &str, name: &str) -> String {
    if directory.is_empty() {
        return clean(name);
    }
    clean(&format!("{directory}/{name}"))
}

/// The last piece, trailing slashes ignored.
pub fn base(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    trimmed.rsplit('/').next().unwrap_or(trimmed)
}

/// `path` from the root on, if `directory` is where relative paths start.
pub fn absolute(directory: &str, path: &str) -> String {
    if path.starts_with('/') { clean(path) } else { join(directory, path) }
}

/// Whether `path` is `directory` or lies below it, piece by piece; both cleaned and absolute.
pub fn is_within(path: &str, directory: &str) -> bool {
    directory == "/"
        || path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

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
