//! Glob patterns for file names, in the syntax of editor settings and schema catalogs.

use std::sync::OnceLock;

use yardstick_world::Glob;

/// A list of patterns. A path matches if at least one pattern matches and no pattern with a leading `!` does.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    wanted: Vec<Pattern>,
    unwanted: Vec<Pattern>,
}

/// A pattern that is compiled when a path may match it. A catalog has thousands of them, and compiling one takes longer
/// than to read a small file.
#[derive(Debug)]
struct Pattern {
    text: String,
    glob: OnceLock<Option<Glob>>,
    names_hidden: bool,
}

impl Pattern {
    fn new(text: String, names_hidden: bool) -> Self {
        Self { text, glob: OnceLock::new(), names_hidden }
    }

    fn is_match(&self, path: &str) -> bool {
        let glob = || self.glob.get_or_init(|| Glob::new(&self.text).ok()).as_ref();
        self.may_match(path) && glob().is_some_and(|glob| glob.is_match(path))
    }

    /// Whether `path` has what the pattern says in plain letters.
    fn may_match(&self, path: &str) -> bool {
        let text = self.text.as_str();
        if text.contains('\\') {
            return true;
        }
        let tail = text.rsplit(['*', '?', '[', ']', '{', '}']).next().unwrap_or(text);
        if !path.ends_with(plain(tail)) {
            return false;
        }
        // After a bracket there may be a choice.
        let head = text.split(['[', '{']).next().unwrap_or(text);
        let mut rest = path;
        head.split(['*', '?']).all(|piece| {
            let piece = plain(piece);
            rest.find(piece).map(|at| rest = &rest[at + piece.len()..]).is_some()
        })
    }
}

/// Details about the pattern that matched a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Whether the pattern explicitly names a hidden file or directory, as `.github/*.yml` does. A match by a plain `*`
    /// is no reason to check a hidden file.
    pub names_hidden: bool,
}

impl Patterns {
    /// Adds `pattern`, or returns what is wrong with it.
    pub(super) fn add(&mut self, pattern: &str) -> Result<(), String> {
        let added = self.push(pattern);
        let compiled = Glob::new(&added.text);
        added.glob = OnceLock::from(Some(compiled.map_err(|problem| {
            let pattern = pattern.strip_prefix('!').unwrap_or(pattern);
            problem.replacen(&added.text, pattern, 1)
        })?));
        Ok(())
    }

    /// Adds `pattern`, which matches nothing if something is wrong with it.
    pub(super) fn add_unchecked(&mut self, pattern: &str) {
        self.push(pattern);
    }

    fn push(&mut self, pattern: &str) -> &mut Pattern {
        let (list, pattern) = match pattern.strip_prefix('!') {
            Some(rest) => (&mut self.unwanted, rest),
            None => (&mut self.wanted, pattern),
        };
        // Patterns such as `./a` and `/a` are anchored to the base directory. Others match at any depth, like a bare
        // file name.
        let anchored = pattern.strip_prefix("./").or_else(|| pattern.strip_prefix('/'));
        let glob = match anchored {
            Some(anchored) => anchored.to_owned(),
            None => format!("**/{}", pattern.trim_start_matches("**/")),
        };
        let at = list.len();
        list.push(Pattern::new(glob, names_hidden(pattern)));
        &mut list[at]
    }

    /// Returns details about the match if `path` matches.
    pub(super) fn find(&self, path: &str) -> Option<Match> {
        if self.unwanted.iter().any(|pattern| pattern.is_match(path)) {
            return None;
        }
        // If several patterns match, prefer one that names hidden files.
        let matching = self.wanted.iter().filter(|pattern| pattern.is_match(path));
        matching
            .map(|pattern| Match { names_hidden: pattern.names_hidden })
            .max_by_key(|found| found.names_hidden)
    }

    /// Whether `path` matches.
    pub(super) fn matches(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// Whether any pattern explicitly names a hidden file or directory.
    pub(super) fn name_hidden(&self) -> bool {
        self.wanted.iter().any(|pattern| pattern.names_hidden)
    }
}

/// A piece of a pattern without its first slash: `**/a` matches `a`, too.
fn plain(piece: &str) -> &str {
    piece.strip_prefix('/').unwrap_or(piece)
}

/// Whether a segment of `path` starts with a dot.
pub(super) fn names_hidden(path: &str) -> bool {
    path.split('/').any(|piece| piece.starts_with('.') && piece != "." && piece != "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_anywhere() {
        let mut patterns = Patterns::default();
        for pattern in ["*.ci.yml", "deploy/*.yaml", "!deploy/skip.yaml", "./top.yaml"] {
            patterns.add(pattern).unwrap();
        }
        for (path, expected) in [
            ("a/b/x.ci.yml", true),
            ("deploy/a.yaml", true),
            ("/abs/deploy/a.yaml", true),
            ("deploy/sub/a.yaml", false),
            ("deploy/skip.yaml", false),
            ("top.yaml", true),
            ("deploy/sub/top.yaml", false),
        ] {
            assert_eq!(patterns.matches(path), expected, "{path}");
        }
    }

    #[test]
    fn what_cannot_match_is_not_compiled() {
        let compiled = |pattern: &str, path: &str| {
            let mut patterns = Patterns::default();
            patterns.add_unchecked(pattern);
            let is_match = patterns.matches(path);
            (is_match, patterns.wanted[0].glob.get().is_some())
        };
        assert_eq!(compiled("a.yml", "b.yml"), (false, false));
        assert_eq!(compiled("a.yml", "a.yml"), (true, true));
        assert_eq!(compiled("b/*.yml", "a/b.yml"), (false, false));
        assert_eq!(compiled("**/b/**/*.yml", "a/b/c.yml"), (true, true));
        assert_eq!(compiled("x?{a,b}.yml", "x1b.yml"), (true, true));
        assert_eq!(compiled("**/x/*.{yml,yaml}", "x/a.yml"), (true, true));
        assert_eq!(compiled("a/**/b.yml", "a/b.yml"), (true, true));
        assert_eq!(compiled("a\\.yml", "a.yml"), (true, true));
        assert_eq!(compiled("{a,b", "{a,b"), (false, true));
    }

    #[test]
    fn hidden_names_must_be_spelled_out() {
        let mut patterns = Patterns::default();
        patterns.add("**/*.yml").unwrap();
        let found = patterns.find(".github/a.yml").unwrap();
        assert!(!found.names_hidden && !patterns.name_hidden());
        patterns.add(".github/*.yml").unwrap();
        assert!(patterns.find(".github/a.yml").unwrap().names_hidden);
        assert!(!patterns.find("b/a.yml").unwrap().names_hidden);
        assert!(names_hidden("a/.b/c") && !names_hidden("./../a"));
    }
}
