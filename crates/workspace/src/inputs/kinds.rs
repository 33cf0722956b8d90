//! What a file is: by its name, unless a mark says otherwise.

use crate::paths;

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// YAML, which may have templating in its comments.
    Yaml,
    /// Text, which may have templating between `(@` and `@)`.
    Text,
    /// Starlark code.
    Starlark,
    /// Anything else: only templates that ask for it see it.
    Data,
}

/// The kind of a file called `path`.
pub(super) fn by_name(path: &str) -> Kind {
    match extension(path) {
        "yml" | "yaml" => Kind::Yaml,
        "txt" => Kind::Text,
        "star" => Kind::Starlark,
        _ => Kind::Data,
    }
}

/// Whether a file's name makes it a library file: `name.lib.yml`.
pub(super) fn is_library_name(path: &str) -> bool {
    let mut pieces = paths::base(path).rsplit('.');
    pieces.next();
    pieces.next() == Some("lib") && pieces.next().is_some()
}

/// What follows the last dot of the base name; a name may be nothing but an extension.
fn extension(path: &str) -> &str {
    paths::base(path).rsplit_once('.').map_or("", |(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_go_by_the_end_of_the_name() {
        for (path, kind, library) in [
            ("a.yml", Kind::Yaml, false),
            ("d.x/a.b.yaml", Kind::Yaml, false),
            (".yml", Kind::Yaml, false),
            ("a.lib.yml", Kind::Yaml, true),
            ("lib.yml", Kind::Yaml, false),
            (".lib.txt", Kind::Text, true),
            ("a.txt", Kind::Text, false),
            ("a.star", Kind::Starlark, false),
            ("m.lib.json", Kind::Data, true),
            ("A.YML", Kind::Data, false),
            ("yml", Kind::Data, false),
            ("a.yml/x", Kind::Data, false),
        ] {
            assert_eq!((by_name(path), is_library_name(path)), (kind, library), "{path}");
        }
    }
}
