//! Determines the kind of a file from its name; a file mark can override it. The kind decides how a file is read, and
//! whether it is a template.

use crate::paths;

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// YAML, possibly with template code in its comments.
    Yaml,
    /// Text, possibly with template code between `(@` and `@)`.
    Text,
    /// Starlark code.
    Starlark,
    /// Anything else; only visible to templates that read it.
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

/// True if the name is that of a library file: `name.lib.yml`.
pub(super) fn is_library_name(path: &str) -> bool {
    let mut pieces = paths::base(path).rsplit('.');
    pieces.next();
    pieces.next() == Some("lib") && pieces.next().is_some()
}

/// The text after the last dot of the base name. A name may consist of an extension only.
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
