//! Glob patterns for file names, in the syntax of editor settings and schema catalogs.

use yardstick_world::Glob;

/// A list of patterns. A path matches if at least one pattern matches and no pattern with a leading `!` does.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    wanted: Vec<Pattern>,
    unwanted: Vec<Pattern>,
}

#[derive(Debug)]
struct Pattern {
    glob: Glob,
    names_hidden: bool,
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
        let glob = Glob::new(&glob).map_err(|problem| problem.replacen(&glob, pattern, 1))?;
        list.push(Pattern { glob, names_hidden: names_hidden(pattern) });
        Ok(())
    }

    /// Returns details about the match if `path` matches.
    pub(super) fn find(&self, path: &str) -> Option<Match> {
        if self.unwanted.iter().any(|pattern| pattern.glob.is_match(path)) {
            return None;
        }
        // If several patterns match, prefer one that names hidden files.
        let matching = self.wanted.iter().filter(|pattern| pattern.glob.is_match(path));
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
